import type { Metric } from '@assay/core'
import { quoted, textMetric, type TextMetricOptions, type ValueDetail } from './text-metric.ts'
import { type TextValue, textValue } from './text-values.ts'

export type ContainsOptions = TextMetricOptions & {
  /** What the response is to hold: a text that is not empty, or a number as its text. */
  readonly value: TextValue
}

/** 1 where the response holds the value, as it is written, else 0. @throws AssayError `config` for an empty value. */
export function contains(options: ContainsOptions): Metric<'response', ValueDetail> {
  return containing('contains', options, (text) => text)
}

/** The same with both in lower case (`toLowerCase`, no case folding). @throws AssayError `config` for an empty value. */
export function icontains(options: ContainsOptions): Metric<'response', ValueDetail> {
  return containing('icontains', options, (text) => text.toLowerCase())
}

function containing(type: string, { value, name }: ContainsOptions, compared: (text: string) => string): Metric<'response', ValueDetail> {
  const text = textValue(type, value)
  const wanted = compared(text)
  return textMetric({
    type,
    name,
    options: { value: text },
    check(response) {
      const holds = compared(response).includes(wanted)
      return { holds, reason: `The response ${holds ? 'contains' : 'does not contain'} ${quoted(text)}.`, detail: { value: text } }
    },
  })
}
