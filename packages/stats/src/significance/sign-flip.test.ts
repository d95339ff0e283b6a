import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { halfBinomial } from '../probability/binomial.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { signFlipTest } from './sign-flip.ts'

const whole = fc.integer({ min: -5, max: 5 })

/** The share of all 2^G patterns, one by one. */
function shareOf(sums: readonly number[]): number {
  const observed = Math.abs(sums.reduce((total, sum) => total + sum, 0))
  let reached = 0
  for (let pattern = 0; pattern < 2 ** sums.length; pattern += 1) {
    const total = sums.reduce((all, sum, bit) => all + ((pattern >> bit) & 1 ? -sum : sum), 0)
    if (Math.abs(total) >= observed - 1e-9) reached += 1
  }
  return reached / 2 ** sums.length
}

describe('the sign-flip test', () => {
  it('gives the share of all sign patterns that are as extreme, of steps and of sums that all differ', () => {
    const sums = fc.array(
      fc.oneof(
        whole,
        fc.integer({ min: -999, max: 999 }).map((sum) => sum / 997),
      ),
      { minLength: 5, maxLength: 11 },
    )
    fc.assert(
      fc.property(sums, (given) => {
        const { p, exact } = signFlipTest(given)
        expect(p).toBeCloseTo(shareOf(given), 12)
        expect(exact).toBe(true)
      }),
    )
  })

  it('stays exact over thousands of clusters that move by few steps', () => {
    const alike = Array.from({ length: 4000 }, (_, at) => (at < 2100 ? -0.2 : 0.2))
    const { p, exact } = signFlipTest(alike)
    expect(exact).toBe(true)
    expect(p).toBeCloseTo(2 * halfBinomial(1900, 4000).below, 12)
  })

  it('beyond that comes as near as 0.002 to what drawn patterns give', () => {
    const random = seededRandom(11)
    for (const [clusters, shift] of [
      [40, 0.12],
      [120, 0.06],
    ] as const) {
      // One cluster of 20 rows among rows: far from a normal law.
      const sums = Array.from({ length: clusters }, (_, at) => (random() - 0.5 + shift) * (at === 0 ? 8 : 1))
      const { p, exact } = signFlipTest(sums)
      expect(exact).toBe(false)
      const observed = Math.abs(sums.reduce((total, sum) => total + sum, 0))
      let reached = 0
      for (let draw = 0; draw < 30_000; draw += 1) {
        let total = 0
        for (const sum of sums) total += random() < 0.5 ? sum : -sum
        if (Math.abs(total) >= observed) reached += 1
      }
      const drawn = reached / 30_000
      expect(Math.abs((p ?? 9) - drawn)).toBeLessThan(0.002 + 4 * Math.sqrt((drawn * (1 - drawn)) / 30_000))
    }
  })

  it('takes sums that differ only by rounding for ties', () => {
    // In doubles 0.1 + 0.2 - 0.3 is not 0, and the six orders of it differ.
    const sums = [0.1, 0.2, -0.3, 0.1, 0.2, -0.3]
    expect(signFlipTest(sums).p).toBe(1)
    const shifted = [...sums, 0.1, 0.1, 0.2]
    expect(signFlipTest(shifted).p).toBe(signFlipTest(shifted.map((sum) => Math.round(sum * 10))).p)
  })

  it('is the same to the last bit in any order, for the other sign and for another scale', () => {
    const sums = fc.array(fc.oneof(whole, fc.constantFrom(0.2, -0.2, 1 / 3, -0.5)), { minLength: 5, maxLength: 40 })
    fc.assert(
      fc.property(
        sums.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }))),
        ([given, shuffled]) => {
          const { p } = signFlipTest(given)
          expect(signFlipTest(shuffled).p).toBe(p)
          expect(signFlipTest(given.map((sum) => -sum)).p).toBe(p)
          expect(signFlipTest(given.map((sum) => sum / 8)).p).toBe(p)
        },
      ),
    )
  })

  it('is 1 where nothing differs, and never 0, however many clusters lose', () => {
    expect(signFlipTest(Array.from({ length: 40 }, () => 0))).toEqual({ p: 1, noP: null, exact: true })
    expect(signFlipTest(Array.from({ length: 1500 }, () => -1)).p).toBeGreaterThan(0)
    expect(signFlipTest(Array.from({ length: 1500 }, (_, at) => -1 - at / 1501)).p).toBeGreaterThan(0)
    expect(signFlipTest(Array.from({ length: 6 }, () => -1)).p).toBe(2 / 64)
  })

  it('gives no p under five clusters, and says why', () => {
    expect(signFlipTest([1, 1, 1, 1])).toEqual({ p: null, noP: '4 clusters: a test needs at least 5', exact: false })
    expect(signFlipTest([1]).noP).toBe('1 cluster: a test needs at least 5')
  })

  it('refuses what is no sum', () => {
    expect(() => signFlipTest([Number.NaN])).toThrow('the sum NaN')
  })
})
