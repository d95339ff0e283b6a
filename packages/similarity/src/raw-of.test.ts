import { expect, test } from 'vitest'
import { levenshtein } from './levenshtein.ts'
import { defineSimilarity } from './define-similarity.ts'
import { rawOf } from './raw-of.ts'

const bare = (): number => 1

test('a similarity of this package has a raw form with an id of its own', () => {
  expect(rawOf(levenshtein)).toBe(levenshtein.raw)
  expect([levenshtein.id, levenshtein.raw.id]).toEqual(['levenshtein', 'levenshtein-raw'])
})

test('a bare function is its own raw form', () => {
  expect(rawOf(bare)).toBe(bare)
})

test('a similarity without a shortcut has no atLeast: who needs an answer takes its value', () => {
  const sameLength = defineSimilarity({ id: 'same-length', version: '1', compare: (a, b) => (a.length === b.length ? 1 : 0.5) })
  expect([sameLength('é', 'e\u0301'), sameLength.raw('é', 'e\u0301')]).toEqual([1, 0.5])
  expect(['atLeast' in sameLength, 'atLeast' in sameLength.raw, 'atLeast' in levenshtein.raw]).toEqual([false, false, true])
})
