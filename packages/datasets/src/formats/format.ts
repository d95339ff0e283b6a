export type FormatName = 'jsonl' | 'json' | 'csv' | 'tsv' | 'yaml' | 'parquet'

/** One source, with its name in errors. */
export type DataFile = {
  readonly path: string
  /**
   * Its bytes in chunks of any size, decompressed if necessary. A chunk is valid until the next one is requested: copy what you store.
   * @throws AssayError `data` if they cannot be read.
   */
  readonly bytes: () => AsyncIterable<Buffer>
  /** Bytes at any position, as on disk. Absent for streams. */
  readonly range?: {
    readonly size: () => Promise<number>
    /** Fewer bytes than requested if the file ends. */
    readonly read: (from: number, to: number) => Promise<Buffer>
  }
}

/** A row as a format reads it: column names to values, before fields are assigned. */
export type RawRecord = Readonly<Record<string, unknown>>

export type RawRow = {
  readonly record: RawRecord
  /** The physical line on which the row begins, from 1; the number of the row in formats without lines. */
  readonly line: number
  /** The row's JSON text, if it has one, for the digits of large integers. */
  readonly json?: string
  /** The key of the record in the row's JSON text, if the record is only a part of it. */
  readonly inside?: string
  /** The source text of scalars whose value reads differently. */
  readonly written?: WrittenScalars
}

/** For the list or object that contains them: position to text, as `007` for the number 7. */
export type WrittenScalars = WeakMap<object, ReadonlyMap<string | number, string>>

export type ReadOptions = {
  /** Check every row for duplicate keys in an object, not only the first ones. */
  readonly thorough: boolean
  /** The delimiter of a table, if the user gives one. */
  readonly delimiter: string | undefined
  /** Whether a column is recognized or mapped. */
  readonly isKnown: (column: string) => boolean
  /** Whether a metric reads a column. A fault in another column is not an error. */
  readonly isRead: (column: string) => boolean
  readonly onWarning: (message: string) => void
}

/** A file format of rows. A new format is another entry in `formats`. */
export type Format = {
  readonly name: FormatName
  /** File extensions, with the dot, in lower case. */
  readonly endings: readonly string[]
  /** Whether it is a table: all rows of a file have the same columns, every value is text or missing, and lists are written inside cells. */
  readonly cells: boolean
  /** The unit that errors count in. */
  readonly counts: 'lines' | 'rows'
  /**
   * Batches of rows, as they are read. Rows before a fault are yielded before it is thrown.
   * @throws AssayError `data`
   */
  readonly read: (file: DataFile, options: ReadOptions) => AsyncIterable<readonly RawRow[]>
}
