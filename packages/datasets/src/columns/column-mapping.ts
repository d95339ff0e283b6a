import { configError, type SampleField } from '@assay/core'
import { nearestName } from '@assay/text'
import { type ColumnPath, parseColumnPath } from './column-path.ts'
import { quoted } from '../excerpt.ts'
import type { RawRecord } from '../formats/format.ts'
import { compileJsonPath, isJsonPath, type JsonPath } from './json-path.ts'
import { sampleFields, snakeCase } from './sample-fields.ts'

/**
 * A column's name, a dotted path into a row (`pred.contexts`, `docs[0].text`; `\.` for a dot inside a name), a JSONPath
 * (`$.docs[*].text`), or a function of the row.
 */
export type ColumnSource = string | ((record: RawRecord) => unknown)

/** The source of one field, as the user maps it. */
export type MappedColumn = {
  readonly field: SampleField
  /** Its name in errors. */
  readonly shown: string
  /** Tried as a whole name before the path. Undefined for a function. */
  readonly name: string | undefined
  readonly path: ColumnPath | undefined
  readonly query: JsonPath | undefined
  readonly compute: ((record: RawRecord) => unknown) | undefined
}

/**
 * Checks a mapping of fields (snake or camel case) to columns.
 * @throws AssayError `config` if the left side is not a field, or the right side is empty.
 */
export function parseColumns(columns: Readonly<Record<string, ColumnSource>>): ReadonlyMap<SampleField, MappedColumn> {
  const mapped = new Map<SampleField, MappedColumn>()
  for (const [left, right] of Object.entries(columns)) {
    const field = fieldNamed(left, right)
    const before = mapped.get(field)
    if (before !== undefined)
      throw configError(
        `columns: ${snakeCase(field)} is mapped twice, to ${before.shown} and to ${shownOf(left, right)}. Keep one of the two.`,
      )
    mapped.set(field, mappedColumn(field, left, right))
  }
  return mapped
}

function mappedColumn(field: SampleField, left: string, right: unknown): MappedColumn {
  if (typeof right === 'function') {
    const compute = (record: RawRecord): unknown => atOnce(left, Reflect.apply(right, undefined, [record]))
    return { field, shown: shownOf(left, right), name: undefined, path: undefined, query: undefined, compute }
  }
  if (typeof right !== 'string' || right === '') {
    throw configError(`columns: ${left} must be the name of a column, a path such as "answer.text", or a function of the row.`)
  }
  const query = isJsonPath(right) ? queryOf(left, right) : undefined
  return { field, shown: right, name: right, path: query === undefined ? parseColumnPath(right) : undefined, query, compute: undefined }
}

function shownOf(left: string, right: unknown): string {
  return typeof right === 'function' ? `(function for ${left})` : String(right)
}

function atOnce(left: string, value: unknown): unknown {
  if (!(value instanceof Promise)) return value
  // A rejection of its own would come too late to be reported.
  value.catch(() => undefined)
  throw configError(`columns: the function for ${left} gave a promise, and columns are read at once. Give the value itself, without async.`)
}

function queryOf(left: string, path: string): JsonPath {
  try {
    return compileJsonPath(path)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw configError(`columns: ${left}=${path} is no JSONPath (RFC 9535): ${why}. A path such as $.docs[*].text was expected.`)
  }
}

function fieldNamed(left: string, right: unknown): SampleField {
  const found = sampleFields.find(({ field }) => field === left || snakeCase(field) === left)
  if (found !== undefined) return found.field
  const names = sampleFields.map(({ field }) => snakeCase(field))
  throw configError(
    `columns: there is no field ${quoted(left)}.${hintFor(left, right, names)} Fields are ${names.join(', ')}; the column's name stands on the right.`,
  )
}

function hintFor(left: string, right: unknown, names: readonly string[]): string {
  const recognised = sampleFields.find((info) => info.names.includes(left))
  if (recognised !== undefined) return ` The column ${quoted(left)} is read as ${snakeCase(recognised.field)}: that name goes on the left.`
  if (sampleFields.some(({ field }) => right === field || right === snakeCase(field))) return ` Did you mean ${String(right)}=${left}?`
  const nearest = nearestName(left, names)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}
