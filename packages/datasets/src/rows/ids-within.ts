import { parseColumnPath, valueAt } from '../columns/column-path.ts'
import type { RawRecord } from '../formats/format.ts'

/** The scope in which the id of a row is unique: its file, the values of some columns, or both, as one text; `undefined` for all rows. */
export function createIdsWithin(columns: readonly string[]): (record: RawRecord, file: string | undefined) => string | undefined {
  const paths = columns.map((column) => ({ column, path: parseColumnPath(column) }))
  if (paths.length === 0) return (_record, file) => file
  return (record, file) =>
    JSON.stringify([
      file ?? null,
      ...paths.map(({ column, path }) => textOf(Object.hasOwn(record, column) ? record[column] : inside(record, path))),
    ])
}

function inside(record: RawRecord, path: ReturnType<typeof parseColumnPath>): unknown {
  return path === undefined ? undefined : valueAt(record, path)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value, (_name, held: unknown) => (typeof held === 'bigint' ? String(held) : held)) ?? ''
}
