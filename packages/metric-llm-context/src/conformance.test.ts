import type { AnyMetric, MetricConfig, Sample } from '@assay/core'
import { lexicalScreen, llmUsefulness, panel, rehearsedReply, votes } from '@assay/judge'
import { scriptedAdapter, testMetric } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { entries } from './entry.ts'
import { contextEntityRecall, contextPrecision, contextRelevance } from './index.ts'

/** Answers every question in its form. */
const judge = scriptedAdapter((call) => rehearsedReply(call) ?? 'nothing')
const userInput = 'Where is Oslo?'
const reference = 'Oslo is in Norway. It is the capital. It lies on a fjord.'
const response = 'Oslo lies in Norway. It is its capital.'
const retrievedContexts = ['Oslo is in Norway.', '', 'The capital of Norway lies on a fjord.', 'Oslo is in Norway.']
const samples: readonly Sample[] = [
  { userInput, reference, response, retrievedContexts },
  { userInput, reference, response: reference, retrievedContexts: [] },
  { userInput: ' ', reference, response: ' ', retrievedContexts },
  { userInput, reference: '', response, retrievedContexts: [' '] },
]

const forms: readonly (readonly [name: string, make: () => unknown])[] = [
  ['context precision', () => contextPrecision({ judge })],
  [
    'context precision against the response, in one call',
    () => contextPrecision({ judge, against: 'response', strategy: 'batched', aggregate: 'share' }),
  ],
  ['context precision with votes and a quote', () => contextPrecision({ judge, votes: 3, requireQuote: true, name: 'mine' })],
  [
    'context precision by a panel',
    () => contextPrecision({ judge: panel([llmUsefulness({ judge }), votes(llmUsefulness({ judge }), 3), llmUsefulness({ judge })]) }),
  ],
  ['context precision by claims', () => contextPrecision({ judge, by: 'claims' })],
  [
    'context precision by claims of the response',
    () => contextPrecision({ judge, by: 'claims', against: 'response', strategy: 'per-claim' }),
  ],
  ['context precision by claims and a screen', () => contextPrecision({ judge: lexicalScreen(), by: 'claims' })],
  ['context relevance', () => contextRelevance({ judge })],
  ['context relevance by sentences', () => contextRelevance({ judge, unit: 'sentence', votes: 3 })],
  ['context entity recall', () => contextEntityRecall({ judge })],
  ['context entity recall by text', () => contextEntityRecall({ judge, match: 'text', prompts: { entities: { version: 'mine' } } })],
  ['context entity recall with a screen', () => contextEntityRecall({ judge, verifier: lexicalScreen() })],
]

describe.each(forms)('%s is a Metric', (_name, make) => {
  const metric = make() as AnyMetric
  const checks = testMetric(
    metric,
    samples.filter((sample) => metric.needs.every((field) => sample[field] !== undefined)),
    { rebuild },
  )
  for (const { name, run } of checks) test(name, run)

  test('has a config from which its entry makes it again', () => {
    expect(metric.config).not.toBeNull()
  })
})

async function rebuild(config: MetricConfig): Promise<AnyMetric> {
  const entry = entries.find(({ type }) => type === config.type)
  const never = () => Promise.reject(new Error('not asked for'))
  const given = { judge: undefined, adapterFrom: async () => judge, embeddingFrom: never, similarityFrom: never, metricFrom: never }
  const again = await entry?.rebuild?.(config, given)
  if (again === undefined) throw new Error(`${config.type} is not made again`)
  return again
}
