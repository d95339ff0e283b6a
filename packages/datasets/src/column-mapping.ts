import { AssayError, type SampleField } from '@assay/core'
import { nearestName } from '@assay/text'
import { type ColumnPath, parseColumnPath } from './column-path.ts'
import { quoted } from './excerpt.ts'
import type { RawRecord } from './format.ts'
import { sampleFields, snakeCase } from './sample-fields.ts'

/** A column's name, a dotted path into a row (`pred.contexts`, `docs[0].text`; `\.` for a dot inside a name), or a function of the row. */
export type ColumnSource = string | ((record: RawRecord) => unknown)

/** Where one field is read from, as asked by the user. */
export type MappedColumn = {
  readonly field: SampleField
  /** As errors name it. */
  readonly shown: string
  /** Looked up as one name before the path is tried. Undefined for a function. */
  readonly name: string | undefined
  readonly path: ColumnPath | undefined
  readonly compute: ((record: RawRecord) => unknown) | undefined
}

/**
 * Checks a mapping of fields (snake or camel case) to columns.
 * @throws AssayError `config` where the left side names no field, or the right side nothing.
 */
export function parseColumns(columns: Readonly<Record<string, ColumnSource>>): ReadonlyMap<SampleField, MappedColumn> {
  const mapped = new Map<SampleField, MappedColumn>()
  for (const [left, right] of Object.entries(columns)) {
    const field = fieldNamed(left)
    if (mapped.has(field)) throw config(`columns: ${field} is mapped twice. Keep one of the two.`)
    mapped.set(field, mappedColumn(field, left, right))
  }
  return mapped
}

function mappedColumn(field: SampleField, left: string, right: unknown): MappedColumn {
  if (typeof right === 'function') {
    const compute = (record: RawRecord): unknown => Reflect.apply(right, undefined, [record])
    return { field, shown: `(function for ${left})`, name: undefined, path: undefined, compute }
  }
  if (typeof right !== 'string' || right === '') {
    throw config(`columns: ${left} must be the name of a column, a path such as "answer.text", or a function of the row.`)
  }
  return { field, shown: right, name: right, path: parseColumnPath(right), compute: undefined }
}

function fieldNamed(left: string): SampleField {
  const found = sampleFields.find(({ field }) => field === left || snakeCase(field) === left)
  if (found !== undefined) return found.field
  const names = sampleFields.map(({ field }) => snakeCase(field))
  const nearest = nearestName(left, names)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  throw config(`columns: there is no field ${quoted(left)}.${hint} Fields are ${names.join(', ')}; the column's name stands on the right.`)
}

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
