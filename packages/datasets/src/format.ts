export type FormatName = 'jsonl' | 'csv' | 'tsv'

/** One source, under the name that errors use. */
export type DataFile = {
  readonly path: string
  /** Its bytes in chunks of any size. @throws AssayError `data` where they cannot be read. */
  readonly bytes: () => AsyncIterable<Buffer>
}

/** A row as a format finds it: column names to values, before anything is known of fields. */
export type RawRecord = Readonly<Record<string, unknown>>

export type RawRow = {
  readonly record: RawRecord
  /** The physical line on which the row begins, from 1. */
  readonly line: number
  /** The row's JSON text where it has one: the digits of large integers are read from it. */
  readonly json?: string
}

/** One way of writing rows down. A new format is one more of these in `formats`. */
export type Format = {
  readonly name: FormatName
  /** Endings of file names, with the dot, in lower case. */
  readonly endings: readonly string[]
  /** A table: all rows of a file have the same columns, every value is text or missing, and lists are written inside cells. */
  readonly cells: boolean
  /**
   * Batches of rows as they are read. Rows before a fault are handed on before it is thrown.
   * @throws AssayError `data`
   */
  readonly read: (file: DataFile) => AsyncIterable<readonly RawRow[]>
}
