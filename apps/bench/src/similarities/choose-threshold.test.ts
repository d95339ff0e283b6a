import { expect, test } from 'vitest'
import { chooseThreshold, type ScoredPair, sharesAt } from './choose-threshold.ts'

const pairs: readonly ScoredPair[] = [
  { label: 1, kind: 'shifted', similarity: 0.9 },
  { label: 1, kind: 'half', similarity: 0.8 },
  { label: 1, kind: 'joined', similarity: 0.7 },
  { label: 1, kind: 'noise', similarity: 0.6 },
  { label: 0, kind: 'other', similarity: 0.2 },
  { label: 0, kind: 'other', similarity: 0.4 },
]

test('the threshold is in the middle of the range that separates all pairs', () => {
  expect(chooseThreshold(pairs)).toBe(0.5)
})

test('every kind weighs the same, however many pairs it has', () => {
  const { right, balanced } = sharesAt([...pairs, { label: 1, kind: 'noise', similarity: 0.1 }], 0.65)
  expect(right).toEqual({ shifted: 1, half: 1, joined: 1, noise: 0, other: 1 })
  expect(balanced).toBe((3 / 4 + 1) / 2)
})

test('a similarity that equals the threshold counts as found', () => {
  expect(sharesAt(pairs, 0.4).right['other']).toBe(0.5)
})

test('pairs of one label have no threshold', () => {
  expect(chooseThreshold(pairs.slice(0, 4))).toBeNull()
})
