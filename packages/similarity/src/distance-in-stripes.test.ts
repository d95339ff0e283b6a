import * as fc from 'fast-check'
import fastLevenshtein from 'fast-levenshtein'
import { expect, test } from 'vitest'
import { distanceInStripes } from './distance-in-stripes.ts'

const text = fc
  .integer({ min: 1, max: 5 })
  .chain((letters) => fc.string({ unit: fc.constantFrom(...Array.from('abcde').slice(0, letters)), maxLength: 150 }))
/** Pairs that are unrelated, cut out of one another, edited, or turned round: the way through the table leaves its diagonal. */
const pair = fc.oneof(
  fc.tuple(text, text),
  fc.tuple(text, text, text).map(([start, middle, end]) => [start + middle + end, start + end] as const),
  fc.tuple(text, text, text, text).map(([start, one, other, end]) => [start + one + end, start + other + end] as const),
  fc.tuple(text, text).map(([start, end]) => [start + end, end + start] as const),
)

test('the distance where it is within the limit, and nothing where it is not: at it, one below, one above, anywhere', () => {
  fc.assert(
    fc.property(pair, fc.nat(300), ([a, b], anywhere) => {
      const distance = fastLevenshtein.get(a, b)
      for (const most of [distance, distance - 1, distance + 1, anywhere, 0, a.length + b.length]) {
        if (most >= 0) expect([most, distanceInStripes(a, b, most)]).toEqual([most, distance <= most ? distance : undefined])
      }
    }),
    { numRuns: 1000 },
  )
})

test('on which side of a number the distance is, where nothing else is asked, within any limit', () => {
  fc.assert(
    fc.property(pair, fc.nat(300), ([a, b], narrow) => {
      const distance = fastLevenshtein.get(a, b)
      for (const enough of [distance, distance - 1, distance + 1, narrow]) {
        const found = distanceInStripes(a, b, Math.max(a.length, b.length), enough)
        expect([enough, found !== undefined && found <= enough]).toEqual([enough, distance <= enough])
        const within = distanceInStripes(a, b, narrow, enough)
        if (within !== undefined) expect([narrow, enough, within <= enough]).toEqual([narrow, enough, distance <= enough])
        else expect(distance).toBeGreaterThan(narrow)
      }
    }),
    { numRuns: 1000 },
  )
})

test('a call does not see what the one before left', () => {
  const long = 'abcdefgh'.repeat(500)
  expect(distanceInStripes(long, long.toUpperCase(), 100)).toBeUndefined()
  expect(distanceInStripes('b'.repeat(40), 'a'.repeat(40), 40)).toBe(40)
  expect(distanceInStripes(long, `${long}x`, 4000)).toBe(1)
})

test('texts as long as one, two and three stripes', () => {
  for (const length of [1, 31, 32, 33, 63, 64, 65, 96, 97]) {
    const [a, b] = ['x'.repeat(length), `${'x'.repeat(length - 1)}y`]
    expect([length, distanceInStripes(a, b, 1), distanceInStripes(a, b, 0), distanceInStripes('', a, length)]).toEqual([
      length,
      1,
      undefined,
      length,
    ])
  }
})
