import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from './seeded-random.ts'

test('the generator gives the published sequence of Lehmer with multiplier 48271', () => {
  // From state 1 the ten thousandth state is 399268537 (ISO C++, minstd_rand).
  const random = seededRandom(0)
  for (let drawn = 1; drawn < 10_000; drawn += 1) random()
  expect(Math.round(random() * 2_147_483_647)).toBe(399_268_537)
})

test('it is the plain product modulo 2^31 − 1, for every seed, the negative ones included', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), (seed) => {
      const random = seededRandom(seed)
      const first = Math.round(random() * 2_147_483_647)
      expect(first).toBeGreaterThan(0)
      expect(first).toBeLessThan(2_147_483_647)
      expect(random()).toBe(((first * 48_271) % 2_147_483_647) / 2_147_483_647)
    }),
  )
})

test('seeds differ, and numbers lie in [0, 1)', () => {
  const [one, two] = [seededRandom(1), seededRandom(2)]
  const drawn = Array.from({ length: 100 }, () => [one(), two()] as const)
  expect(drawn.every(([a, b]) => a !== b && a >= 0 && a < 1)).toBe(true)
})

test('a seed that is no number is refused', () => {
  expect(() => seededRandom(Number.NaN)).toThrow('the seed NaN is not finite')
})
