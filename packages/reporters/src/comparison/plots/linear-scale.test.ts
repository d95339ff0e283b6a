import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { linearScale } from './linear-scale.ts'

it.each([
  [
    [0.48, 0.9],
    ['0.4', '0.5', '0.6', '0.7', '0.8', '0.9'],
  ],
  [
    [-0.03, 0.004],
    ['-0.03', '-0.02', '-0.01', '0.00', '0.01'],
  ],
  [
    [0, 1],
    ['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'],
  ],
  [
    [3, 10],
    ['2', '4', '6', '8', '10'],
  ],
])('%j has ticks at %j', (values, labels) => {
  expect(linearScale(values, [0, 100]).ticks.map(({ label }) => label)).toEqual(labels)
})

it('holds every value between its ends, in order, with few ticks whose labels are their values', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 1000),
        { minLength: 1, maxLength: 20 },
      ),
      (values) => {
        const { at, ticks } = linearScale(values, [10, 310])
        for (const value of values) {
          expect(at(value)).toBeGreaterThanOrEqual(10 - 1e-6)
          expect(at(value)).toBeLessThanOrEqual(310 + 1e-6)
        }
        expect(ticks.length).toBeGreaterThan(1)
        expect(ticks.length).toBeLessThan(9)
        const ascending = values.toSorted((a, b) => a - b)
        for (const [index, value] of ascending.entries()) expect(at(value)).toBeGreaterThanOrEqual(at(ascending[index - 1] ?? value))
        for (const { value, label } of ticks) expect(Number(label)).toBeCloseTo(value, 9)
      },
    ),
  )
})
