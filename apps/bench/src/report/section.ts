/** A part of a report, before it is a terminal's or a page's: a table with lines under it. */
export type Section = {
  readonly title: string
  /** The first column is that of letters, the second that of names; the others are figures. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Sentences under the table. */
  readonly lines: readonly string[]
}
