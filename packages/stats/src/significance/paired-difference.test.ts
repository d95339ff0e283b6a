import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMeanEstimator } from '../intervals/mean-estimator.ts'
import { type Pair, pairedDifference } from './paired-difference.ts'

const value = fc.constantFrom(0, 0.25, 1 / 3, 0.5, 2 / 3, 1)
const pairs = fc.array(
  fc.record({ a: value, b: value, cluster: fc.option(fc.constantFrom('x', 'y', 'z', '__proto__'), { nil: undefined }) }),
  { maxLength: 40 },
)

describe('a paired difference', () => {
  it('is the mean of b - a, with the interval of differences', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const estimator = createMeanEstimator({ of: 'differences' })
        for (const { a, b, cluster } of given) estimator.add(b - a, cluster)
        const { mean, interval, noInterval } = estimator.result()
        expect(pairedDifference(given)).toMatchObject({ pairs: given.length, difference: mean, interval, noInterval })
      }),
    )
  })

  it('turned round has the same p and the mirrored interval', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const [one, other] = [pairedDifference(given), pairedDifference(given.map(({ a, b, ...rest }) => ({ a: b, b: a, ...rest })))]
        expect(other.p).toBe(one.p)
        if (one.interval !== null) expect(other.interval?.lo).toBeCloseTo(-one.interval.hi, 12)
      }),
      { numRuns: 40 },
    )
  })

  it('flips rows of one cluster together', () => {
    const rows = Array.from({ length: 24 }, (_, at): Pair => ({ a: 0, b: 1, cluster: `c${at % 6}` }))
    expect(pairedDifference(rows)).toMatchObject({ pairs: 24, clusters: 6, p: 2 / 64, flips: 64, exhaustive: true })
    expect(pairedDifference(rows.map(({ a, b }) => ({ a, b })))).toMatchObject({ clusters: 24, p: 1 / 10_001, exhaustive: false })
  })

  it('says what is missing with few clusters', () => {
    const rows = Array.from({ length: 50 }, (_, at): Pair => ({ a: 0, b: 1, cluster: `c${at % 4}` }))
    expect(pairedDifference(rows)).toMatchObject({
      difference: 1,
      interval: null,
      noInterval: '4 clusters: an interval needs at least 5',
      p: null,
      noP: '4 clusters: a test needs at least 6',
    })
    expect(pairedDifference([])).toMatchObject({
      pairs: 0,
      difference: null,
      noInterval: 'nothing was scored',
      noP: '0 clusters: a test needs at least 6',
    })
  })

  it('of equal runs is 0 with p 1, and the interval holds 0', () => {
    const { difference, p, interval } = pairedDifference(Array.from({ length: 30 }, () => ({ a: 0.5, b: 0.5 })))
    expect([difference, p]).toEqual([0, 1])
    expect(interval?.lo).toBeLessThan(0)
    expect(interval?.hi).toBeGreaterThan(0)
  })

  it('takes level and seed', () => {
    const rows = Array.from({ length: 30 }, (_, at): Pair => ({ a: (at % 4) / 4, b: (at % 5) / 5 }))
    expect(pairedDifference(rows, { level: 0.5 }).interval?.hi).toBeLessThan(pairedDifference(rows).interval?.hi ?? 0)
    expect(pairedDifference(rows, { seed: 2 }).p).not.toBe(pairedDifference(rows, { seed: 3 }).p)
  })

  it('refuses values that are no scores', () => {
    expect(() => pairedDifference([{ a: 0.5, b: 1.5 }])).toThrow('the values 0.5 and 1.5')
    expect(() => pairedDifference([{ a: Number.NaN, b: 1 }])).toThrow(RangeError)
    expect(() => pairedDifference([], { level: 2 })).toThrow('the level 2')
  })
})
