import type { StoredReply } from '../store/stored-reply.ts'

/** Memory limit in UTF-16 code units, with an allowance per reply for the rest: about 2,000 usual replies, in 4 MB. */
const MOST = 2_000_000
const BESIDE_TEXT = 500

export type RecentReplies = {
  readonly find: (key: string) => StoredReply | undefined
  readonly add: (keys: readonly string[], stored: StoredReply) => void
}

/** The most recent replies, in memory: for a run that cannot store them on disk. */
export function createRecentReplies(most = MOST): RecentReplies {
  const replies = new Map<string, StoredReply>()
  let held = 0
  return {
    find: (key) => replies.get(key),
    add(keys, { call: _prompt, callJson: _rendered, ...stored }) {
      for (const key of keys) {
        held += sizeOf(stored) - sizeOf(replies.get(key))
        replies.delete(key)
        replies.set(key, stored)
      }
      for (const [oldest, gone] of replies) {
        if (held <= most) return
        replies.delete(oldest)
        held -= sizeOf(gone)
      }
    },
  }
}

function sizeOf(stored: StoredReply | undefined): number {
  return stored === undefined ? 0 : stored.reply.text.length + BESIDE_TEXT
}
