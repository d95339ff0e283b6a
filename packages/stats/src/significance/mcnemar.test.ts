import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import fixture from '../__fixtures__/mcnemar.json' with { type: 'json' }
import { mcnemar } from './mcnemar.ts'

test.each(fixture.cases)('$id has the p-values of exact arithmetic, to a relative 1e-9', ({ b, c, expected }) => {
  const { exact, midP } = mcnemar(b, c)
  expect(Math.abs(exact / expected.exact - 1)).toBeLessThan(1e-9)
  expect(Math.abs(midP / expected.midP - 1)).toBeLessThan(1e-9)
})

test('it is the plain binomial sum in whole numbers, and the same from either side', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), (b, c) => {
      const [k, n] = [Math.min(b, c), b + c]
      let [choose, below] = [1n, 1n]
      for (let i = 1; i <= k; i += 1) {
        choose = (choose * BigInt(n - i + 1)) / BigInt(i)
        below += choose
      }
      // 2^60 of precision survive the division.
      const exact = Math.min(1, Number((below << 61n) / (1n << BigInt(n))) / 2 ** 60)
      const found = mcnemar(b, c)
      if (exact > 1e-6) expect(found.exact / exact).toBeCloseTo(1, 9)
      expect(found.midP).toBeLessThanOrEqual(found.exact)
      expect(found.midP).toBeGreaterThan(0)
      expect(mcnemar(c, b)).toEqual(found)
    }),
  )
})

test('what is no count is refused', () => {
  for (const b of [-1, 0.5, Number.NaN]) expect(() => mcnemar(b, 3)).toThrow(RangeError)
})
