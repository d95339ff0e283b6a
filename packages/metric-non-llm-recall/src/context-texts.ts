import { type ContextField, contextsOf, type Sample } from '@assay/core'
import { isBlank, normalizeNfc } from '@assay/text'

export type ContextText = {
  /** 0-based, in the sample's full list. */
  readonly index: number
  /** The text that is compared. */
  readonly text: string
}

/**
 * The contexts of a list that are not blank, in their order, in NFC if requested.
 * @throws AssayError `data` with row and index of an item without text.
 */
export function contextTexts(sample: Sample, field: ContextField, normalize: boolean): ContextText[] {
  return contextsOf(sample, field).flatMap((context, index) =>
    isBlank(context) ? [] : [{ index, text: normalize ? normalizeNfc(context) : context }],
  )
}

/** The first of each group of equal texts. */
export function distinctTexts(contexts: readonly ContextText[]): ContextText[] {
  const seen = new Set<string>()
  return contexts.filter(({ text }) => seen.size < seen.add(text).size)
}
