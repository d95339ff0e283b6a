import { type ContextField, contextsOf, type Sample } from '@assay/core'
import { isBlank, normalizeNfc } from '@assay/text'

export type ContextText = {
  /** 0-based, in the sample's full list. */
  readonly index: number
  /** As it is compared. */
  readonly text: string
}

/**
 * The contexts of a list that are not blank, in their order, in NFC if so wanted.
 * @throws AssayError `data` naming row and index of what holds no text.
 */
export function contextTexts(sample: Sample, field: ContextField, normalize: boolean): ContextText[] {
  return contextsOf(sample, field).flatMap((context, index) =>
    isBlank(context) ? [] : [{ index, text: normalize ? normalizeNfc(context) : context }],
  )
}

/** The first of each text. */
export function distinctTexts(contexts: readonly ContextText[]): ContextText[] {
  const seen = new Set<string>()
  return contexts.filter(({ text }) => seen.size < seen.add(text).size)
}
