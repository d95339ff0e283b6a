import { type AnyMetric, AssayError, type ContextId, type Sample, scoreRow } from '@assay/core'
import { describe, expect, test } from 'vitest'
import {
  averagePrecision,
  hitAtK,
  idBasedContextPrecision,
  idBasedContextRecall,
  ndcgAtK,
  precisionAtK,
  recallAtK,
  reciprocalRank,
} from './index.ts'

/** Two of three relevant ids, at ranks 2 and 4. */
const row = { referenceContextIds: ['a', 'b', 'c'], retrievedContextIds: ['x', 'a', 'y', 'b'] }
const graded = (referenceContextGrades: readonly number[], retrievedContextIds: readonly ContextId[] = ['x', 'a', 'y', 'b']) => ({
  ...row,
  retrievedContextIds,
  referenceContextGrades,
})

describe('on two of three relevant ids, at ranks 2 and 4,', () => {
  test.each([
    [recallAtK({ k: 1 }), 0],
    [recallAtK({ k: 2 }), 1 / 3],
    [recallAtK({ k: 100 }), 2 / 3],
    [precisionAtK({ k: 2 }), 1 / 2],
    [precisionAtK({ k: 4 }), 1 / 2],
    [precisionAtK({ k: 5 }), 2 / 5],
    [hitAtK({ k: 1 }), 0],
    [hitAtK({ k: 2 }), 1],
    [reciprocalRank(), 1 / 2],
    [reciprocalRank({ k: 2 }), 1 / 2],
    [reciprocalRank({ k: 1 }), 0],
    [averagePrecision(), (1 / 2 + 2 / 4) / 3],
    [averagePrecision({ of: 'retrieved' }), (1 / 2 + 2 / 4) / 2],
    [ndcgAtK(), (1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3) + 1 / Math.log2(4))],
    [ndcgAtK({ k: 2 }), 1 / Math.log2(3) / (1 + 1 / Math.log2(3))],
    [idBasedContextPrecision(), 1 / 2],
    [idBasedContextRecall(), 2 / 3],
  ])('$signature is as its formula says', async (metric, expected) => {
    expect((await metric.score(row)).value).toBeCloseTo(expected, 15)
  })
})

test('the example of the ragas documentation: one of three retrieved ids is relevant', async () => {
  const sample = { retrievedContextIds: ['doc_1', 'doc_2', 'doc_3'], referenceContextIds: ['doc_1', 'doc_4', 'doc_5', 'doc_6'] }
  expect(await idBasedContextPrecision().score(sample)).toMatchObject({
    value: 1 / 3,
    reason: '1 of 3 retrieved ids are relevant.',
    detail: { hits: 1, total: 3, relevant: ['doc_1'], irrelevant: ['doc_2', 'doc_3'] },
  })
})

describe('ndcg', () => {
  test('gain is the grade, and the ideal order is one of all judged ids, retrieved or not', async () => {
    // The textbook list 3, 2, 3, 0, 1, 2, with a 3 and a 2 that were not retrieved.
    const sample = {
      referenceContextIds: ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8'],
      referenceContextGrades: [3, 2, 3, 0, 1, 2, 3, 2],
      retrievedContextIds: ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'],
    }
    const score = await ndcgAtK({ k: 6 }).score(sample)
    if (score.status !== 'scored') throw new Error(score.reason)
    expect(score.detail.dcg).toBeCloseTo(6.861, 3)
    expect(score.detail.idealDcg).toBeCloseTo(8.74, 3)
    expect(score.value).toBeCloseTo(0.785, 3)
  })

  test('a negative grade adds nothing, on either side', async () => {
    const sample = { referenceContextIds: ['a', 'b'], referenceContextGrades: [1, -5], retrievedContextIds: ['b', 'a'] }
    expect((await ndcgAtK().score(sample)).value).toBe(1 / Math.log2(3))
  })

  test('a grade below the relevance level of other measures still has its gain', async () => {
    expect((await ndcgAtK({ k: 1 }).score(graded([1, 0, 2], ['a']))).value).toBe(1 / 2)
  })
})

describe('grades', () => {
  test('from the relevance level on, 1 unless set, ids are relevant', async () => {
    const sample = graded([2, 1, 0])
    expect((await recallAtK({ k: 9 }).score(sample)).value).toBe(1)
    expect(await recallAtK({ k: 9, relevanceLevel: 2 }).score(sample)).toMatchObject({ value: 1, detail: { relevant: 1, found: ['a'] } })
    expect((await idBasedContextRecall().score(sample)).value).toBe(1)
    expect((await idBasedContextRecall({ relevanceLevel: 2 }).score(graded([1, 2, 2]))).value).toBe(1 / 2)
    expect((await idBasedContextPrecision().score(graded([0, 1, 1]))).value).toBe(1 / 4)
  })

  test.each([
    ['not parallel to the ids', { referenceContextGrades: [1, 2] }, 'there are 2 referenceContextGrades for 3 referenceContextIds'],
    ['no number', { referenceContextGrades: [1, '2', 0] }, 'referenceContextGrades[1] is "2"'],
    ['not finite', { referenceContextGrades: [1, Number.NaN, 0] }, 'referenceContextGrades[1] is NaN'],
    ['no list', { referenceContextGrades: 2 }, 'referenceContextGrades is 2 where a list of numbers is due'],
    [
      'two for one id',
      { referenceContextIds: ['a', 1, '1'], referenceContextGrades: [1, 1, 2] },
      'the reference id "1" has the grades 1 and 2',
    ],
  ])('that are %s leave the row unscored', async (_what, change, reason) => {
    for (const metric of [recallAtK({ k: 5 }), ndcgAtK(), idBasedContextRecall()] as readonly AnyMetric[]) {
      const score = await scoreRow(metric, { id: 'q7', ...row, ...change } as Sample)
      expect(score).toMatchObject({ status: 'unscored', cause: 'data', reason: expect.stringContaining(`Row "q7": ${reason}`) })
    }
  })

  test('a level above 1 without grades leaves the row unscored, since nobody can say what is relevant', async () => {
    for (const metric of [recallAtK({ k: 5, relevanceLevel: 2 }), idBasedContextRecall({ relevanceLevel: 2 })]) {
      expect(await metric.score(row)).toMatchObject({
        cause: 'data',
        reason: expect.stringContaining('there are no referenceContextGrades'),
      })
    }
  })
})

describe('nothing', () => {
  const all = [
    recallAtK({ k: 5 }),
    precisionAtK({ k: 5 }),
    hitAtK({ k: 5 }),
    reciprocalRank(),
    ndcgAtK(),
    averagePrecision(),
    averagePrecision({ of: 'retrieved' }),
    idBasedContextPrecision(),
  ]

  test.each(all.map((metric) => [metric.name, metric] as const))('retrieved is %s 0, relevant is unscored', async (_name, metric) => {
    expect(await metric.score({ ...row, retrievedContextIds: [] })).toMatchObject({
      value: 0,
      reason: 'Nothing was retrieved; 3 relevant ids were expected.',
    })
    expect(await metric.score({ ...row, referenceContextIds: [] })).toMatchObject({ status: 'unscored', cause: 'empty_reference' })
    expect(await metric.score(graded([0, -1, 0]))).toMatchObject({
      cause: 'empty_reference',
      reason: expect.stringMatching(/^No reference id has a grade (above 0|of at least 1), so there is nothing/),
    })
  })

  test('relevant counts as 0 with the option, as in trec_eval', async () => {
    const options = { emptyReference: 'zero' } as const
    for (const metric of [
      recallAtK({ ...options, k: 5 }),
      ndcgAtK(options),
      averagePrecision({ ...options, of: 'retrieved' }),
      idBasedContextRecall(options),
    ]) {
      expect(metric.signature).toContain('|emptyReference:zero')
      for (const sample of [graded([0, 0, 0]), { ...row, referenceContextIds: [] }, { referenceContextIds: [], retrievedContextIds: [] }]) {
        expect(await metric.score(sample)).toMatchObject({
          status: 'scored',
          value: 0,
          reason: expect.stringContaining('That counts as 0.'),
        })
      }
    }
  })
})

describe('repeats', () => {
  test('a repeated id keeps its first rank, and later ids move up', async () => {
    const sample = { referenceContextIds: ['a', 'b', 'a'], retrievedContextIds: ['x', 1, '1', 'a', 'x', 'b'] }
    expect(await averagePrecision().score(sample)).toMatchObject({
      value: (1 / 3 + 2 / 4) / 2,
      reason: '2 of 2 relevant ids were retrieved, the first at rank 3. 2 repeated retrieved ids were left out before ranks were counted.',
      detail: { repeats: 2, retrieved: 4, ranks: [3, 4], found: ['a', 'b'], relevant: 2 },
    })
    expect((await precisionAtK({ k: 4 }).score(sample)).value).toBe(1 / 2)
  })
})

test('where no id matches, the reason says what would make one match', async () => {
  const score = await recallAtK({ k: 1 }).score({ referenceContextIds: ['DOC'], retrievedContextIds: ['x', 'doc'] })
  expect(score.reason).toContain('"DOC" and "doc" would match after ignoring case')
})

describe('options', () => {
  test('stand in name, signature and config, but for defaults', () => {
    const metric = recallAtK({ k: 5, relevanceLevel: 2 })
    expect([metric.name, metric.signature, metric.config]).toEqual([
      'recall@5',
      'recall|k:5|relevanceLevel:2|v1',
      { type: 'recall', k: 5, relevanceLevel: 2 },
    ])
    const names = [
      precisionAtK({ k: 3 }),
      hitAtK({ k: 1 }),
      reciprocalRank(),
      ndcgAtK(),
      ndcgAtK({ k: 10 }),
      averagePrecision(),
      averagePrecision({ of: 'retrieved' }),
    ].map(({ name }) => name)
    expect(names).toEqual(['precision@3', 'hit@1', 'mrr', 'ndcg', 'ndcg@10', 'average_precision', 'average_precision_retrieved'])
    expect(averagePrecision({ of: 'relevant' }).config).toEqual({ type: 'average-precision' })
  })

  test.each([
    ['k of 0', () => recallAtK({ k: 0 })],
    ['k of 1.5', () => ndcgAtK({ k: 1.5 })],
    ['k as text', () => precisionAtK({ k: '3' as unknown as number })],
    ['no k', () => hitAtK({} as { k: number })],
    ['level 0', () => reciprocalRank({ relevanceLevel: 0 })],
    ['level NaN', () => idBasedContextRecall({ relevanceLevel: Number.NaN })],
    ['an unknown treatment of nothing', () => averagePrecision({ emptyReference: 'one' as 'zero' })],
    ['an unknown divisor', () => averagePrecision({ of: 'all' as 'relevant' })],
    ['a blank name', () => idBasedContextPrecision({ name: ' ' })],
  ])('%s is refused', (_what, make) => {
    expect(make).toThrow(AssayError)
  })
})

test.each([
  [recallAtK({ k: 1 }), '1 of 2 relevant ids are at rank 1.'],
  [hitAtK({ k: 1 }), 'The id at rank 1 is relevant.'],
  [precisionAtK({ k: 1 }), 'A relevant id is at rank 1.'],
  [precisionAtK({ k: 2 }), '1 of the first 2 ranks holds a relevant id.'],
])('$name names one rank as one', async (metric, reason) => {
  const score = await metric.score({ referenceContextIds: ['a', 'b'], retrievedContextIds: ['a', 'x'] })
  expect(score.reason).toBe(reason)
})
