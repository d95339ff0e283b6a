import type { JsonObject, JsonValue } from '@assay/core'
import { defineMetricEntry, type MetricEntry, type OptionTable } from '@assay/options'
import * as z from 'zod'

const text = z.string().min(1)
const textOrNumber = z.union([text, z.number()])

/** On a command line one text is a text, and several are a list. */
const readTexts = (texts: readonly string[]): unknown => (texts.length === 1 ? texts[0] : texts)
const value = { help: 'what the response is to be, to hold or to match', value: '<text>', isRequired: true, readTexts } as const

const anyJson = z.union([z.string(), z.number(), z.boolean(), z.array(z.json()), z.record(z.string(), z.json())])
const ofOne = { value: { ...value, schema: textOrNumber } } as const satisfies OptionTable
const ofSeveral = { value: { ...value, schema: z.union([text, z.array(textOrNumber).min(1)]) } } as const satisfies OptionTable
const ofText = { value: { ...value, schema: text } } as const satisfies OptionTable
const ofJson = {
  schema: {
    schema: z.union([z.record(z.string(), z.json()), z.boolean(), text]),
    help: 'a JSON Schema that the JSON is to conform to, as a map or as text',
    value: '<schema>',
  },
} as const satisfies OptionTable

const metrics = () => import('./index.ts')

/** Checks on the text of the response: 1 or 0. */
export const entries: readonly MetricEntry[] = [
  // The first: its value may be anything that a value of the others may be, so the flag takes all of it.
  defineMetricEntry({
    kind: 'metric',
    type: 'equals',
    options: { value: { ...value, schema: anyJson } },
    create: async (options) => (await metrics()).equals(options),
  }),
  defineMetricEntry({ kind: 'metric', type: 'contains', options: ofOne, create: async (options) => (await metrics()).contains(options) }),
  defineMetricEntry({ kind: 'metric', type: 'icontains', options: ofOne, create: async (options) => (await metrics()).icontains(options) }),
  ...(['contains-any', 'contains-all', 'icontains-any', 'icontains-all'] as const).map((type) =>
    defineMetricEntry({
      kind: 'metric',
      type,
      options: ofSeveral,
      create: async (options) => {
        const { containsAll, containsAny, icontainsAll, icontainsAny } = await metrics()
        const made = {
          'contains-any': containsAny,
          'contains-all': containsAll,
          'icontains-any': icontainsAny,
          'icontains-all': icontainsAll,
        }
        return made[type](options)
      },
    }),
  ),
  defineMetricEntry({
    kind: 'metric',
    type: 'starts-with',
    options: ofText,
    create: async (options) => (await metrics()).startsWith(options),
  }),
  defineMetricEntry({ kind: 'metric', type: 'regex', options: ofText, create: async (options) => (await metrics()).regex(options) }),
  ...(['is-json', 'contains-json'] as const).map((type) =>
    defineMetricEntry({
      kind: 'metric',
      type,
      options: ofJson,
      create: async ({ schema, ...options }) => {
        const { containsJson, isJson, jsonSchema } = await metrics()
        const checked = schema === undefined ? options : { ...options, schema: await jsonSchema(await schemaOf(schema, type)) }
        return type === 'is-json' ? isJson(checked) : containsJson(checked)
      },
    }),
  ),
  defineMetricEntry({
    kind: 'metric',
    type: 'levenshtein',
    options: {
      value: { ...value, schema: z.string() },
      atMost: { schema: z.number().min(0), help: 'how many edits are allowed (default 5)', value: '<n>' },
    },
    create: async (options) => (await metrics()).withinEdits(options),
  }),
]

/** A schema as text is YAML, and so also JSON. What reads it is loaded here only. What it holds is checked where it is compiled. */
async function schemaOf(schema: string | boolean | Readonly<Record<string, JsonValue>>, type: string): Promise<JsonObject | boolean> {
  if (typeof schema !== 'string') return schema
  const { readConfigDocument } = await import('@assay/config-kit')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- jsonSchema refuses anything else
  return readConfigDocument(schema, { file: `${type}: schema`, format: 'yaml' }).value as JsonObject | boolean
}
