import type { AnyMetric, EmbeddingAdapter, MetricConfig, Sample } from '@assay/core'
import { lexicalScreen, panel, rehearsedReply, votes } from '@assay/judge'
import { scriptedAdapter, testMetric } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { entries } from './entry.ts'
import {
  answerRelevancy,
  claimUtilization,
  factualCorrectness,
  factuality,
  faithfulness,
  hallucination,
  llmRubric,
  noiseSensitivity,
  selfKnowledge,
} from './index.ts'

/** Answers every question in its form. */
const judge = scriptedAdapter((call) => rehearsedReply(call) ?? 'nothing')
const embedding: EmbeddingAdapter = {
  specificationVersion: 'v1',
  provider: 'counting',
  modelId: 'letters',
  fingerprint: { adapter: 'counting' },
  maxBatch: 100,
  doEmbed: async (texts) => ({ vectors: texts.map((text) => [text.length, text.split(' ').length, 1]), usage: { ...USAGE } }),
}
const USAGE = { calls: 1, inputTokens: 3, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 }

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
  ['faithfulness', () => faithfulness({ judge })],
  [
    'faithfulness per claim, with votes, a name and a quote',
    () => faithfulness({ judge, strategy: 'per-claim', votes: 3, name: 'mine', requireQuote: true }),
  ],
  ['faithfulness by a screen', () => faithfulness({ judge: lexicalScreen() })],
  ['faithfulness by a panel', () => faithfulness({ judge: panel([judge, judge, judge]) })],
  ['factual correctness', () => factualCorrectness({ judge, beta: 2 })],
  ['factual precision', () => factualCorrectness({ judge, mode: 'precision' })],
  ['factual recall by sentences', () => factualCorrectness({ judge, mode: 'recall', claims: 'sentences' })],
  ['hallucination', () => hallucination({ judge })],
  ['self-knowledge', () => selfKnowledge({ judge: votes(judge, 3) })],
  ['noise sensitivity', () => noiseSensitivity({ judge })],
  ['noise sensitivity to irrelevant contexts', () => noiseSensitivity({ judge, mode: 'irrelevant' })],
  ['claim utilization', () => claimUtilization({ judge, prompts: { claims: { version: 'mine' } } })],
  ['answer relevancy by claims', () => answerRelevancy({ judge, votes: 3 })],
  ['answer relevancy by questions', () => answerRelevancy({ judge, embedding, questions: 2, language: 'de' })],
  ['factuality', () => factuality({ judge, weights: { subset: 0.4 }, prompts: { category: { version: 'mine' } } })],
  ['a rubric', () => llmRubric({ judge, rubric: 'Names a country.' })],
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
  const given = {
    judge: undefined,
    adapterFrom: async () => judge,
    embeddingFrom: async () => embedding,
    similarityFrom: never,
    metricFrom: never,
  }
  const again = await entry?.rebuild?.(config, given)
  if (again === undefined) throw new Error(`${config.type} is not made again`)
  return again
}
