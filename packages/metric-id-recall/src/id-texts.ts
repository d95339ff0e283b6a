import { AssayError, type Sample } from '@assay/core'

/**
 * The distinct ids of a list as exact text, in their order.
 * @throws AssayError `data` naming row and index of what is no id.
 */
export function idTexts(sample: Sample, field: 'referenceContextIds' | 'retrievedContextIds'): Set<string> {
  const ids: unknown = sample[field]
  if (!Array.isArray(ids)) throw invalid(sample, field, `${kindOf(ids)} where a list of ids is due. Put it in a list, as in ["doc_1"]`)
  const texts = new Set<string>()
  for (let index = 0; index < ids.length; index += 1) {
    const id: unknown = ids[index]
    if (typeof id === 'string') texts.add(id)
    else if (typeof id === 'bigint' || (typeof id === 'number' && Number.isFinite(id))) texts.add(String(id))
    else
      throw invalid(
        sample,
        `${field}[${index}]`,
        `${kindOf(id)}. An id is text or a number; correct the row, or the column this field is read from`,
      )
  }
  return texts
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
