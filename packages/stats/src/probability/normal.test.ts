import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalCdf, normalQuantile } from './normal.ts'

test.each([
  [-1, 0.15865525393145707],
  [-2, 0.02275013194817921],
  [-3, 0.0013498980316300946],
  [-6, 9.865876450376981e-10],
  [-10, 7.619853024160527e-24],
  [0, 0.5],
  [1.959963984540054, 0.975],
])('P(Z ≤ %d) is the tabled %d', (z, p) => {
  expect(normalCdf(z) / p).toBeCloseTo(1, 12)
})

test('the quantiles are the tabled ones', () => {
  for (const [p, z] of [
    [0.975, 1.959963984540054],
    [0.95, 1.6448536269514722],
    [0.995, 2.5758293035489004],
    [1e-10, -6.361340902404056],
  ] as const) {
    expect(normalQuantile(p)).toBeCloseTo(z, 12)
  }
  expect(normalQuantile(0.5)).toBe(0)
})

test('quantile and probability undo each other, on both sides alike', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 0.5, noNaN: true }), (p) => {
      expect(normalCdf(normalQuantile(p)) / p).toBeCloseTo(1, 10)
      expect(normalQuantile(1 - p)).toBeCloseTo(-normalQuantile(1 - (1 - p)), 12)
    }),
  )
})

test('the ends of the line have 0 and 1', () => {
  expect([normalCdf(-Infinity), normalCdf(Infinity)]).toEqual([0, 1])
})

test('what is no probability is refused', () => {
  for (const p of [0, 1, Number.NaN]) expect(() => normalQuantile(p)).toThrow(RangeError)
})
