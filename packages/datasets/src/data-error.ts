import { AssayError } from '@assay/core'

/** A place in the data, as far as it is known. */
export type DataPlace = {
  readonly file: string
  /** Physical line, from 1. */
  readonly line?: number | undefined
  /** Number of the row, from 1, in formats without lines. */
  readonly row?: number | undefined
  /** Position in the line, in UTF-16 code units from 1. */
  readonly position?: number | undefined
  /** The column, as it is named in the data. */
  readonly column?: string | undefined
  /** The sample field for which it was read. */
  readonly field?: string | undefined
}

/** An error that says where, what was there, what was expected, and how to fix it. */
export function dataError(place: DataPlace, what: string, cause?: unknown): AssayError {
  return new AssayError({ kind: 'data', message: `${shownPlace(place)}: ${what}`, cause })
}

/** `a.jsonl, line 3, column "x"`. */
export function shownPlace({ file, line, row, position, column, field }: DataPlace): string {
  const parts = [file]
  if (line !== undefined) parts.push(`line ${line}`)
  if (row !== undefined) parts.push(`row ${row}`)
  if (position !== undefined) parts.push(`position ${position}`)
  if (column !== undefined) parts.push(`column ${JSON.stringify(column)}`)
  if (field !== undefined && field !== column) parts.push(`field ${field}`)
  return parts.join(', ')
}
