import { absentStore } from '../store/absent-store.ts'
import type { KeptReply } from '../store/kept-reply.ts'
import type { ReplyStore } from '../store/reply-store.ts'
import { createRecentReplies } from './recent-replies.ts'

/** Where a run looks for replies before it asks, and leaves those it got. */
export type ReplyKeeping = {
  /** `journal` is a reply of an earlier part of the run, once; `flight` one that this part has counted already. */
  readonly find: (key: string) => { readonly kept: KeptReply; readonly from: 'journal' | 'store' | 'flight' } | undefined
  /** Resolves once the reply is safe, or cannot be kept. An accepted one may serve other runs. */
  readonly keep: (key: string, kept: KeptReply, o: { readonly accepted: boolean; readonly sentKey?: string | undefined }) => Promise<void>
  readonly findVectors: (keys: readonly string[]) => readonly (readonly number[] | undefined)[]
  readonly keepVectors: ReplyStore['acceptVectors']
}

export type ReplyKeepingOptions = {
  readonly runId: string
  /** Whether replies are shared with other runs. */
  readonly shares: boolean
  /** Gives the time before which replies of other runs are too old, in milliseconds since 1970. */
  readonly notBefore: () => number | undefined
  readonly begin: () => Promise<unknown>
}

/**
 * The journal of a run and, if `shares`, the store that all runs share. `begin` is awaited before the first reply is kept. Without a store,
 * or where it cannot be written, the last accepted replies are remembered: two metrics that ask the same still ask once.
 */
export function replyKeeping(
  store: ReplyStore = absentStore({ kind: 'unusable', message: 'The run has no store.' }),
  { runId, shares, notBefore, begin }: ReplyKeepingOptions,
): ReplyKeeping {
  const journal = store.journal(runId)
  const recent = createRecentReplies()
  /** Only of what an earlier part of the run left: a run that was not interrupted remembers nothing here. */
  const counted = new Set<string>()
  return {
    find(key) {
      const remembered = recent.find(key)
      if (remembered !== undefined) return { kept: remembered, from: 'flight' }
      const found = journal.find(key, shares ? (notBefore() ?? Number.MIN_SAFE_INTEGER) : undefined)
      if (found === undefined || found.from === 'store') return found && { kept: found.kept, from: 'store' }
      const isCounted = found.from === 'part' || counted.has(key)
      if (!isCounted) counted.add(key)
      return { kept: found.kept, from: isCounted ? 'flight' : 'journal' }
    },
    async keep(key, kept, { accepted, sentKey }) {
      await begin()
      await journal.put(key, kept, { shared: accepted && shares, sentKey })
      if (accepted && store.problem() !== undefined) recent.add(sentKey === undefined ? [key] : [key, sentKey], kept)
    },
    findVectors: (keys) => (shares ? store.lookupVectors(keys, notBefore()) : journal.vectors(keys)),
    async keepVectors(vectors) {
      await begin()
      await (shares ? store.acceptVectors(vectors) : journal.putVectors(vectors))
    },
  }
}
