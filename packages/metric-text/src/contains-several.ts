import type { Metric } from '@assay/core'
import { quoted, textMetric, type TextMetricOptions } from './text-metric.ts'
import { type TextValue, textValues } from './text-values.ts'

export type ContainsSeveralOptions = TextMetricOptions & {
  /**
   * What the response is to hold: a list of texts and numbers, or one text with commas. Of such a text each item is trimmed, empty ones
   * are left out, and an item in quotation marks keeps its commas (`""`, `\"` and `\\` stand for what would end it).
   */
  readonly value: string | readonly TextValue[]
}

/** Which of the values the response holds. */
export type ContainsDetail = { readonly found: readonly string[]; readonly missing: readonly string[] }

/** 1 where the response holds at least one of the values, else 0. @throws AssayError `config` for a value without a text. */
export function containsAny(options: ContainsSeveralOptions): Metric<'response', ContainsDetail> {
  return containingSeveral('contains-any', options, { isAnyEnough: true })
}

/** 1 where the response holds each of the values, else 0. @throws AssayError `config` for a value without a text. */
export function containsAll(options: ContainsSeveralOptions): Metric<'response', ContainsDetail> {
  return containingSeveral('contains-all', options, {})
}

/** `containsAny` with all texts in lower case. @throws AssayError `config` for a value without a text. */
export function icontainsAny(options: ContainsSeveralOptions): Metric<'response', ContainsDetail> {
  return containingSeveral('icontains-any', options, { isAnyEnough: true, ignoresCase: true })
}

/** `containsAll` with all texts in lower case. @throws AssayError `config` for a value without a text. */
export function icontainsAll(options: ContainsSeveralOptions): Metric<'response', ContainsDetail> {
  return containingSeveral('icontains-all', options, { ignoresCase: true })
}

function containingSeveral(
  type: string,
  { value, name }: ContainsSeveralOptions,
  { isAnyEnough = false, ignoresCase = false }: { readonly isAnyEnough?: boolean; readonly ignoresCase?: boolean },
): Metric<'response', ContainsDetail> {
  const texts = textValues(type, value)
  const compared = (text: string): string => (ignoresCase ? text.toLowerCase() : text)
  const wanted = texts.map((text) => ({ text, compared: compared(text) }))
  return textMetric({
    type,
    name,
    options: { value: texts },
    check(response) {
      const searched = compared(response)
      const found = wanted.filter((one) => searched.includes(one.compared)).map(({ text }) => text)
      const missing = wanted.filter((one) => !searched.includes(one.compared)).map(({ text }) => text)
      return {
        holds: isAnyEnough ? found.length > 0 : missing.length === 0,
        reason: reasonOf(found, missing, isAnyEnough),
        detail: { found, missing },
      }
    },
  })
}

function reasonOf(found: readonly string[], missing: readonly string[], isAnyEnough: boolean): string {
  const [first, ...others] = isAnyEnough ? found : missing
  const all = found.length + missing.length
  if (first === undefined)
    return isAnyEnough ? `The response contains none of the ${all} expected texts.` : `The response contains all ${all} expected texts.`
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return isAnyEnough
    ? `The response contains ${quoted(first)}${more} of the ${all} expected texts.`
    : `The response does not contain ${quoted(first)}${more} of the ${all} expected texts.`
}
