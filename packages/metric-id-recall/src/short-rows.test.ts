import type { SampleWith } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { averagePrecision, hitAtK, ndcgAtK, precisionAtK, recallAtK, reciprocalRank } from './index.ts'

type IdSample = SampleWith<'id' | 'referenceContextIds' | 'retrievedContextIds'>

function row(id: string, retrieved: number): IdSample {
  return { id, referenceContextIds: ['d1'], retrievedContextIds: Array.from({ length: retrieved }, (_, at) => `d${at + 1}`) }
}

async function sumOf(metric: ReturnType<typeof recallAtK> | ReturnType<typeof reciprocalRank>, rows: readonly IdSample[]) {
  const summary = metric.summarize?.()
  for (const sample of rows) summary?.add(await metric.score(sample), sample)
  return summary?.result()
}

describe('rows with fewer results than the cut-off', () => {
  test('are counted, and the first of the shortest is named', async () => {
    expect(await sumOf(recallAtK({ k: 10 }), [row('a', 10), row('b', 4), row('c', 3), row('d', 3), row('e', 12)])).toEqual({
      rows: 5,
      short: 3,
      shortest: { id: 'c', retrieved: 3 },
      warning:
        'recall@10: 3 of 5 rows have fewer than 10 distinct retrieved ids. The shortest is row "c" with 3. Retrieve more, or take a smaller k.',
    })
  })

  test.each([
    [hitAtK({ k: 2 }), 'hit@2: 1 of 1 row has fewer than 2 distinct retrieved ids.'],
    [precisionAtK({ k: 2 }), 'precision@2: 1 of 1 row has'],
    [reciprocalRank({ k: 2 }), 'mrr@2: 1 of 1 row has'],
    [ndcgAtK({ k: 2 }), 'ndcg@2: 1 of 1 row has'],
    [recallAtK({ k: 2, name: 'top two' }), 'top two: 1 of 1 row has'],
    [recallAtK({ k: 2, emptyReference: 'zero' }), 'recall@2: 1 of 1 row has'],
  ])('are told of by every measure with a cut-off: %#', async (metric, beginning) => {
    expect((await sumOf(metric, [row('a', 1)]))?.['warning']).toContain(beginning)
  })

  test('are those with repeats, too, which hold no rank of their own', async () => {
    const repeated = { ...row('a', 1), retrievedContextIds: ['d1', 'd1', 'd1'] }
    expect(await sumOf(recallAtK({ k: 3 }), [repeated])).toMatchObject({ shortest: { id: 'a', retrieved: 1 } })
  })

  test('are not told of where there are none, nor of rows without a score', async () => {
    expect(await sumOf(recallAtK({ k: 3 }), [row('a', 3), row('b', 30)])).toBeNull()
    expect(await sumOf(recallAtK({ k: 3 }), [{ ...row('a', 1), referenceContextIds: [] }])).toBeNull()
  })

  test('are nothing to a measure of the whole list', () => {
    for (const metric of [averagePrecision(), reciprocalRank(), ndcgAtK()]) expect(metric.summarize).toBeUndefined()
  })

  test('with a very long id are named by its beginning', async () => {
    const warning = (await sumOf(recallAtK({ k: 3 }), [row('x'.repeat(5000), 1)]))?.['warning']
    expect(warning).toMatch(/row "x{80}…" with 1\./)
  })
})
