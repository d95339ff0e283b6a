import { expect, test } from 'vitest'
import { seededRandom } from './seeded-random.ts'

test('the generator gives the published sequence of Lehmer with multiplier 48271', () => {
  // From state 1 the ten thousandth state is 399268537 (ISO C++, minstd_rand).
  const random = seededRandom(0)
  for (let drawn = 1; drawn < 10_000; drawn += 1) random()
  expect(Math.round(random() * 2_147_483_647)).toBe(399_268_537)
})

test('seeds differ, and numbers lie in [0, 1)', () => {
  const [one, two] = [seededRandom(1), seededRandom(2)]
  const drawn = Array.from({ length: 100 }, () => [one(), two()] as const)
  expect(drawn.every(([a, b]) => a !== b && a >= 0 && a < 1)).toBe(true)
})
