import type { FolderReplyStore, StoreProblem } from './reply-store.ts'

/** The store of a run without a store: it saves nothing and finds nothing. */
export function absentStore(problem: StoreProblem): FolderReplyStore {
  return {
    problem: () => problem,
    journal: () => ({
      find: () => undefined,
      put: async () => {},
      vectors: (keys) => keys.map(() => undefined),
      putVectors: async () => {},
    }),
    lookup: () => undefined,
    accept: async () => {},
    lookupVectors: (keys) => keys.map(() => undefined),
    acceptVectors: async () => {},
    beginRun: async () => true,
    endRun: async () => {},
    lastUnfinishedRun: () => undefined,
    run: () => undefined,
    replies: () => [],
    stats: () => undefined,
    prune: async () => ({ replies: 0, vectors: 0, runs: 0, bytes: 0 }),
    close: async () => {},
  }
}
