import { isRecord } from '@assay/core'
import { dataError } from '../data-error.ts'
import type { RawRecord } from './format.ts'
import type { JsonRowPlace } from './json-row.ts'

/**
 * Detects a table that pandas wrote as one object, by columns or by index, instead of rows.
 * @throws AssayError `data` with the option for pandas.
 */
export function refusePandasTable(record: RawRecord, { file, line }: JsonRowPlace): void {
  const orient = orientOf(record)
  if (orient === undefined) return
  throw dataError(
    { file, line },
    `the whole table is one object, as pandas writes it by orient=${orient}, and rows are read one by one. Write it by df.to_json(path, orient='records').`,
  )
}

/** Only with a numeric index: another one cannot be recognized as an index. */
function orientOf(record: RawRecord): string | undefined {
  const { columns, data } = record
  if (Array.isArray(columns) && Array.isArray(data) && data.every(Array.isArray)) return "'split'"
  const values = Object.values(record)
  const [first] = values
  if (!isRecord(first) || !values.every(isRecord)) return undefined
  const keys = Object.keys(first)
  if (keys.length === 0 || !values.every((value) => hasKeys(value, keys))) return undefined
  if (keys.every(isNumber)) return "'columns'"
  return Object.keys(record).every(isNumber) ? "'index'" : undefined
}

function hasKeys(record: RawRecord, keys: readonly string[]): boolean {
  return Object.keys(record).length === keys.length && keys.every((key) => Object.hasOwn(record, key))
}

function isNumber(key: string): boolean {
  return /^\d+$/.test(key)
}
