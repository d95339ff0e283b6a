import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextDouble } from './next-double.ts'

test('nothing lies between a number and the next double', () => {
  expect(nextDouble(1)).toBe(1 + Number.EPSILON)
  expect(nextDouble(0)).toBe(Number.MIN_VALUE)
  expect(nextDouble(-0)).toBe(Number.MIN_VALUE)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
      const next = nextDouble(value)
      expect(next).toBeGreaterThan(value)
      expect([value, next]).toContain(value + (next - value) / 2)
    }),
  )
})
