import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { meanInAnyOrder, sumInAnyOrder } from './sum-in-any-order.ts'

const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 })

it('sum and mean are the same to the last bit in any order', () => {
  fc.assert(
    fc.property(
      values.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }))),
      ([given, shuffled]) => {
        expect(sumInAnyOrder(shuffled)).toBe(sumInAnyOrder(given))
        expect(meanInAnyOrder(shuffled)).toBe(meanInAnyOrder(given))
      },
    ),
  )
})

it('the sum of opposite values is exactly the opposite', () => {
  fc.assert(
    fc.property(values, (given) => {
      expect(0 - sumInAnyOrder(given.map((value) => 0 - value))).toBe(0 + sumInAnyOrder(given))
    }),
  )
})

it('the mean of equal values is that value, and of none null', () => {
  expect([0.7, 0.95, 0.1].map((value) => meanInAnyOrder(Array.from({ length: 13 }, () => value)))).toEqual([0.7, 0.95, 0.1])
  expect(meanInAnyOrder([])).toBeNull()
})

it('what cancels leaves nothing behind', () => {
  expect(sumInAnyOrder([1e16, 1, -1e16, 1])).toBe(2)
})
