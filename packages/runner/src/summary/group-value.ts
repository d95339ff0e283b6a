import { configError } from '@assay/core'
import type { DataRowLike } from '../rows/data-row.ts'
import { textAt } from '../rows/text-at.ts'

/** The name for grouping rows by their data file. */
export const FILE = 'file'

type Grouped = Pick<DataRowLike, 'sample' | 'columns' | 'file'>

/**
 * Reads the value that rows are grouped by: a column by its name; `file`, if no column has that name; a field of the sample; or, by dots,
 * a value inside a field or a column, as in `metadata.topic`. Texts unchanged, numbers and booleans as JavaScript prints them, lists and
 * objects as JSON; `null` if there is none.
 * @throws AssayError `config` for a column without a name.
 */
function groupValueOf(column: string): (row: Grouped) => string | null {
  if (column === '') throw configError('Rows cannot be grouped by "". Name a column, as in metadata.topic.')
  const [first = '', ...rest] = column.split('.')
  const path = [camelCased(first), ...rest]
  return (row) => {
    const { sample, columns = sample } = row
    if (Object.hasOwn(columns, column)) return textAt(columns, [column])
    const file = column === FILE ? fileGroupOf(row) : undefined
    return file ?? textAt(sample, path) ?? textAt(inside(columns, first), rest)
  }
}

/** The values of a row in each of these columns. @throws AssayError `config` for a column without a name. */
export function groupsOf(columns: readonly string[]): (row: Grouped) => Record<string, string | null> {
  const reads = columns.map((column) => [column, groupValueOf(column)] as const)
  return (row) => Object.fromEntries(reads.map(([column, read]) => [column, read(row)]))
}

/** The data file of a row, unless it has a column of that name. */
export function fileGroupOf({ columns, file }: Pick<DataRowLike, 'columns' | 'file'>): string | undefined {
  return columns !== undefined && Object.hasOwn(columns, FILE) ? undefined : file
}

/** The content of a column, for paths into it: if a cell holds JSON as text, its value. */
function inside(columns: object, name: string): unknown {
  const held: unknown = Object.getOwnPropertyDescriptor(columns, name)?.value
  if (typeof held !== 'string' || !/^\s*[[{]/.test(held)) return typeof held === 'object' ? held : undefined
  try {
    return JSON.parse(held)
  } catch {
    return undefined
  }
}

/** A sample's own fields may be written as in a file: `user_input`. */
function camelCased(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
