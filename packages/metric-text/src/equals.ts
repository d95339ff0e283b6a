import { canonicalJson, configError, type JsonValue, type Metric } from '@assay/core'
import { shownKind } from './text-values.ts'
import { quoted, textMetric, type TextMetricOptions, type ValueDetail } from './text-metric.ts'

export type EqualsOptions = TextMetricOptions & {
  /** A text, also an empty one; a number or a boolean as its text; an object or a list, which the response is to be as JSON. */
  readonly value: string | number | boolean | { readonly [name: string]: JsonValue } | readonly JsonValue[]
}

/**
 * 1 where the response is the value, else 0. Texts are compared as they are. An object or a list is compared with the response read as
 * JSON, whatever the order of names.
 * @throws AssayError `config` for a value that is missing, `null`, or no JSON.
 */
export function equals({ value, name }: EqualsOptions): Metric<'response', ValueDetail> {
  if (typeof value === 'object' && value !== null) return equalsJson(value, name)
  const text = scalarText(value)
  return textMetric({
    type: 'equals',
    name,
    options: { value: text },
    check(response) {
      const holds = response === text
      return { holds, reason: `The response is ${holds ? '' : 'not '}${quoted(text)}.`, detail: { value: text } }
    },
  })
}

function equalsJson(value: JsonValue, name: string | undefined): Metric<'response', ValueDetail> {
  const json = jsonOf(value)
  return textMetric({
    type: 'equals',
    name,
    // The same JSON as a text is another check.
    signedAs: 'equals_json',
    options: { value: parsedJson(json) ?? null },
    check(response) {
      const parsed = parsedJson(response)
      if (parsed === undefined)
        return { holds: false, reason: 'The response is not JSON, and the expected value is.', detail: { value: json } }
      const holds = canonicalJson(parsed) === json
      return { holds, reason: `As JSON the response is ${holds ? '' : 'not '}the expected value.`, detail: { value: json } }
    },
  })
}

function scalarText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  throw configError(`equals: the value is ${shownKind(value)}. Give what the response is to be.`)
}

function jsonOf(value: JsonValue): string {
  try {
    return canonicalJson(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw configError('equals: the value holds something that JSON has no form for. Give texts, numbers, booleans, null, lists and maps.')
  }
}

function parsedJson(text: string): JsonValue | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
