import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { createCatalog } from './catalog.ts'
import { withCutoffs } from './cutoff-name.ts'

const { metricFrom } = createCatalog()

async function complaint(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error(`no AssayError: ${String(error)}`)
  expect(error.kind).toBe('config')
  return error.message
}

describe('a measure by ids is found by what one writes', () => {
  it.each([
    ['recall@5', 'recall@5', 'recall|k:5|v1'],
    ['Precision@3', 'precision@3', 'precision|k:3|v1'],
    ['hit@1', 'hit@1', 'hit|k:1|v1'],
    ['mrr', 'mrr', 'mrr|v1'],
    ['mrr@10', 'mrr@10', 'mrr|k:10|v1'],
    ['ndcg', 'ndcg', 'ndcg|v1'],
    ['ndcg@10', 'ndcg@10', 'ndcg|k:10|v1'],
    ['average-precision', 'average_precision', 'average_precision|v1'],
    ['average_precision', 'average_precision', 'average_precision|v1'],
    ['average-precision-retrieved', 'average_precision_retrieved', 'average_precision|of:retrieved|v1'],
    ['id-based-context-precision', 'id_based_context_precision', 'id_based_context_precision|v1'],
  ])('%s', async (written, name, signature) => {
    const metric = await metricFrom(written)
    expect([metric.name, metric.signature]).toEqual([name, signature])
  })
})

describe('a measure by ids is rebuilt from its own config', () => {
  it.each([
    { type: 'recall', k: 5 },
    { type: 'recall@5', name: 'bm25', relevanceLevel: 2, emptyReference: 'zero' },
    { type: 'precision', k: 3 },
    { type: 'hit', k: 1 },
    { type: 'mrr', k: 10 },
    { type: 'ndcg', k: 10, emptyReference: 'zero' },
    { type: 'ndcg' },
    { type: 'average-precision', of: 'retrieved' },
    { type: 'average-precision-retrieved', relevanceLevel: 3 },
    { type: 'id-based-context-precision', relevanceLevel: 2 },
    { type: 'id-based-context-recall', relevanceLevel: 2, emptyReference: 'zero' },
  ])('%j', async (config) => {
    const metric = await metricFrom(config)
    const again = await metricFrom(JSON.parse(JSON.stringify(metric.config)))
    expect([again.name, again.signature, again.config]).toEqual([metric.name, metric.signature, metric.config])
  })
})

describe('what is no measure by ids is refused with what to write', () => {
  it.each([
    ['recall', /recall needs to know how many .* Write recall@5/],
    ['recall@0', /ends in @0, where a whole number of at least 1 is due, as in recall@5/],
    ['recall@five', /ends in @five/],
    ['recall@', /ends in @,/],
    ['recal@5', /no metric "recal@5".*Did you mean recall@5\?/],
    ['average-precision@5', /k/],
    ['id-based-context-recall@5', /k: there is no such option/],
    [{ type: 'recall@5', k: 3 }, /has k 3 as well/],
    [{ type: 'ndcg', relevanceLevel: 2 }, /relevanceLevel/],
    [{ type: 'mrr', relevanceLevel: 0 }, /mrr\.relevanceLevel/],
    [{ type: 'mrr', emptyReference: 'one' }, /mrr\.emptyReference/],
  ])('%j', async (config, message) => {
    expect(await complaint(metricFrom(config))).toMatch(message)
  })
})

it('a metric of yours may have an @ in its name', async () => {
  const mine = createCatalog()
  const metric = await mine.metricFrom('mrr')
  mine.register({ kind: 'metric', type: 'mine@home', options: {}, create: () => Promise.resolve(metric) })
  expect(await mine.metricFrom('mine@home')).toBe(metric)
})

it.each([
  ['recall@1,3, 10', ['recall@1', 'recall@3', 'recall@10']],
  ['recall@5', ['recall@5']],
  ['recall@5, mrr', ['recall@5, mrr']],
  ['./a,b@1,2.ts', ['./a,b@1,2.ts']],
  ['ndcg@3,,5', ['ndcg@3', 'ndcg@', 'ndcg@5']],
])('%s is %j', (written, names) => {
  expect(withCutoffs(written)).toEqual(names)
})
