import type { KeptReply } from '../store/kept-reply.ts'

/** UTF-16 code units of replies that are remembered, each counted with what stands beside its text: about 2,000 usual ones, in 4 MB. */
const MOST = 2_000_000
const BESIDE_TEXT = 500

export type RecentReplies = {
  readonly find: (key: string) => KeptReply | undefined
  readonly add: (keys: readonly string[], kept: KeptReply) => void
}

/** The replies that came last, in memory: what a run has that cannot keep them on disk. */
export function createRecentReplies(most = MOST): RecentReplies {
  const replies = new Map<string, KeptReply>()
  let held = 0
  return {
    find: (key) => replies.get(key),
    add(keys, { call: _prompt, callJson: _rendered, ...kept }) {
      for (const key of keys) {
        held += sizeOf(kept) - sizeOf(replies.get(key))
        replies.delete(key)
        replies.set(key, kept)
      }
      for (const [oldest, gone] of replies) {
        if (held <= most) return
        replies.delete(oldest)
        held -= sizeOf(gone)
      }
    },
  }
}

function sizeOf(kept: KeptReply | undefined): number {
  return kept === undefined ? 0 : kept.reply.text.length + BESIDE_TEXT
}
