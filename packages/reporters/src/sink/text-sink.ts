/** The destination of a report: takes text in pieces, as UTF-8. */
export type TextSink = {
  readonly open: () => Promise<void>
  /** If it returns a promise, wait for it before the next piece. */
  readonly write: (text: string) => void | Promise<void>
  /** Completes the output and returns its size in bytes. */
  readonly close: () => Promise<{ readonly bytes: number }>
  /** Removes what was written, as far as possible. */
  readonly discard: () => Promise<void>
}
