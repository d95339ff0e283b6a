import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { meanAbsoluteError } from './mean-absolute-error.ts'

test('it is the mean distance, either way round', () => {
  expect(meanAbsoluteError([0, 0.5, 1], [1, 0.25, 1])).toEqual({ value: 1.25 / 3, reason: null })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))), (pairs) => {
      const [x, y] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)]
      expect(meanAbsoluteError(x, y)).toEqual(meanAbsoluteError(y, x))
    }),
  )
})

test('over nothing it is null, with the reason', () => {
  expect(meanAbsoluteError([], [])).toEqual({ value: null, reason: 'no items' })
})

test('lists of different length, and NaN, are refused', () => {
  expect(() => meanAbsoluteError([1], [])).toThrow('1 scores for 0 references')
  expect(() => meanAbsoluteError([1], [Number.NaN])).toThrow('NaN')
})
