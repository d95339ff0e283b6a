import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import fixture from '../__fixtures__/wilson.json' with { type: 'json' }
import { normalCdf } from '../probability/normal.ts'
import { wilsonInterval } from './wilson.ts'

test.each(fixture.cases)('$id has the ends worked out by hand', ({ successes, n, z, expected }) => {
  const { interval, noInterval } = wilsonInterval(successes, n, 1 - 2 * normalCdf(-z))
  if (expected.low === null || expected.high === null) expect([interval, noInterval]).toEqual([null, 'no trial'])
  else expect([interval?.lo, interval?.hi]).toEqual([expect.closeTo(expected.low, 10), expect.closeTo(expected.high, 10)])
})

test('it holds the share, stays in [0, 1], and is mirrored where successes and failures are exchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, share) => {
      const successes = Math.round(share * trials)
      const [one, other] = [wilsonInterval(successes, trials).interval, wilsonInterval(trials - successes, trials).interval]
      expect(one?.lo).toBeGreaterThanOrEqual(0)
      expect(one?.hi).toBeLessThanOrEqual(1)
      expect(one?.lo).toBeLessThanOrEqual(successes / trials)
      expect(one?.hi).toBeGreaterThanOrEqual(successes / trials)
      expect(other?.lo).toBeCloseTo(1 - (one?.hi ?? 9), 12)
    }),
  )
})

test('no count of successes, and no level, is refused', () => {
  expect(() => wilsonInterval(3, 2)).toThrow('3 of 2')
  expect(() => wilsonInterval(1, 2, 1)).toThrow('the level 1')
})
