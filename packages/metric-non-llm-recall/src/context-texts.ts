import { AssayError, type Sample } from '@assay/core'
import { isBlank, normalizeNfc } from '@assay/text'

export type ContextText = {
  /** 0-based, in the sample's full list. */
  readonly index: number
  /** As it is compared. */
  readonly text: string
}

/**
 * The contexts of a list that are not blank, in their order, in NFC if so wanted.
 * @throws AssayError `data` naming row and index of what is no text.
 */
export function contextTexts(sample: Sample, field: 'referenceContexts' | 'retrievedContexts', normalize: boolean): ContextText[] {
  const contexts: unknown = sample[field]
  if (!Array.isArray(contexts)) throw invalid(sample, field, `is no list of texts. Put the text in a list, as in ["…"]`)
  const kept: ContextText[] = []
  for (let index = 0; index < contexts.length; index += 1) {
    const context: unknown = contexts[index]
    if (typeof context !== 'string')
      throw invalid(sample, `${field}[${index}]`, `is ${kindOf(context)}. A context is text; correct the row`)
    if (!isBlank(context)) kept.push({ index, text: normalize ? normalizeNfc(context) : context })
  }
  return kept
}

/** The first of each text. */
export function distinctTexts(contexts: readonly ContextText[]): ContextText[] {
  const seen = new Set<string>()
  return contexts.filter(({ text }) => seen.size < seen.add(text).size)
}

function invalid(sample: Sample, place: string, fault: string): AssayError {
  const row = sample.id === undefined ? 'This row' : `Row ${JSON.stringify(sample.id)}`
  return new AssayError({ kind: 'data', message: `${row}: ${place} ${fault}.` })
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}
