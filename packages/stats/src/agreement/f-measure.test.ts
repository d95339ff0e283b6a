import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fMeasure, mostBeta } from './f-measure.ts'

const share = fc.integer({ min: 1, max: 50 }).chain((of) => fc.nat({ max: of }).map((some) => some / of))
const beta = fc.double({ min: 0.001, max: mostBeta, noNaN: true })

test('lies between precision and recall, is 1 for both at 1, and 0 where either is', () => {
  fc.assert(
    fc.property(share, share, beta, (precision, recall, weight) => {
      const value = fMeasure({ precision, recall }, weight)
      expect(value).toBeGreaterThanOrEqual(precision === 0 || recall === 0 ? 0 : Math.min(precision, recall) * (1 - 1e-12))
      expect(value).toBeLessThanOrEqual(Math.max(precision, recall) * (1 + 1e-12))
    }),
  )
  expect([fMeasure({ precision: 1, recall: 1 }, 0.7), fMeasure({ precision: 0, recall: 1 }, 2)]).toEqual([1, 0])
  expect(fMeasure({ precision: 0.5, recall: 1 }, 1)).toBe(2 / 3)
})
