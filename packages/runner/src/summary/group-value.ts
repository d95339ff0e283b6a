import { AssayError } from '@assay/core'
import type { DataRowLike } from '../rows/data-row.ts'

/** What rows are grouped by where it is their data file. */
export const FILE = 'file'

type Grouped = Pick<DataRowLike, 'sample' | 'columns' | 'file'>

/**
 * Reads what rows are grouped by: a column by its name; `file`, where no column is called so; a field of the sample; or, by dots, something
 * inside a field or a column, as in `metadata.topic`. Texts as they are, numbers and booleans as JavaScript prints them, lists and objects
 * as JSON; `null` where there is nothing.
 * @throws AssayError `config` for a column without a name.
 */
export function groupValueOf(column: string): (row: Grouped) => string | null {
  if (column === '') throw new AssayError({ kind: 'config', message: 'Rows cannot be grouped by "". Name a column, as in metadata.topic.' })
  const names = column.split('.')
  const fields = [camelCased(names[0] ?? ''), ...names.slice(1)]
  return (row) => {
    const { sample, columns = sample } = row
    if (Object.hasOwn(columns, column)) return asText(own(columns, column))
    const file = column === FILE ? fileGroupOf(row) : undefined
    return file ?? asText(valueAt(sample, fields) ?? valueAt(columns, names))
  }
}

/** The data file of a row, unless it has a column of that name. */
export function fileGroupOf({ columns, file }: Pick<DataRowLike, 'columns' | 'file'>): string | undefined {
  return columns !== undefined && Object.hasOwn(columns, FILE) ? undefined : file
}

/** Only own properties are followed, also into a cell that holds JSON. */
function valueAt(from: unknown, path: readonly string[]): unknown {
  let value = from
  for (const [depth, name] of path.entries()) {
    const held = depth > 0 && typeof value === 'string' ? opened(value) : value
    if (typeof held !== 'object' || held === null || !Object.hasOwn(held, name)) return undefined
    value = own(held, name)
  }
  return value
}

function opened(cell: string): unknown {
  if (!/^\s*[[{]/.test(cell)) return undefined
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

function own(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value
}

function asText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? null
}

/** A sample's own fields may be written as in a file: `user_input`. */
function camelCased(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
