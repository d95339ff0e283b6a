export type FormatName = 'jsonl' | 'json' | 'csv' | 'tsv' | 'yaml' | 'parquet'

/** One source, under the name that errors use. */
export type DataFile = {
  readonly path: string
  /**
   * Its bytes in chunks of any size, unpacked where they are packed. A chunk is good until the next one is asked for: what is kept
   * must be copied.
   * @throws AssayError `data` where they cannot be read.
   */
  readonly bytes: () => AsyncIterable<Buffer>
  /** Bytes at any place, as they are on disk. Absent where they only flow by. */
  readonly range?: {
    readonly size: () => Promise<number>
    /** Fewer bytes than asked for where the file ends before. */
    readonly read: (from: number, to: number) => Promise<Buffer>
  }
}

/** A row as a format finds it: column names to values, before anything is known of fields. */
export type RawRecord = Readonly<Record<string, unknown>>

export type RawRow = {
  readonly record: RawRecord
  /** The physical line on which the row begins, from 1; the number of the row where a format has no lines. */
  readonly line: number
  /** The row's JSON text where it has one: the digits of large integers are read from it. */
  readonly json?: string
  /** The key of the row's JSON text that holds the record, where it is not the whole. */
  readonly inside?: string
  /** How scalars were written that are not what was written. */
  readonly written?: WrittenScalars
}

/** For the list or object that holds them: place to text, as `007` for the number 7. */
export type WrittenScalars = WeakMap<object, ReadonlyMap<string | number, string>>

export type ReadOptions = {
  /** Look for keys that stand twice in one object in every row, not only in the first ones. */
  readonly thorough: boolean
  /** What separates the cells of a table, where the user says so. */
  readonly delimiter: string | undefined
  /** Whether a column is one that is recognised or mapped. */
  readonly isKnown: (column: string) => boolean
  /** Whether somebody reads a column: a fault in any other ends nothing. */
  readonly isRead: (column: string) => boolean
  readonly onWarning: (message: string) => void
}

/** One way of writing rows down. A new format is one more of these in `formats`. */
export type Format = {
  readonly name: FormatName
  /** Endings of file names, with the dot, in lower case. */
  readonly endings: readonly string[]
  /** A table: all rows of a file have the same columns, every value is text or missing, and lists are written inside cells. */
  readonly cells: boolean
  /** What errors count. */
  readonly counts: 'lines' | 'rows'
  /**
   * Batches of rows as they are read. Rows before a fault are handed on before it is thrown.
   * @throws AssayError `data`
   */
  readonly read: (file: DataFile, options: ReadOptions) => AsyncIterable<readonly RawRow[]>
}
