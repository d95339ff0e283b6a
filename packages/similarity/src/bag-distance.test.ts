import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bagDistance } from './bag-distance.ts'
import { editDistance } from './edit-distance.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 30 })

test('never above the edit distance, never under the difference of lengths', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(bagDistance(a, b)).toBeLessThanOrEqual(editDistance(Array.from(a), Array.from(b)))
      expect(bagDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length))
    }),
  )
})

test('what one pair held does not reach the next', () => {
  expect(bagDistance('aaab', 'abcd')).toBe(2)
  expect(bagDistance('aaab', 'abcd')).toBe(2)
  expect(bagDistance('', 'ab')).toBe(2)
})
