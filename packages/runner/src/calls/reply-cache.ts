import { absentStore } from '../store/absent-store.ts'
import type { StoredReply } from '../store/stored-reply.ts'
import type { FoundVectors, NowOrLater, ReplyStore } from '../store/reply-store.ts'
import { createRecentReplies } from './recent-replies.ts'

export type CachedReply = { readonly stored: StoredReply; readonly from: 'journal' | 'store' | 'flight' }

/** Where a run looks for replies before a request, and stores the ones it receives. */
export type ReplyCache = {
  /** `journal`: received by an earlier part of the run, returned once. `flight`: already counted in this part. */
  readonly find: (key: string) => Promise<CachedReply | undefined>
  /** Before a call: a reply that another process has received meanwhile, or a function that says that the call is over. */
  readonly claim: (key: string) => Promise<CachedReply | (() => Promise<void>)>
  /** Resolves once the reply is committed, or cannot be stored. An accepted one may serve other runs. */
  readonly put: (
    key: string,
    stored: StoredReply,
    o: { readonly accepted: boolean; readonly sentKey?: string | undefined },
  ) => Promise<void>
  readonly findVectors: (keys: readonly string[]) => NowOrLater<FoundVectors>
  readonly putVectors: ReplyStore['acceptVectors']
}

export type ReplyKeepingOptions = {
  readonly runId: string
  /** Whether replies are shared with other runs. */
  readonly shares: boolean
  /** Returns the time before which replies of other runs are too old, in milliseconds since 1970. */
  readonly notBefore: () => number | undefined
  readonly begin: () => Promise<unknown>
}

/**
 * The journal of a run and, if `shares`, the store shared by all runs. `begin` is awaited before the first reply is stored. Without a
 * writable store, the last accepted replies are held in memory, so that two metrics with the same call still send it once.
 */
export function replyCache(
  store: ReplyStore = absentStore({ kind: 'unusable', message: 'The run has no store.' }),
  { runId, shares, notBefore, begin }: ReplyKeepingOptions,
): ReplyCache {
  const journal = store.journal(runId)
  const recent = createRecentReplies()
  /** Only what an earlier part of the run left: a run that was not interrupted has nothing here. */
  const counted = new Set<string>()
  return {
    async find(key) {
      const remembered = recent.find(key)
      if (remembered !== undefined) return { stored: remembered, from: 'flight' }
      const found = await journal.find(key, shares ? (notBefore() ?? Number.MIN_SAFE_INTEGER) : undefined)
      if (found === undefined || found.from === 'store') return found && { stored: found.stored, from: 'store' }
      const isCounted = found.from === 'part' || counted.has(key)
      if (!isCounted) counted.add(key)
      return { stored: found.stored, from: isCounted ? 'flight' : 'journal' }
    },
    async claim(key) {
      if (!shares || journal.claim === undefined) return nothingHeld
      const claim = await journal.claim(key, notBefore() ?? Number.MIN_SAFE_INTEGER)
      if ('release' in claim) return claim.release
      // What this run received itself was found before.
      return { stored: claim.found.stored, from: claim.found.from === 'store' ? 'store' : 'flight' }
    },
    async put(key, stored, { accepted, sentKey }) {
      await begin()
      await journal.put(key, stored, { shared: accepted && shares, sentKey })
      if (accepted && store.problem() !== undefined) recent.add(sentKey === undefined ? [key] : [key, sentKey], stored)
    },
    findVectors: (keys) => (shares ? store.lookupVectors(keys, notBefore()) : journal.vectors(keys)),
    async putVectors(vectors) {
      await begin()
      await (shares ? store.acceptVectors(vectors) : journal.putVectors(vectors))
    },
  }
}

function nothingHeld(): Promise<void> {
  return Promise.resolve()
}
