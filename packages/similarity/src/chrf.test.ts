import { expect, test } from 'vitest'
import { chrf } from './chrf.ts'

test('by hand: the two orders that both texts have, recall counting twice', () => {
  // Reference "abc": a b c, ab bc, abc. Retrieved "abd": a b d, ab bd, abd. Orders 1 to 3 count: 2/3, 1/2, 0 on both sides.
  const mean = (2 / 3 + 1 / 2) / 3
  expect(chrf('abc', 'abd')).toBeCloseTo(mean, 15)
  // Retrieved "ab" has orders 1 and 2 only: precision (1 + 1) / 2, recall (2/3 + 1/2) / 2.
  const recall = (2 / 3 + 1 / 2) / 2
  expect(chrf('abc', 'ab')).toBeCloseTo((5 * recall) / (4 + recall), 15)
  const precision = recall
  expect(chrf('ab', 'abc')).toBeCloseTo((5 * precision) / (4 * precision + 1), 15)
})

test('white space is left out, case is kept', () => {
  expect(chrf('a b\n', 'a\u00A0b')).toBe(1)
  expect(chrf('ab', 'AB')).toBe(0)
  expect(chrf(' ', 'a')).toBe(0)
})
