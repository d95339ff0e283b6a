import { type AnyMetric, type Sample, type Score, scoreRow } from '@assay/core'
import { lexicalScreen } from '@assay/judge'
import { fBeta, firstScored, mapSample, weightedMean } from '@assay/metric-composite'
import { contextRecall } from '@assay/metric-llm-recall'
import { nonLlmAveragePrecisionRetrieved, nonLlmContextPrecision, nonLlmContextRecall } from '@assay/metric-non-llm-recall'
import { describe, expect, it } from 'vitest'

const single: readonly AnyMetric[] = [
  contextRecall({ judge: lexicalScreen() }),
  nonLlmContextRecall(),
  nonLlmContextPrecision(),
  nonLlmAveragePrecisionRetrieved(),
]
const metrics: readonly AnyMetric[] = [
  ...single,
  firstScored(nonLlmContextRecall(), contextRecall({ judge: lexicalScreen() })),
  weightedMean([[nonLlmContextRecall(), 1]]),
  fBeta(nonLlmContextRecall(), nonLlmContextPrecision()),
  mapSample(nonLlmContextRecall(), (sample) => sample, { name: 'same' }),
]
const plain = {
  id: 'q',
  reference: 'Oslo lies in Norway.',
  referenceContexts: ['Oslo lies in Norway.'],
  retrievedContexts: ['Oslo lies in Norway.', 'It has trams.'],
}
const given = (change: object): Sample => ({ ...plain, ...change })

/** By `scoreRow`, and by the metric itself where nobody stands between. */
const scoresOf = async (metric: AnyMetric, change: object): Promise<Score[]> => [
  await scoreRow(metric, given(change)),
  ...(single.includes(metric) ? [await metric.score(given(change) as Parameters<AnyMetric['score']>[0])] : []),
]

describe.each(metrics.map((metric) => [metric.name, metric] as const))('%s', (_name, metric) => {
  it.each([
    ['LangChain', [{ pageContent: 'Oslo lies in Norway.', metadata: {} }, { pageContent: 'It has trams.' }]],
    ['Mastra and LlamaIndex', [{ text: 'Oslo lies in Norway.' }, { text: 'It has trams.' }]],
    ['objects with content, beside texts', [{ content: 'Oslo lies in Norway.' }, 'It has trams.']],
  ])('scores documents of %s as their texts', async (_what, retrievedContexts) => {
    const expected = await scoreRow(metric, plain)
    expect(expected.status).toBe('scored')
    for (const score of await scoresOf(metric, { retrievedContexts })) expect(score).toEqual(expected)
  })

  it.each([
    ['an object without a text', [{ title: 'a' }], 'Row "q": retrievedContexts[0] is an object that holds "title" where a context is due'],
    ['a number', ['a', 7], 'Row "q": retrievedContexts[1] is the number 7 where a context is due'],
    ['null', [null], 'Row "q": retrievedContexts[0] is null where a context is due'],
    ['one text', 'Oslo lies in Norway.', 'Row "q": retrievedContexts is one text where a list of texts is due'],
    [
      'an object for the list',
      { pageContent: 'a' },
      'Row "q": retrievedContexts is an object that holds "pageContent" where a list of texts is due',
    ],
  ])('leaves a row with %s unscored as data, with the same words as any other', async (_what, retrievedContexts, reason) => {
    for (const score of await scoresOf(metric, { retrievedContexts }))
      expect(score).toMatchObject({ status: 'unscored', cause: 'data', reason: expect.stringContaining(reason) })
  })
})
