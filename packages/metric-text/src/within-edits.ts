import { configError, type Metric } from '@assay/core'
import levenshtein from 'fast-levenshtein'
import { textMetric, type TextMetricOptions } from './text-metric.ts'
import { shownKind } from './text-values.ts'

export type WithinEditsOptions = TextMetricOptions & {
  /** The text to be near to. */
  readonly value: string
  /** How many characters may be inserted, deleted or replaced. At least 0; default 5. */
  readonly atMost?: number | undefined
}

/** How many edits there are; `null` where the lengths alone differ by more than are allowed. */
export type WithinEditsDetail = { readonly distance: number | null; readonly value: string }

const DEFAULT_EDITS = 5

/**
 * 1 where the response is at most so many edits (Levenshtein, of UTF-16 units) from the value, else 0: promptfoo's `levenshtein`.
 * @throws AssayError `config` for a value that is no text, or a limit below 0.
 */
export function withinEdits({ value, atMost = DEFAULT_EDITS, name }: WithinEditsOptions): Metric<'response', WithinEditsDetail> {
  if (typeof value !== 'string') throw configError(`levenshtein: the value is ${shownKind(value)}. Give the text to be near to.`)
  if (!(atMost >= 0 && Number.isFinite(atMost))) throw configError(`levenshtein: atMost is ${atMost}. Give a number of edits, 0 or more.`)
  return textMetric({
    type: 'levenshtein',
    name,
    options: { value, ...(atMost === DEFAULT_EDITS ? {} : { atMost }) },
    check(response) {
      const isFar = Math.abs(response.length - value.length) > atMost
      // Texts whose lengths differ by more are never compared: what a model answers may be long.
      const distance = isFar ? null : levenshtein.get(response, value)
      const reason = `The response is ${distance === null ? `more than ${atMost}` : distance} edits from the expected text; ${atMost} are allowed.`
      return { holds: distance !== null && distance <= atMost, reason, detail: { distance, value } }
    },
  })
}
