/** A part of a report in no format yet: a table with lines under it. */
export type Section = {
  readonly title: string
  /** The first column holds letters, the second names, the others figures. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Sentences under the table. */
  readonly lines: readonly string[]
}
