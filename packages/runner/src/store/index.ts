export type { StoredAdapter, StoredReply } from './stored-reply.ts'
export { openReplyStore, type OpenReplyStoreOptions } from './open-reply-store.ts'
export type {
  AdapterStats,
  FolderReplyStore,
  FoundReply,
  FoundVectors,
  NowOrLater,
  StoredRun,
  StoredVector,
  Pruned,
  PruneOptions,
  PutOptions,
  ReplyStore,
  RunJournal,
  StoreProblem,
  StoreStats,
} from './reply-store.ts'
export { adapterJson, parseAdapter, parseCall, parseReply, storedCallJson } from './rows/reply-json.ts'
export { vectorKey } from './rows/vector-rows.ts'
export { replyStoreFile, setReplyStoreAside } from './store-folder.ts'
