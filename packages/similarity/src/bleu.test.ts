import { expect, test } from 'vitest'
import { bleu } from './bleu.ts'

test('by hand: clipped precisions of four orders', () => {
  // Retrieved, 6 words: 5 of 6 words, 3 of 5 pairs, 1 of 4 triples; no four in a row, which counts 1/2 of 1 in 3.
  const value = (5 / 6) * (3 / 5) * (1 / 4) * (1 / 2 / 3)
  expect(bleu('the cat is on the mat', 'the cat sat on the mat')).toBeCloseTo(value ** (1 / 4), 15)
})

test('by hand: the k-th order without a match counts 1 / 2ᵏ', () => {
  expect(bleu('a b c d', 'a x y z')).toBeCloseTo(((1 / 4) * (1 / 2 / 3) * (1 / 4 / 2) * (1 / 8 / 1)) ** (1 / 4), 15)
})

test('by hand: a shorter text pays for its brevity, and has only the orders it can have', () => {
  expect(bleu('the cat is on the mat', 'the cat')).toBeCloseTo(Math.exp(1 - 6 / 2), 15)
})

test('a word repeated counts as often as the reference holds it', () => {
  expect(bleu('the cat', 'the the')).toBeCloseTo(Math.sqrt((1 / 2) * (1 / 2)), 15)
})

test('no word in common is 0, whatever smoothing gives to longer orders', () => {
  expect(bleu('a b c d e', 'v w x y z')).toBe(0)
})
