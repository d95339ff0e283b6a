import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePointIds } from './code-point-ids.ts'
import { commonSubsequence } from './common-subsequence.ts'
import { containsSequence } from './contains-sequence.ts'
import { editDistanceWithin } from './edit-distance-within.ts'
import { editDistance } from './edit-distance.ts'
import { jaroSimilarity } from './jaro-similarity.ts'
import { leastDistanceInside } from './least-distance-inside.ts'

/** Long enough for several words of 32 rows, of few letters, so that much is equal. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '🍎'), maxLength: 150 })
const pair = fc.oneof(
  fc.tuple(text, text),
  fc.tuple(text, text, text, text).map(([start, one, other, end]) => [start + one + end, start + other + end] as const),
)

describe('what is computed 32 rows at once, or on few diagonals, is what the plain table gives', () => {
  test('the least distance to a stretch of a text', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(leastDistanceInside(codePointIds(a), codePointIds(b))).toBe(lastRow(Array.from(a), Array.from(b)).reduce(least))
      }),
    )
  })

  test('the longest common subsequence', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(commonSubsequence('test', Array.from(a), Array.from(b))).toBe(longestCommon(Array.from(a), Array.from(b)))
      }),
    )
  })

  test('the distance, where it is within the limit, and nothing where it is not', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 })
    fc.assert(
      fc.property(plain, plain, fc.nat(70), (a, b, most) => {
        const distance = editDistance(Array.from(a), Array.from(b))
        expect(editDistanceWithin(a, b, most)).toBe(distance <= most ? distance : undefined)
        expect(editDistanceWithin(a + b, b + a, 120)).toBe(editDistance(Array.from(a + b), Array.from(b + a)))
      }),
    )
  })

  test('Jaro, matched place by place', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        fc.pre(a !== '' && b !== '')
        expect(jaroSimilarity(codePointIds(a), codePointIds(b))).toBe(plainJaro(Array.from(a), Array.from(b)))
      }),
    )
  })

  test('whether a sequence stands in another one', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 20 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 }),
        (a, b) => {
          expect(containsSequence(codePointIds(a), codePointIds(b))).toBe(a.includes(b))
        },
      ),
    )
  })
})

const least = (a: number, b: number): number => Math.min(a, b)

/** Distances of all of `a` to the stretches of `b` that end at each place; a stretch may begin anywhere. */
function lastRow(a: readonly string[], b: readonly string[]): number[] {
  let row: number[] = Array.from({ length: b.length + 1 }, () => 0)
  for (const [index, point] of a.entries()) {
    const next = [index + 1]
    for (const [column, other] of b.entries()) {
      next.push(Math.min(row[column]! + Number(point !== other), row[column + 1]! + 1, next[column]! + 1))
    }
    row = next
  }
  return row
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row: number[] = Array.from({ length: b.length + 1 }, () => 0)
  for (const point of a) {
    const next = [0]
    for (const [column, other] of b.entries()) next.push(point === other ? row[column]! + 1 : Math.max(row[column + 1]!, next[column]!))
    row = next
  }
  return row[b.length]!
}

function plainJaro(a: readonly string[], b: readonly string[]): number {
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = b.map(() => false)
  const matched = a.filter((point, at) => {
    const place = b.findIndex((other, index) => !taken[index] && other === point && Math.abs(index - at) <= window)
    if (place !== -1) taken[place] = true
    return place !== -1
  })
  if (matched.length === 0) return 0
  const ofB = b.filter((_, index) => taken[index])
  const moved = matched.filter((point, at) => point !== ofB[at]).length
  return (matched.length / a.length + matched.length / b.length + (matched.length - Math.floor(moved / 2)) / matched.length) / 3
}
