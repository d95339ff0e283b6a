import { AssayError, type MetricConfig, scoreRow } from '@assay/core'
import { describe, expect, it, test } from 'vitest'
import { createCatalog } from './catalog.ts'

const { metricFrom } = createCatalog()
const ids = { referenceContextIds: ['a', 'b'], retrievedContextIds: ['b', 'c', 'd'] }
const texts = { referenceContexts: ['Oslo lies inland.'], retrievedContexts: ['Oslo lies in land.', 'Paris.'] }

const F2 = { type: 'f-beta', recall: 'recall@2', precision: { type: 'precision', k: 2 }, beta: 2 }
const ORDER = ['id-based-context-recall', { type: 'non-llm-context-recall', similarity: 'jaro-winkler', threshold: 0.8 }]

describe('precision by similarity is made by its name', () => {
  it.each([
    ['non-llm-context-precision', 'non_llm_context_precision', 0.5],
    ['non_llm_average_precision_retrieved', 'non_llm_average_precision_retrieved', 1],
  ])('%s', async (written, name, value) => {
    const metric = await metricFrom(written)
    expect([metric.name, (await scoreRow(metric, texts)).value]).toEqual([name, value])
  })

  it('takes what has an effect on it, and nothing else', async () => {
    const config = { type: 'non-llm-context-precision', similarity: 'jaro', threshold: 0.9, strict: true, normalize: false, name: 'jaro' }
    expect((await metricFrom(config)).config).toEqual(config)
    await expect(metricFrom({ type: 'non-llm-context-precision', soft: true })).rejects.toThrow(/soft: there is no such option/)
  })
})

describe('a composite is made from its configuration, and rebuilt from its own', () => {
  it.each<[MetricConfig, string, number | null]>([
    [{ type: 'first-scored', of: ORDER }, 'first_scored', 0.5],
    [{ type: 'first_scored', name: 'any', of: ['mrr'] }, 'any', 1],
    [
      {
        type: 'weighted-mean',
        of: [
          { metric: 'recall@2', weight: 3 },
          { metric: 'hit@1', weight: 1 },
        ],
      },
      'weighted_mean',
      0.625,
    ],
    [F2, 'f2', 0.5],
    [{ type: 'first-scored', of: [{ type: 'first-scored', of: ['non-llm-context-precision'] }, { ...F2 }] }, 'first_scored', 0.5],
    [{ type: 'weighted-mean', name: 'j', of: [{ metric: { type: 'context-recall', judge: 'lexical' }, weight: 1 }] }, 'j', null],
  ])('%j', async (config, name, value) => {
    const metric = await metricFrom(config)
    const again = await metricFrom(JSON.parse(JSON.stringify(metric.config)))
    expect([again.name, again.signature, again.config]).toEqual([metric.name, metric.signature, metric.config])
    for (const made of [metric, again]) expect([made.name, (await scoreRow(made, ids)).value]).toEqual([name, value])
  })

  it('hands the judge of the run to its parts, and says which part lacks one', async () => {
    const config = { type: 'first-scored', of: ['context-recall'] }
    await expect(metricFrom(config)).rejects.toThrow(/context_recall needs a judge/)
    const judge = await createCatalog().judgeFrom('lexical')
    expect((await metricFrom(config, { judge })).signature).toContain('judge:lexical')
  })
})

test.each<[MetricConfig, RegExp]>([
  [{ type: 'first-scored' }, /first-scored\.of/],
  [{ type: 'first-scored', of: [] }, /first-scored\.of/],
  [{ type: 'first-scored', of: ['recal@5'] }, /Did you mean recall@5/],
  [{ type: 'weighted-mean', of: [{ metric: 'mrr', weight: 0 }] }, /weighted-mean\.of\[0\]\.weight/],
  [{ type: 'weighted-mean', of: ['mrr'] }, /weighted-mean\.of\[0\]/],
  [{ type: 'f-beta', recall: 'recall@2' }, /f-beta\.precision/],
  [{ ...F2, beta: -1 }, /f-beta\.beta/],
])('%j is refused, naming the place', async (config, message) => {
  const error: unknown = await metricFrom(config).catch((thrown: unknown) => thrown)
  expect(AssayError.is(error) && error.kind).toBe('config')
  expect(String(error)).toMatch(message)
})
