import { configError, type JsonObject, type JsonValue, type Metric } from '@assay/core'
import { jsonInText } from './json-in-text.ts'
import type { SchemaCheck } from './json-schema.ts'
import { textMetric, type TextMetricOptions, type TextOutcome } from './text-metric.ts'

export type JsonOptions = TextMetricOptions & {
  /** What the JSON is to conform to: `await jsonSchema({ … })`. Without one, any JSON will do. */
  readonly schema?: SchemaCheck | undefined
}

/** Where the JSON does not conform to the schema; `null` where it does, or there is no JSON. */
export type JsonDetail = { readonly fault: string | null }

/** 1 where the whole response is JSON, any value of it, and conforms to the schema, else 0. @throws AssayError `config` for a blank name. */
export function isJson({ schema, name }: JsonOptions = {}): Metric<'response', JsonDetail> {
  return textMetric({
    type: 'is-json',
    name,
    options: optionsOf(schema),
    check(response) {
      let value: JsonValue
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives
        value = JSON.parse(response) as JsonValue
      } catch {
        return { holds: false, reason: 'The response is not JSON.', detail: { fault: null } }
      }
      return outcomeOf('The response is JSON', schema?.faultOf(value), schema)
    },
  })
}

/**
 * 1 where some object or list of JSON stands in the response and conforms to the schema, else 0. Outermost ones are looked at, and none
 * is repaired: `{a, b}` and `{"a": 1` are no JSON.
 * @throws AssayError `config` for a blank name.
 */
export function containsJson({ schema, name }: JsonOptions = {}): Metric<'response', JsonDetail> {
  return textMetric({
    type: 'contains-json',
    name,
    options: optionsOf(schema),
    check(response) {
      let fault: string | undefined
      let isFound = false
      for (const value of jsonInText(response)) {
        const own = schema?.faultOf(value)
        if (own === undefined) return outcomeOf('The response contains JSON', undefined, schema)
        fault ??= own
        isFound = true
      }
      if (isFound) return outcomeOf('The response contains JSON', fault, schema)
      return { holds: false, reason: 'The response contains no object or list of JSON.', detail: { fault: null } }
    },
  })
}

function optionsOf(schema: SchemaCheck | undefined): Readonly<Record<string, JsonObject | boolean>> {
  if (schema !== undefined && typeof schema.faultOf !== 'function')
    throw configError('isJson and containsJson take a schema that is ready to be used: schema: await jsonSchema({ … }).')
  return schema === undefined ? {} : { schema: schema.schema }
}

function outcomeOf(what: string, fault: string | undefined, schema: SchemaCheck | undefined): TextOutcome<JsonDetail> {
  const conforms =
    schema === undefined ? '' : fault === undefined ? ' that conforms to the schema' : ` that does not conform to the schema: ${fault}`
  return { holds: fault === undefined, reason: `${what}${conforms}.`, detail: { fault: fault ?? null } }
}
