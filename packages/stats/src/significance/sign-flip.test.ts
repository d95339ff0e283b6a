import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { signFlipTest } from './sign-flip.ts'

const whole = fc.integer({ min: -5, max: 5 })

describe('the sign-flip test', () => {
  it('tries all patterns up to 16 clusters, and gives the share that is as extreme', () => {
    fc.assert(
      fc.property(fc.array(whole, { minLength: 6, maxLength: 9 }), (sums) => {
        const observed = Math.abs(sums.reduce((total, sum) => total + sum, 0))
        let reached = 0
        for (let pattern = 0; pattern < 2 ** sums.length; pattern += 1) {
          const total = sums.reduce((all, sum, bit) => all + (Math.floor(pattern / 2 ** bit) % 2 === 1 ? -sum : sum), 0)
          if (Math.abs(total) >= observed) reached += 1
        }
        expect(signFlipTest(sums)).toEqual({ p: reached / 2 ** sums.length, noP: null, flips: 2 ** sums.length, exhaustive: true })
      }),
    )
  })

  it('of 16 clusters that all differ alike has p = 2 / 2^16', () => {
    expect(signFlipTest(Array.from({ length: 16 }, () => 0.3))).toEqual({ p: 2 / 65_536, noP: null, flips: 65_536, exhaustive: true })
  })

  it('beyond 16 clusters draws 10,000 patterns, the observed one counted in: p is never 0', () => {
    expect(signFlipTest(Array.from({ length: 40 }, () => 1))).toEqual({ p: 1 / 10_001, noP: null, flips: 10_000, exhaustive: false })
    expect(signFlipTest(Array.from({ length: 40 }, () => 0)).p).toBe(1)
  })

  it('drawn, comes near what all patterns give', () => {
    const random = seededRandom(11)
    for (let round = 0; round < 5; round += 1) {
      const sums = Array.from({ length: 16 }, () => random() - 0.35)
      const all = signFlipTest(sums).p ?? 9
      // Two clusters of 0 change no total, and make it draw.
      const drawn = signFlipTest([...sums, 0, 0], { seed: round }).p ?? 9
      expect(Math.abs(drawn - all)).toBeLessThan(4 * Math.sqrt((all * (1 - all)) / 10_000) + 1e-4)
    }
  })

  it('takes sums that differ only by rounding for ties', () => {
    // In doubles 0.1 + 0.2 - 0.3 is not 0, and the six orders of it differ.
    const sums = [0.1, 0.2, -0.3, 0.1, 0.2, -0.3]
    expect(signFlipTest(sums).p).toBe(signFlipTest(sums.map((sum) => Math.round(sum * 10))).p)
  })

  it('gives the same p for the same seed, another for another', () => {
    const sums = Array.from({ length: 30 }, (_, at) => Math.sin(at) + 0.2)
    expect(signFlipTest(sums, { seed: 5 })).toEqual(signFlipTest(sums, { seed: 5 }))
    expect(signFlipTest(sums, { seed: 5 }).p).not.toBe(signFlipTest(sums, { seed: 6 }).p)
  })

  it('is the same for the other sign and another scale', () => {
    fc.assert(
      fc.property(fc.array(whole, { minLength: 6, maxLength: 20 }), (sums) => {
        const { p } = signFlipTest(sums)
        expect(signFlipTest(sums.map((sum) => -sum)).p).toBe(p)
        expect(signFlipTest(sums.map((sum) => sum / 8)).p).toBe(p)
      }),
      { numRuns: 30 },
    )
  })

  it('gives no p under six clusters, and says why', () => {
    expect(signFlipTest([1, 1, 1, 1, 1])).toEqual({ p: null, noP: '5 clusters: a test needs at least 6', flips: 0, exhaustive: false })
    expect(signFlipTest([1]).noP).toBe('1 cluster: a test needs at least 6')
  })

  it('refuses what is no sum', () => {
    expect(() => signFlipTest([Number.NaN])).toThrow('the sum NaN')
  })

  it.each([8, 30])('rejects %i clusters without a difference at most as often as it says', (clusters) => {
    const random = seededRandom(clusters)
    let rejected = 0
    for (let round = 0; round < 400; round += 1) {
      const { p } = signFlipTest(
        Array.from({ length: clusters }, () => Math.floor(random() * 3) - 1),
        { seed: round },
      )
      if ((p ?? 1) <= 0.05) rejected += 1
    }
    // Four standard errors above 5 in 100.
    expect(rejected / 400).toBeLessThanOrEqual(0.05 + 4 * Math.sqrt((0.05 * 0.95) / 400))
  })
})
