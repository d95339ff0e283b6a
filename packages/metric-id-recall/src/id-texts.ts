import { AssayError, type Sample } from '@assay/core'

/** Up to this length, searching a list is cheaper than building a set. */
const SHORT = 32

/**
 * The ids of a list as exact text, in their order, with repeats: the list itself if all are texts.
 * @throws AssayError `data` with row and index of a value that is not an id.
 */
export function idTexts(sample: Sample, field: 'referenceContextIds' | 'retrievedContextIds'): readonly string[] {
  const ids: unknown = sample[field]
  if (!Array.isArray(ids)) throw invalid(sample, field, `${kindOf(ids)} where a list of ids is due. Put it in a list, as in ["doc_1"]`)
  return isTexts(ids) ? ids : Array.from(ids, (id: unknown, index) => idText(id, sample, `${field}[${index}]`))
}

/** Each id once, in the order of first appearance: the list itself if none is repeated. */
export function distinct(ids: readonly string[]): readonly string[] {
  if (ids.length > SHORT) return [...new Set(ids)]
  for (let index = 1; index < ids.length; index += 1) if (ids.indexOf(ids[index] ?? '') < index) return [...new Set(ids)]
  return ids
}

/** Makes a test for membership in a list. */
export function membership(ids: readonly string[]): (id: string) => boolean {
  if (ids.length <= SHORT) return (id) => ids.includes(id)
  const set = new Set(ids)
  return (id) => set.has(id)
}

function isTexts(ids: readonly unknown[]): ids is readonly string[] {
  for (let index = 0; index < ids.length; index += 1) if (typeof ids[index] !== 'string') return false
  return true
}

function idText(id: unknown, sample: Sample, place: string): string {
  if (typeof id === 'string') return id
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isFinite(id))) return String(id)
  throw invalid(sample, place, `${kindOf(id)}. An id is text or a number; correct the row, or the column this field is read from`)
}

function invalid(sample: Sample, place: string, fault: string): AssayError {
  const row = sample.id === undefined ? 'This row' : `Row ${JSON.stringify(sample.id)}`
  return new AssayError({ kind: 'data', message: `${row}: ${place} is ${fault}.` })
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? 'one text' : `a value of type ${typeof value}`
}
