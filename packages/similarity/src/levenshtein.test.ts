import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import goldens from './__fixtures__/similarity.json' with { type: 'json' }
import { plainLevenshtein } from './__fixtures__/plain-levenshtein.ts'
import { levenshtein } from './levenshtein.ts'

describe('published and computed values', () => {
  test.each(goldens.cases.map((golden) => [golden.id, golden] as const))('%s', (_id, { a, b, expected, expectedRaw }) => {
    expect(levenshtein(a, b)).toBeCloseTo(expected.levenshtein, 9)
    expect(levenshtein.raw(a, b)).toBeCloseTo((expectedRaw ?? expected).levenshtein, 9)
  })
})

test('the default brings texts to one normal form, the raw similarity does not', () => {
  expect(levenshtein('é', 'e\u0301')).toBe(1)
  expect(levenshtein.raw('é', 'e\u0301')).toBe(0)
})

test('a symbol outside the basic plane counts once', () => {
  expect(levenshtein('tea', 'tea 🍵🍵')).toBe(0.5)
  expect(levenshtein('🍎🍋', '🍎🍊')).toBe(0.5)
})

test('the value stays on its side of a threshold', () => {
  expect(levenshtein('abcxxxxxxx', 'abcdefghij')).toBe(0.3)
  expect(levenshtein('axxxx', 'abcde')).toBe(0.2)
})

test('a text is compared, not read as a locale would', () => {
  expect(levenshtein('Paris', 'paris')).toBe(0.8)
})

describe('laws', () => {
  const parts = fc.constantFrom('a', 'b', 'c', ' ', 'é', 'e', '\u0301', '\u0323', '🍎', '🍋', '\uD83D', '\uDE00', '京', '\u0000', '\u0001')
  const text = fc.oneof(
    fc.array(parts, { maxLength: 40 }).map((list) => list.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  /** Pairs of which the second is often an edit of the first. */
  const pair = fc.oneof(
    fc.tuple(text, text),
    fc.tuple(text, text, text).map(([start, middle, end]) => [start + middle + end, start + end] as const),
    fc.tuple(text, text, text, text).map(([start, one, other, end]) => [start + one + end, start + other + end] as const),
  )

  test('symmetric and in [0, 1]', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const value = levenshtein(a, b)
        expect(value).toBe(levenshtein(b, a))
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('1 exactly for texts that are equal after NFC', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(levenshtein(a, a)).toBe(1)
        expect(levenshtein(a, b) === 1).toBe(a.normalize('NFC') === b.normalize('NFC'))
      }),
    )
  })

  test('0 where exactly one text is empty', () => {
    fc.assert(
      fc.property(text, (a) => {
        expect(levenshtein(a, '')).toBe(a === '' ? 1 : 0)
      }),
    )
  })

  test('atLeast says what the value says, also at the value, one double above and one below', () => {
    fc.assert(
      fc.property(pair, fc.double({ min: 0, max: 1, noNaN: true }), ([a, b], threshold) => {
        for (const similarity of [levenshtein, levenshtein.raw]) {
          const value = similarity(a, b)
          for (const t of [threshold, 0, 0.5, 1, value, nextUp(value), -nextUp(-value), Number.NaN]) {
            expect(similarity.atLeast(a, b, t)).toBe(value >= t)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('value and decision are those of the whole table, on texts of several stripes, similar and not', () => {
    const few = fc.array(parts, { minLength: 1, maxLength: 3 })
    const long = few.chain((units) => fc.array(fc.constantFrom(...units), { maxLength: 160 })).map((list) => list.join(''))
    const longPair = fc.oneof(
      fc.tuple(long, long),
      fc.tuple(long, long, long, long).map(([start, one, other, end]) => [start + one + end, start + other + end] as const),
      fc.tuple(long, long).map(([start, end]) => [start + end, end + start] as const),
    )
    fc.assert(
      fc.property(longPair, ([a, b]) => {
        const value = plainLevenshtein(a, b)
        expect(levenshtein(a, b)).toBe(value)
        for (const t of [0.25, 0.5, 0.75, value, nextUp(value)]) expect([t, levenshtein.atLeast(a, b, t)]).toEqual([t, value >= t])
      }),
      { numRuns: 300 },
    )
  })

  test('the raw similarity gives normalized texts the same value', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(levenshtein.raw(a.normalize('NFC'), b.normalize('NFC'))).toBe(levenshtein(a, b))
      }),
    )
  })
})

describe('texts of more different symbols than there are code units', () => {
  const symbols = Array.from({ length: 70_000 }, (_, index) => String.fromCodePoint(0x2_00_00 + index))
  const all = symbols.join('')

  test('are compared exactly', () => {
    const edited = symbols.with(30_000, 'x').toSpliced(30_010, 2).join('')
    expect(levenshtein.raw(all, edited)).toBe(69_997 / 70_000)
    expect(levenshtein.raw.atLeast(all, edited, 69_997 / 70_000)).toBe(true)
    expect(levenshtein.raw.atLeast(all, edited, 69_998 / 70_000)).toBe(false)
  })

  test('need no unit for symbols that only one of them holds', () => {
    const some = symbols.filter((_, index) => index % 2 === 0 && index < 80)
    expect(levenshtein.raw(all, some.join(''))).toBe(40 / 70_000)
  })
})

test('an unlike pair too long to compare symbol by symbol is rejected by its bounds', () => {
  // Work on each pair of symbols, 4e12 of them, would run into the time limit of the test runner.
  const long = 'ab'.repeat(1_000_000)
  expect(levenshtein.atLeast(long, 'cd'.repeat(1_000_000), 0.5)).toBe(false)
  expect(levenshtein.atLeast(long, 'ab'.repeat(400_000), 0.5)).toBe(false)
  expect(levenshtein.atLeast(long, `${long}ab`, 0.5)).toBe(true)
})

/** The next double above a finite number. */
function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE
  const bits = new BigInt64Array(1)
  const double = new Float64Array(bits.buffer)
  double[0] = value
  bits[0] = (bits[0] ?? 0n) + (value > 0 ? 1n : -1n)
  return double[0]
}
