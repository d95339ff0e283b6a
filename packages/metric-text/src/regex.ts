import { AssayError, configError, type Metric } from '@assay/core'
import { bounded } from './bounded.ts'
import { quoted, textMetric, type TextMetricOptions, type ValueDetail } from './text-metric.ts'
import { onlyText } from './text-values.ts'

export type RegexOptions = TextMetricOptions & {
  /** A pattern of JavaScript, without slashes and without flags. */
  readonly value: string
}

/** How long a pattern may take on one response. */
const LIMIT_MS = 1_000

/**
 * 1 where the pattern matches somewhere in the response, else 0. A pattern that takes more than a second leaves its row unscored
 * (`timeout`).
 * @throws AssayError `config` for what is no pattern.
 */
export function regex({ value, name }: RegexOptions): Metric<'response', ValueDetail> {
  const source = onlyText('regex', value)
  const pattern = compiled(source)
  return textMetric({
    type: 'regex',
    name,
    options: { value: source },
    check(response) {
      const holds = matches(pattern, response)
      return { holds, reason: `The response ${holds ? 'matches' : 'does not match'} ${quoted(source)}.`, detail: { value: source } }
    },
  })
}

/** @throws AssayError `timeout` */
export function matches(pattern: RegExp, text: string, limitMs = LIMIT_MS): boolean {
  const found = bounded(() => pattern.test(text), limitMs)
  if (found !== undefined) return found
  throw new AssayError({
    kind: 'timeout',
    message: `The pattern ${quoted(pattern.source)} took longer than ${limitMs} ms on a response of ${text.length} characters. Write it without repetitions inside of repetitions.`,
    isRetryable: false,
  })
}

function compiled(source: string): RegExp {
  try {
    return new RegExp(source)
  } catch (error) {
    throw configError(`regex: ${quoted(source)} is no pattern of JavaScript: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
