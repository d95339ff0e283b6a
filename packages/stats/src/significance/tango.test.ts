import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalQuantile } from '../probability/normal.ts'
import { tangoUpper } from './tango.ts'

const z = normalQuantile(0.975)

it('gives the published interval of 1 win and 7 losses among 21 pairs', () => {
  expect(tangoUpper(1, 7, 21, z)).toBeCloseTo(-0.026, 4)
  expect(-tangoUpper(7, 1, 21, z)).toBeCloseTo(-0.5172, 4)
})

it('is the greatest difference that a score test does not reject, found by the likelihood itself', () => {
  const counts = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 30 }))
  fc.assert(
    fc.property(counts, ([wins, losses, ties]) => {
      const pairs = wins + losses + ties
      if (pairs === 0) return
      const end = tangoUpper(wins, losses, pairs, z)
      expect(end).toBeGreaterThanOrEqual((wins - losses) / pairs)
      for (const delta of [end - 1e-4, end + 1e-4]) {
        if (delta <= (wins - losses) / pairs || delta >= 1) continue
        const share = likeliestLosses(wins, losses, pairs, delta)
        const statistic = (wins - losses - pairs * delta) / Math.sqrt(pairs * (2 * share + delta - delta ** 2))
        if (delta < end) expect(Math.abs(statistic)).toBeLessThanOrEqual(z)
        else expect(Math.abs(statistic)).toBeGreaterThan(z)
      }
    }),
    { numRuns: 60 },
  )
})

it('without a differing pair it is z² / (pairs + z²)', () => {
  for (const pairs of [5, 30, 200]) expect(tangoUpper(0, 0, pairs, z)).toBeCloseTo(z ** 2 / (pairs + z ** 2), 12)
})

/** The share of losses that is most likely where wins are more frequent by `delta`: by search. */
function likeliestLosses(wins: number, losses: number, pairs: number, delta: number): number {
  const log = (count: number, share: number): number => (count === 0 ? 0 : count * Math.log(Math.max(share, 1e-300)))
  const of = (share: number): number => log(wins, share + delta) + log(losses, share) + log(pairs - wins - losses, 1 - 2 * share - delta)
  let [low, high] = [Math.max(0, -delta), (1 - delta) / 2]
  for (let step = 0; step < 200; step += 1) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3]
    if (of(left) < of(right)) low = left
    else high = right
  }
  return (low + high) / 2
}
