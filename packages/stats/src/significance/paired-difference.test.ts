import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import fixture from '../__fixtures__/paired-comparison.json' with { type: 'json' }
import { fewestShown, type Pair, type PairedDifference, pairedDifference } from './paired-difference.ts'

const step = fc.constantFrom(0, 0.2, 0.25, 1 / 3, 0.5, 0.6, 2 / 3, 1)
const score = fc.oneof(step, fc.double({ min: 0, max: 1, noNaN: true }))
const cluster = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__'), { nil: undefined })
const pairs = fc.array(fc.record({ a: score, b: score, cluster }), { maxLength: 60 })
/** Most pairs tie, as in practice. */
const tied = fc
  .array(fc.tuple(step, step, fc.integer({ min: 0, max: 3 }), cluster), { maxLength: 80 })
  .map((rows) => rows.map(([a, b, kind, name]): Pair => ({ a, b: kind === 0 ? b : a, cluster: name })))
const any = fc.oneof(pairs, tied)

/** Pairs whose difference is exactly `d`. */
const pairOf = (d: number, name?: string): Pair => ({ a: Math.max(0, -d), b: Math.max(0, d), cluster: name })
const losing = (rows: number, lost: number, by: number): Pair[] => Array.from({ length: rows }, (_, at) => pairOf(at < lost ? -by : 0))

describe('a paired difference', () => {
  it.each(fixture.cases)('$name', ({ clusters, expected, ...rest }) => {
    const isLowerBetter = 'direction' in rest && rest.direction === 'minimize'
    let count = 0
    const given = clusters.flatMap(([times, differences]) =>
      Array.from({ length: times as number }, () => {
        count += 1
        return (differences as number[]).map((d) => pairOf(d, `cluster ${count}`))
      }).flat(),
    )
    const { pairs: used, clusters: units, difference, interval, p, exact, shown } = pairedDifference(given)
    expect([used, units]).toEqual([expected.pairs, expected.clusters])
    expect(difference).toBeCloseTo(expected.difference, 6)
    if (expected.p === null) {
      expect([p, interval, shown]).toEqual([null, null, null])
      return
    }
    expect(exact).toBe(expected.exact)
    expect(Math.abs((p ?? 9) - expected.p)).toBeLessThan(exact ? 1e-6 : 2e-3)
    expect(interval?.lo).toBeCloseTo(expected.lo ?? 9, 6)
    expect(interval?.hi).toBeCloseTo(expected.hi ?? 9, 6)
    expect(shown === null ? 'not shown' : (shown === 'lower') === isLowerBetter ? 'better' : 'worse').toBe(expected.verdict)
  })

  it('holds 0 exactly where p is .05 or more, holds the difference, and lies in [-1, 1]', () => {
    fc.assert(
      fc.property(any, (given) => {
        const { difference, interval, p, shown } = pairedDifference(given)
        expect(interval === null).toBe(p === null)
        if (difference === null || interval === null || p === null) return
        expect(interval.lo <= 0 && interval.hi >= 0).toBe(p >= 0.05)
        expect(shown).toBe(p >= 0.05 ? null : difference > 0 ? 'higher' : 'lower')
        expect(interval.lo).toBeGreaterThanOrEqual(-1)
        expect(interval.lo).toBeLessThanOrEqual(difference)
        expect(interval.hi).toBeGreaterThanOrEqual(difference)
        expect(interval.hi).toBeLessThanOrEqual(1)
      }),
      { numRuns: 400 },
    )
  })

  it('is the same to the last bit in any order of rows and under other names of clusters', () => {
    fc.assert(
      fc.property(
        any.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }))),
        ([given, shuffled]) => {
          const renamed = shuffled.map((pair): Pair => (pair.cluster === undefined ? pair : { ...pair, cluster: `of ${pair.cluster}` }))
          expect(pairedDifference(renamed)).toEqual(pairedDifference(given))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('turned round has the same p and exactly the mirrored interval', () => {
    fc.assert(
      fc.property(any, (given) => {
        const [one, other] = [pairedDifference(given), pairedDifference(given.map(({ a, b, ...rest }) => ({ a: b, b: a, ...rest })))]
        expect([other.p, other.detectable]).toEqual([one.p, one.detectable])
        expect([other.interval?.lo, other.interval?.hi]).toEqual([mirror(one.interval?.hi), mirror(one.interval?.lo)])
      }),
      { numRuns: 200 },
    )
  })

  it('of changes half as large is half as large with the same p, and so is the end that stops short of 0', () => {
    fc.assert(
      fc.property(tied, (given) => {
        const [whole, half] = [pairedDifference(given), pairedDifference(given.map(halved))]
        expect(half.p).toBe(whole.p)
        if (whole.difference === null) return
        expect(half.difference).toBeCloseTo(whole.difference / 2, 14)
        if (whole.shown === null) return
        const near = ({ interval, difference }: PairedDifference): number => ((difference ?? 0) > 0 ? interval?.lo : interval?.hi) ?? 9
        expect(near(half)).toBeCloseTo(near(whole) / 2, 12)
      }),
      { numRuns: 200 },
    )
  })

  it('rows that repeat within their cluster tell nothing new', () => {
    fc.assert(
      fc.property(any, (given) => {
        const named = given.map((pair, at): Pair => ({ ...pair, cluster: pair.cluster ?? `row ${at}` }))
        const [once, thrice] = [pairedDifference(named), pairedDifference(named.flatMap((pair) => [pair, pair, pair]))]
        expect(thrice.p).toBe(once.p)
        expect(thrice.interval?.lo ?? 9).toBeCloseTo(once.interval?.lo ?? 9, 9)
        expect(thrice.interval?.hi ?? 9).toBeCloseTo(once.interval?.hi ?? 9, 9)
      }),
      { numRuns: 100 },
    )
  })

  it('without a differing pair has the width that rows not seen could fill', () => {
    const { difference, p, interval, detectable } = pairedDifference(losing(200, 0, 0))
    expect([difference, p, detectable]).toEqual([0, 1, null])
    expect(interval?.hi).toBeCloseTo(3.8414588 / 203.8414588, 7)
    expect(interval?.lo).toBe(mirror(interval?.hi))
  })

  it('says what is missing with few clusters', () => {
    const rows = Array.from({ length: 50 }, (_, at): Pair => ({ a: 0, b: 1, cluster: `c${at % 4}` }))
    expect(pairedDifference(rows)).toMatchObject({
      difference: 1,
      interval: null,
      p: null,
      noInterval: '4 clusters: an interval needs at least 5',
    })
    expect(pairedDifference([])).toMatchObject({ pairs: 0, difference: null, noInterval: 'nothing was scored' })
    expect(pairedDifference(losing(3, 1, 1)).noInterval).toBe('3 rows: an interval needs at least 5')
  })

  it('grows with the level, and decides about 0 at that level', () => {
    const given = losing(60, 5, 0.2)
    const [narrow, wide] = [pairedDifference(given, { level: 0.9 }), pairedDifference(given, { level: 0.99 })]
    expect([narrow.p, narrow.shown, wide.shown]).toEqual([2 / 32, 'lower', null])
    expect(wide.interval?.lo).toBeLessThan(narrow.interval?.lo ?? 9)
    expect(narrow.interval?.hi).toBeLessThan(0)
    expect([fewestShown(0.9), fewestShown(0.95), fewestShown(0.99)]).toEqual([5, 6, 8])
  })

  it('tells what such rows could have shown, and nothing where too few of them move', () => {
    expect(pairedDifference(losing(200, 5, 0.2)).detectable).toBeNull()
    // (z.975 + z.8) √(14 · .04) / 200
    expect(pairedDifference(losing(200, 14, 0.2)).detectable).toBeCloseTo((2.8015853 * Math.sqrt(14 * 0.04)) / 200, 9)
  })

  it('refuses values that are no scores', () => {
    expect(() => pairedDifference([{ a: 0.5, b: 1.5 }])).toThrow('the values 0.5 and 1.5')
    expect(() => pairedDifference([{ a: Number.NaN, b: 1 }])).toThrow(RangeError)
    expect(() => pairedDifference([], { level: 2 })).toThrow('the level 2')
  })
})

/** −0 is 0. */
function mirror(value: number | undefined): number | undefined {
  return value === undefined ? undefined : 0 - value
}

function halved(pair: Pair): Pair {
  return { ...pair, a: pair.a / 2, b: pair.b / 2 }
}
