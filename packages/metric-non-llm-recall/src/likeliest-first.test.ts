import { expect, test } from 'vitest'
import { createLikeliestFirst } from './likeliest-first.ts'

const contexts = (...texts: string[]) => texts.map((text, index) => ({ index, text }))
const orderOf = (one: string, ...others: string[]) =>
  createLikeliestFirst()({ index: 0, text: one }, contexts(...others)).map(({ index }) => index)

test('an equal text stands first, the rest as they were', () => {
  expect(orderOf('Oslo', 'Rome', 'Paris', 'Oslo', 'Lima')).toEqual([2, 0, 1, 3])
})

test('without one, those that share most with it come first, equals in their order', () => {
  expect(orderOf('Oslo lies at a fjord.', 'zzzz', 'Oslo lies at the sea.', 'Oslo lies at a fiord.', 'zzzz')).toEqual([2, 1, 0, 3])
})

test('all are there, whatever their length', () => {
  expect(new Set(orderOf('', 'a', '🍎'.repeat(100_000), 'b'.repeat(200_000)))).toEqual(new Set([0, 1, 2]))
})
