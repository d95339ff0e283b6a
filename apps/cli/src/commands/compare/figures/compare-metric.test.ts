import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedPairs, compareMetric, type ValuePair } from './compare-metric.ts'

const pair = (a: number | null | undefined, b: number | null | undefined, cluster?: string): ValuePair => ({ a, b, cluster })

describe('the figures of one metric', () => {
  test('means, difference, p and verdict are those computed by hand', () => {
    const pairs = [pair(1, 0.5), pair(1, 0.5), pair(1, 0.5), pair(1, 0.5), pair(1, 0.5), pair(0.5, 0.5)]
    const { meanA, meanB, difference, interval, p, clusters, exact, verdict } = compareMetric(pairs, 'maximize')
    expect([meanA, meanB]).toEqual([5.5 / 6, 0.5])
    expect(difference).toBeCloseTo(-2.5 / 6, 12)
    // All five signs alike, either way, and the sign of nothing is free: 4 of 64 patterns.
    expect([p, clusters, exact, verdict]).toEqual([4 / 64, 6, true, 'not shown'])
    expect(interval?.hi).toBe(0)
  })

  test('of 200 rows of which 14 lose a fifth and none gains, B is shown to be worse, and the interval says so, too', () => {
    const pairs = Array.from({ length: 200 }, (_, at) => pair(1, at < 14 ? 0.8 : 1))
    const { verdict, p, interval, worse, same } = compareMetric(pairs, 'maximize')
    expect([verdict, p, worse, same]).toEqual(['worse', 2 ** -13, 14, 186])
    expect(interval?.lo).toBeCloseTo(-0.0284492, 6)
    expect(interval?.hi).toBeCloseTo(-0.0068589, 6)
  })

  test('the verdict follows the direction, and of too few rows cannot be told', () => {
    const falls = Array.from({ length: 8 }, () => pair(1, 0))
    const rises = falls.map(({ a, b }) => pair(b, a))
    expect([falls, rises, falls.slice(0, 4)].map((pairs) => compareMetric(pairs, 'maximize').verdict)).toEqual([
      'worse',
      'better',
      'cannot be told',
    ])
    expect([falls, rises, []].map((pairs) => compareMetric(pairs, 'minimize').verdict)).toEqual(['better', 'worse', 'cannot be told'])
  })

  test('rows of one cluster are one unit, and under five units there is neither p nor interval', () => {
    const pairs = Array.from({ length: 12 }, (_, i) => pair(1, 0, `document ${i % 4}`))
    const { pairs: count, clusters, p, interval, noInterval } = compareMetric(pairs, 'maximize')
    expect([count, clusters, p, interval]).toEqual([12, 4, null, null])
    expect(noInterval).toBe('4 clusters: an interval needs at least 5')
  })

  test('unscored rows are counted by side and stay out of both means', () => {
    const pairs = [
      pair(1, 0.5),
      pair(null, 0),
      pair(0, null),
      pair(0, null),
      pair(null, null),
      pair(undefined, 1),
      pair(undefined, undefined),
    ]
    const { meanA, meanB, pairs: count, unscored, askedOnce, noInterval } = compareMetric(pairs, 'maximize')
    expect([meanA, meanB, count, askedOnce]).toEqual([1, 0.5, 1, 1])
    expect(unscored).toEqual({ onlyInA: 1, onlyInB: 2, inBoth: 1 })
    expect(noInterval).not.toBeNull()
  })

  test('without a pair that is scored in both, means and difference are null', () => {
    const { meanA, meanB, difference, interval } = compareMetric([pair(null, 1)], 'maximize')
    expect([meanA, meanB, difference, interval]).toEqual([null, null, null, null])
  })

  test('where lower is better, a fall is better', () => {
    const { better, same, worse, difference } = compareMetric([pair(1, 0.5), pair(1, 0), pair(0, 1), pair(1, 1)], 'minimize')
    expect([better, same, worse, difference]).toEqual([2, 1, 1, -0.125])
  })

  test('what differs by rounding alone neither got better nor worse', () => {
    const { better, same, worse } = compareMetric([pair(0.3, 0.1 + 0.2), pair(0.1 + 0.2, 0.3)], 'maximize')
    expect([better, same, worse]).toEqual([0, 2, 0])
    expect(changedPairs([pair(0.3, 0.1 + 0.2)], 'maximize')).toEqual({ worse: [], better: [] })
  })

  test('no figure depends on the order of the rows', () => {
    const score = fc.constantFrom(0, 0.1, 0.2, 1 / 3, 0.7, 1, null)
    const rows = fc.array(fc.tuple(score, score, fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined })), { maxLength: 40 })
    fc.assert(
      fc.property(
        rows.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }))),
        ([given, shuffled]) => {
          const of = (list: typeof given) =>
            compareMetric(
              list.map((row) => pair(...row)),
              'maximize',
            )
          expect(of(shuffled)).toEqual(of(given))
        },
      ),
    )
  })

  test('swapping the runs turns the difference round and leaves p', () => {
    const values = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 6,
      maxLength: 12,
    })
    fc.assert(
      fc.property(values, (list) => {
        const there = compareMetric(
          list.map(([a, b]) => pair(a, b)),
          'maximize',
        )
        const back = compareMetric(
          list.map(([a, b]) => pair(b, a)),
          'maximize',
        )
        expect(back.difference).toBeCloseTo(-(there.difference ?? 0), 12)
        expect(back.interval?.lo).toBeCloseTo(-(there.interval?.hi ?? 0), 12)
        expect([back.p, back.better, back.worse]).toEqual([there.p, there.worse, there.better])
      }),
      { numRuns: 50 },
    )
  })
})

describe('the pairs that changed', () => {
  test('are all of them, the greatest change first, equal ones in their order', () => {
    const pairs = [pair(1, 0.9), pair(1, 0), pair(0.5, 1), pair(0.8, 0.8), pair(1, 0.9), pair(null, 0), pair(0, 1)]
    expect(changedPairs(pairs, 'maximize')).toEqual({ worse: [pairs[1], pairs[0], pairs[4]], better: [pairs[6], pairs[2]] })
    // In doubles 1 − .8 is less than .8 − .6.
    const fifths = [pair(1, 0.8), pair(0.8, 0.6), pair(0.6, 0.4)]
    expect(changedPairs(fifths, 'maximize').worse).toEqual(fifths)
    expect(changedPairs(pairs, 'minimize')).toEqual({ worse: [pairs[6], pairs[2]], better: [pairs[1], pairs[0], pairs[4]] })
  })
})
