import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareMetric, type ValuePair, worstPairs } from './compare-metric.ts'

const pair = (a: number | null | undefined, b: number | null | undefined, cluster?: string): ValuePair => ({ a, b, cluster })

describe('the figures of one metric', () => {
  test('means, difference, interval and p of six pairs are those computed by hand', () => {
    const pairs = [pair(1, 0.5), pair(1, 0.5), pair(1, 0.5), pair(1, 0.5), pair(1, 0.5), pair(0.5, 0.5)]
    const { meanA, meanB, difference, interval, p, clusters, exhaustive } = compareMetric(pairs, 'maximize')
    expect([meanA, meanB]).toEqual([5.5 / 6, 0.5])
    expect(difference).toBeCloseTo(-2.5 / 6, 12)
    // Five of −.5, one of 0, and −1 and 1 added: mean −.3125, sum of squares 2.46875, se √(2.46875 / 7 / 8), t of 7 degrees 2.364624.
    expect(interval?.lo).toBeCloseTo(-0.3125 - 2.364624 * Math.sqrt(2.46875 / 56), 6)
    expect(interval?.hi).toBeCloseTo(-0.3125 + 2.364624 * Math.sqrt(2.46875 / 56), 6)
    // All five signs alike, either way, and the sign of nothing is free: 4 of 64 patterns.
    expect([p, clusters, exhaustive]).toEqual([4 / 64, 6, true])
  })

  test('rows of one cluster are one unit, and under six units there is no p', () => {
    const pairs = Array.from({ length: 12 }, (_, i) => pair(1, 0, `document ${i % 5}`))
    const { pairs: count, clusters, p, noP } = compareMetric(pairs, 'maximize')
    expect([count, clusters, p]).toEqual([12, 5, null])
    expect(noP).toBe('5 clusters: a test needs at least 6')
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

describe('the worst pairs', () => {
  test('the greatest loss comes first, equal ones in their order, and what did not lose is none', () => {
    const pairs = [pair(1, 0.9), pair(1, 0), pair(0.5, 1), pair(0.8, 0.8), pair(1, 0.9), pair(null, 0)]
    expect(worstPairs(pairs, 'maximize', 10)).toEqual([pairs[1], pairs[0], pairs[4]])
    expect(worstPairs(pairs, 'maximize', 2)).toEqual([pairs[1], pairs[0]])
    expect(worstPairs(pairs, 'minimize', 10)).toEqual([pairs[2]])
  })
})
