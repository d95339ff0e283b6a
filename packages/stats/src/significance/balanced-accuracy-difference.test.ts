import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Label } from '../agreement/binary-agreement.ts'
import { createClassRates } from '../intervals/class-rates.ts'
import { balancedAccuracyDifference, type JudgedPair } from './balanced-accuracy-difference.ts'
import { pairedDifference } from './paired-difference.ts'

const label = fc.constantFrom<Label>(0, 1)
const cluster = fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined })
const items = fc.array(fc.record({ human: label, a: label, b: label, cluster }), { maxLength: 40 })

function balancedAccuracy(given: readonly JudgedPair[], of: 'a' | 'b'): number | null {
  const rates = createClassRates()
  for (const item of given) rates.add({ human: item.human, judge: item[of] })
  return rates.result().agreement.balancedAccuracy
}

describe('the difference in balanced accuracy', () => {
  it('is that of the two judges', () => {
    fc.assert(
      fc.property(items, (given) => {
        const [a, b, { difference }] = [balancedAccuracy(given, 'a'), balancedAccuracy(given, 'b'), balancedAccuracyDifference(given)]
        if (a === null || b === null) expect(difference).toBeNull()
        else expect(difference).toBeCloseTo(b - a, 12)
      }),
      { numRuns: 50 },
    )
  })

  it('has the p of exchanging the judges on whole clusters', () => {
    const given = Array.from({ length: 21 }, (_, at): JudgedPair => ({
      human: at % 3 === 0 ? 1 : 0,
      a: at % 2 === 0 ? 1 : 0,
      b: at % 3 === 0 || at % 5 === 0 ? 1 : 0,
      cluster: `c${at % 7}`,
    }))
    const observed = Math.abs((balancedAccuracy(given, 'b') ?? 9) - (balancedAccuracy(given, 'a') ?? 9))
    let reached = 0
    for (let pattern = 0; pattern < 2 ** 7; pattern += 1) {
      const exchanged = given.map((item, at) => (Math.floor(pattern / 2 ** (at % 7)) % 2 === 1 ? { ...item, a: item.b, b: item.a } : item))
      const difference = Math.abs((balancedAccuracy(exchanged, 'b') ?? 9) - (balancedAccuracy(exchanged, 'a') ?? 9))
      if (difference >= observed - 1e-12) reached += 1
    }
    expect(balancedAccuracyDifference(given)).toMatchObject({ p: reached / 2 ** 7, exact: true })
  })

  it('weighs both classes alike, whatever their sizes', () => {
    const given = Array.from({ length: 60 }, (_, at): JudgedPair => ({ human: at < 40 ? 1 : 0, a: 0, b: at % 4 === 0 ? 1 : 0 }))
    const { difference, interval } = balancedAccuracyDifference(given)
    expect(difference).toBe(0)
    expect(interval?.lo).toBeLessThan(0)
    expect(interval?.hi).toBeGreaterThan(0)
    expect(interval?.clusters).toBe(20)
    expect(balancedAccuracyDifference(given, { level: 0.5 }).interval?.hi).toBeLessThan(interval?.hi ?? 0)
    // The plain difference leans to the larger class.
    expect(pairedDifference(given.map(({ human, a, b }) => ({ a: Number(a === human), b: Number(b === human) }))).difference).toBe(5 / 60)
  })

  it('needs both human labels, and says which one is absent', () => {
    const given = Array.from({ length: 10 }, (): JudgedPair => ({ human: 1, a: 1, b: 0 }))
    expect(balancedAccuracyDifference(given)).toEqual({
      pairs: 10,
      difference: null,
      interval: null,
      noInterval: 'no item with human label 0',
      enlarged: null,
      p: null,
      noP: 'no item with human label 0',
      exact: false,
    })
  })

  it('has an interval that holds 0 exactly where p is .05 or more, in any order of items, and mirrored for judges exchanged', () => {
    const many = fc.array(fc.record({ human: label, a: label, b: label, cluster: fc.integer({ min: 0, max: 24 }).map(String) }), {
      minLength: 10,
      maxLength: 90,
    })
    fc.assert(
      fc.property(
        many.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }))),
        ([given, shuffled]) => {
          const { interval, p } = balancedAccuracyDifference(given)
          const [moved, turned] = [
            balancedAccuracyDifference(shuffled),
            balancedAccuracyDifference(given.map((item) => ({ ...item, a: item.b, b: item.a }))),
          ]
          expect([moved.p, turned.p]).toEqual([p, p])
          if (interval === null || p === null) return
          expect(interval.lo <= 0 && interval.hi >= 0).toBe(p >= 0.05)
          expect(moved.interval?.lo).toBeCloseTo(interval.lo, 12)
          expect(turned.interval?.lo).toBeCloseTo(-interval.hi, 12)
        },
      ),
      { numRuns: 200 },
    )
  })
})
