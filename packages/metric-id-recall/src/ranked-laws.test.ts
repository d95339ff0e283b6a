import * as fc from 'fast-check'
import { expect, test } from 'vitest'
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

const id = fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f', 'g', '__proto__')
const reference = fc.uniqueArray(fc.tuple(id, fc.integer({ min: -1, max: 4 })), { selector: ([name]) => name, maxLength: 8 })
const sample = fc.tuple(reference, fc.array(id, { maxLength: 14 })).map(([judged, retrievedContextIds]) => ({
  referenceContextIds: judged.map(([name]) => name),
  referenceContextGrades: judged.map(([, grade]) => grade),
  retrievedContextIds,
}))
const cutoff = fc.integer({ min: 1, max: 10 })
const valueOf = async (metric: { score: (s: never) => Promise<{ value: number | null }> }, s: object): Promise<number> =>
  (await metric.score(s as never)).value ?? 0

test('every value is in [0, 1], and found ids are the relevant ones at their ranks', async () => {
  await fc.assert(
    fc.asyncProperty(sample, cutoff, async (s, k) => {
      const ranked = [...new Set(s.retrievedContextIds)]
      for (const metric of [
        recallAtK({ k }),
        precisionAtK({ k }),
        hitAtK({ k }),
        reciprocalRank({ k }),
        ndcgAtK({ k }),
        averagePrecision(),
      ]) {
        const score = await metric.score(s)
        if (score.status === 'unscored') {
          expect(s.referenceContextGrades.every((grade) => grade < 1)).toBe(true)
          continue
        }
        expect(score.value).toBeGreaterThanOrEqual(0)
        expect(score.value).toBeLessThanOrEqual(1)
        expect(score.detail.ranks.map((rank) => ranked[rank - 1])).toEqual(score.detail.found)
        expect(score.detail.repeats).toBe(s.retrievedContextIds.length - ranked.length)
      }
    }),
  )
})

test('recall@k and hit@k never fall as k grows, and reach recall over all', async () => {
  await fc.assert(
    fc.asyncProperty(sample, cutoff, async (s, k) => {
      expect(await valueOf(recallAtK({ k: k + 1 }), s)).toBeGreaterThanOrEqual(await valueOf(recallAtK({ k }), s))
      expect(await valueOf(hitAtK({ k: k + 1 }), s)).toBeGreaterThanOrEqual(await valueOf(hitAtK({ k }), s))
      expect(await valueOf(recallAtK({ k: 100 }), s)).toBe(await valueOf(idBasedContextRecall(), s))
    }),
  )
})

test('an ideal order has ndcg and average precision of exactly 1', async () => {
  const grades = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.double({ min: 1e-3, max: 1e6, noNaN: true })), {
    minLength: 1,
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(grades, fc.integer({ min: 1, max: 50 }), async (given, k) => {
      const ids = given.map((_, index) => `d${index}`)
      const best = ids.toSorted((a, b) => (given[Number(b.slice(1))] ?? 0) - (given[Number(a.slice(1))] ?? 0))
      const s = { referenceContextIds: ids, referenceContextGrades: given, retrievedContextIds: [...best, 'x'] }
      expect(await valueOf(ndcgAtK(), s)).toBe(1)
      expect(await valueOf(ndcgAtK({ k }), s)).toBe(1)
      expect(await valueOf(averagePrecision(), { ...s, referenceContextGrades: undefined })).toBe(1)
    }),
  )
})

test('repeats in what was retrieved change no value', async () => {
  await fc.assert(
    fc.asyncProperty(sample, cutoff, async (s, k) => {
      const once = { ...s, retrievedContextIds: [...new Set(s.retrievedContextIds)] }
      const again = { ...s, retrievedContextIds: [...s.retrievedContextIds, ...s.retrievedContextIds] }
      for (const metric of [
        recallAtK({ k }),
        precisionAtK({ k }),
        hitAtK({ k }),
        reciprocalRank(),
        ndcgAtK({ k }),
        averagePrecision({ of: 'retrieved' }),
        idBasedContextPrecision(),
      ]) {
        expect(await valueOf(metric, again)).toBe(await valueOf(metric, once))
      }
    }),
  )
})

test('moving an id above a neighbour of no higher grade lowers no ranked measure', async () => {
  await fc.assert(
    fc.asyncProperty(sample, fc.nat(12), async (s, at) => {
      const ranked = [...new Set(s.retrievedContextIds)]
      const [upper, lower] = [ranked[at], ranked[at + 1]]
      if (upper === undefined || lower === undefined) return
      const gradeOf = (name: string): number => Math.max(0, s.referenceContextGrades[s.referenceContextIds.indexOf(name)] ?? 0)
      if (gradeOf(lower) < gradeOf(upper)) return
      const swapped = { ...s, retrievedContextIds: ranked.with(at, lower).with(at + 1, upper) }
      for (const metric of [reciprocalRank(), averagePrecision()])
        expect(await valueOf(metric, swapped)).toBeGreaterThanOrEqual(await valueOf(metric, s))
      expect((await valueOf(ndcgAtK(), swapped)) - (await valueOf(ndcgAtK(), s))).toBeGreaterThanOrEqual(-1e-12)
    }),
  )
})
