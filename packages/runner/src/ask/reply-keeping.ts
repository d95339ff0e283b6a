import type { KeptReply } from '../store/kept-reply.ts'
import type { ReplyStore, RunJournal } from '../store/reply-store.ts'

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
  readonly journal: RunJournal
  /** Whether replies are shared with other runs. */
  readonly shares: boolean
  /** Gives the time before which replies of other runs are too old, in milliseconds since 1970. */
  readonly notBefore: () => number | undefined
  readonly begin: () => Promise<unknown>
}

/** The journal of a run and, if `shares`, the store that all runs share. `begin` is awaited before the first reply is kept. */
export function replyKeeping(store: ReplyStore, { journal, shares, notBefore, begin }: ReplyKeepingOptions): ReplyKeeping {
  /** Only of what an earlier part of the run left: a run that was not interrupted remembers nothing here. */
  const counted = new Set<string>()
  return {
    find(key) {
      const found = journal.find(key, shares ? (notBefore() ?? Number.MIN_SAFE_INTEGER) : undefined)
      if (found === undefined || found.from === 'store') return found && { kept: found.kept, from: 'store' }
      const isCounted = found.from === 'part' || counted.has(key)
      if (!isCounted) counted.add(key)
      return { kept: found.kept, from: isCounted ? 'flight' : 'journal' }
    },
    async keep(key, kept, { accepted, sentKey }) {
      await begin()
      await journal.put(key, kept, { shared: accepted && shares, sentKey })
    },
    findVectors: (keys) => (shares ? store.lookupVectors(keys, notBefore()) : journal.vectors(keys)),
    async keepVectors(vectors) {
      await begin()
      await (shares ? store.acceptVectors(vectors) : journal.putVectors(vectors))
    },
  }
}
