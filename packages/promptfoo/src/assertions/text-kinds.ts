import { canonicalJson, type JsonObject, type AnyMetric } from '@assay/core'
import {
  contains,
  containsAll,
  containsAny,
  containsJson,
  equals,
  icontains,
  icontainsAll,
  icontainsAny,
  isJson,
  jsonSchema,
  regex,
  type SchemaCheck,
  startsWith,
  withinEdits,
} from '@assay/metric-text'
import { readConfigDocument } from '@assay/config-kit'
import { valueOfRow } from '../checks/value-of-row.ts'
import type { Assertion } from '../tests/test-case.ts'
import type { AssertionKind, BuiltKind, KindTools } from './kind.ts'

/** The options of a check on a text. The value is unchecked; the metric refuses invalid ones. */
type Written = { readonly value: never; readonly name: string }

/** Checks of the answer's text against a value. */
const OF_VALUES: Readonly<Record<string, (written: Written) => AnyMetric>> = {
  contains,
  icontains,
  'contains-any': containsAny,
  'contains-all': containsAll,
  'icontains-any': icontainsAny,
  'icontains-all': icontainsAll,
  equals,
  'starts-with': startsWith,
  regex,
}

const OF_JSON = { 'is-json': isJson, 'contains-json': containsJson } as const

export const textKinds: readonly AssertionKind[] = [
  ...Object.entries(OF_VALUES).map(([type, make]) =>
    textKind(type, async (assertion, tools) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the metric refuses what is no value for it
      const value = tools.value(assertion.fields.value) as never
      const metric = await assertion.source.settle(async () => make({ value, name: tools.name }), ['value'])
      return ofRow(metric, value, assertion, tools)
    }),
  ),
  ...Object.entries(OF_JSON).map(([type, make]) =>
    textKind(type, async (assertion, tools) => {
      const value = tools.value(assertion.fields.value)
      const schema = await assertion.source.settle(() => schemaOf(value, type, tools), ['value'])
      return ofRow(make({ schema, name: tools.name }), value, assertion, tools)
    }),
  ),
  textKind('levenshtein', async ({ fields, source }, { name, text }) => {
    if (typeof fields.value !== 'string') throw source.fault('levenshtein needs a value: the text to be near to.', ['value'])
    const value = text(fields.value)
    return { metric: valueOfRow(withinEdits({ value, atMost: fields.threshold ?? undefined, name })), threshold: 1, asks: value }
  }),
]

function textKind(type: string, build: AssertionKind['build']): AssertionKind {
  return { types: [type], readsOutput: true, readsContext: false, build }
}

/** The check of one row. Its value belongs to the row, like a reference. */
function ofRow(metric: AnyMetric, value: unknown, { fields, source }: Assertion, { notes }: KindTools): BuiltKind {
  if (fields.threshold !== undefined && fields.threshold !== null)
    notes.add(`"threshold" of ${fields.type} is not read: it holds or does not`, source.place(['threshold']))
  return { metric: valueOfRow(metric), threshold: 1, asks: JSON.stringify(value ?? null) }
}

/** Compiles a schema once for all rows that have it. As text it is YAML. */
async function schemaOf(value: unknown, type: string, { shared }: KindTools): Promise<SchemaCheck | undefined> {
  if (value === undefined || value === null || value === '') return undefined
  const schema: unknown = typeof value === 'string' ? readConfigDocument(value, { file: 'the schema', format: 'yaml' }).value : value
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- jsonSchema refuses anything else
  return shared(`${type} ${canonicalJson(schema)}`, () => jsonSchema(schema as JsonObject | boolean))
}
