import type { AnyMetric, Metric, MetricConfig } from '@assay/core'
import { checkOptions, type MetricSurroundings } from '@assay/options'
import { testMetric } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { entries } from './entry.ts'
import * as texts from './index.ts'

const schema = await texts.jsonSchema({ type: 'object', required: ['latitude'] })

const metrics: readonly AnyMetric[] = [
  texts.contains({ value: 7 }),
  texts.icontains({ value: 'Gate', name: 'gate' }),
  texts.containsAny({ value: 'gate, "1,000"' }),
  texts.containsAll({ value: ['gate', 7] }),
  texts.icontainsAny({ value: ['GATE'] }),
  texts.icontainsAll({ value: ['GATE', 'BELL'] }),
  texts.equals({ value: '{"a":1}' }),
  texts.equals({ value: { a: 1, b: [null] }, name: 'object' }),
  texts.startsWith({ value: 'The' }),
  texts.regex({ value: '\\d+' }),
  texts.isJson(),
  texts.isJson({ schema }),
  texts.containsJson(),
  texts.containsJson({ schema, name: 'place' }),
  texts.withinEdits({ value: 'The gate.' }),
  texts.withinEdits({ value: 'The gate.', atMost: 2 }),
]

async function rebuild({ type, ...options }: MetricConfig): Promise<AnyMetric> {
  const entry = entries.find((one) => one.type === type)!
  const { name, ...own } = options as { name?: string }
  return entry.create({ ...checkOptions(entry.options, own), ...(name === undefined ? {} : { name }) }, {} as MetricSurroundings)
}

describe.each(metrics.map((metric) => [metric.signature, metric as Metric<'response'>] as const))(
  '%s is a Metric',
  (_signature, metric) => {
    const samples = ['The gate, 7.', '{"latitude": 1}', '[{"a": 1, "b": [null]}]', 'THE BELL'].map((response) => ({ response }))
    for (const { name, run } of testMetric(metric, samples, { rebuild })) test(name, run)
  },
)

test('every value that changes a score is in the signature', () => {
  expect(new Set(metrics.map(({ signature }) => signature)).size).toBe(metrics.length)
  expect(texts.equals({ value: { a: 1 } }).signature).not.toBe(texts.equals({ value: '{"a":1}' }).signature)
  const long = 'x'.repeat(10_000)
  const [one, other] = [texts.contains({ value: `${long}1` }), texts.contains({ value: `${long}2` })]
  expect(one.signature).not.toBe(other.signature)
  expect(one.signature.length).toBeLessThan(200)
})

test('a blank name is refused', () => {
  expect(() => texts.contains({ value: 'a', name: ' ' })).toThrow('contains: the name is blank')
})
