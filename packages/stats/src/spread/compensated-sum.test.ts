import { expect, it } from 'vitest'
import { addTo, emptySum, totalOf } from './compensated-sum.ts'

it('ten times a tenth is exactly one', () => {
  const sum = emptySum()
  for (let i = 0; i < 10; i += 1) addTo(sum, 0.1)
  expect(totalOf(sum)).toBe(1)
})

it('small terms are not lost beside large ones', () => {
  const sum = emptySum()
  for (const term of [1, 1e100, 1, -1e100]) addTo(sum, term)
  expect(totalOf(sum)).toBe(2)
})
