/** Where a report goes, piece by piece, as UTF-8. */
export type TextSink = {
  readonly open: () => Promise<void>
  /** A promise where the other side needs time: wait for it before the next piece. */
  readonly write: (text: string) => void | Promise<void>
  /** All is written: makes it visible as a whole. Says how many bytes it was. */
  readonly close: () => Promise<{ readonly bytes: number }>
  /** Leaves nothing behind, as far as that is possible. */
  readonly discard: () => Promise<void>
}
