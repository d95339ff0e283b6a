import type { Metric } from '@assay/core'
import { quoted, textMetric, type TextMetricOptions, type ValueDetail } from './text-metric.ts'
import { onlyText } from './text-values.ts'

export type StartsWithOptions = TextMetricOptions & {
  /** A text that is not empty. */
  readonly value: string
}

/** 1 where the response begins with the value, else 0. @throws AssayError `config` for an empty value. */
export function startsWith({ value, name }: StartsWithOptions): Metric<'response', ValueDetail> {
  const text = onlyText('starts-with', value)
  return textMetric({
    type: 'starts-with',
    name,
    options: { value: text },
    check(response) {
      const holds = response.startsWith(text)
      return { holds, reason: `The response ${holds ? 'begins' : 'does not begin'} with ${quoted(text)}.`, detail: { value: text } }
    },
  })
}
