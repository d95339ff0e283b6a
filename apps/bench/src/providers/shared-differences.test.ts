import { expect, test } from 'vitest'
import type { ComparedRow } from './provider-comparison.ts'
import { sharedDifferences } from './shared-differences.ts'

const row = (at: number, scores: ComparedRow['scores']): ComparedRow => ({ id: `r${at}`, scores, unscored: {} })

test('differences rest on the rows that every judge scored, and the others are counted', () => {
  const rows = Array.from({ length: 30 }, (_, at) => row(at, { a: 1, b: at < 10 ? 0.8 : 1, c: at < 5 ? null : 1 }))
  const { shared, between } = sharedDifferences(['a', 'b', 'c'], rows)
  expect(shared).toEqual({ rows: 25, left: 5, providers: ['a', 'b', 'c'] })
  // Of a and b, five of 25 rows in which c has a score, too; ten of 30 in truth.
  expect(between('a', 'b').difference).toBeCloseTo(-0.2 * (5 / 25), 12)
})

test('a judge that scored nothing is left out of the differences', () => {
  const rows = Array.from({ length: 12 }, (_, at) => row(at, { a: 1, b: at < 8 ? 0.8 : 1, c: null }))
  const { shared, between } = sharedDifferences(['a', 'b', 'c'], rows)
  expect(shared).toEqual({ rows: 12, left: 0, providers: ['a', 'b'] })
  expect(between('a', 'b').p).toBe(2 / 2 ** 8)
  expect(between('a', 'c')).toEqual({ difference: null, interval: null, noInterval: 'c scored nothing', p: null })
})

test('interval and p of three judges are of all pairs at once, and agree', () => {
  const rows = Array.from({ length: 40 }, (_, at) => row(at, { a: 1, b: at < 6 ? 0.8 : 1, c: at % 3 === 0 ? 0.5 : 1 }))
  const { between } = sharedDifferences(['a', 'b', 'c'], rows)
  // Alone, six losses of one size have p = 2 / 2⁶.
  expect(between('a', 'b').p).toBeGreaterThan(2 / 2 ** 6)
  for (const [one, other] of [
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'c'],
  ] as const) {
    const { interval, p } = between(one, other)
    expect((interval?.lo ?? 9) <= 0 && (interval?.hi ?? -9) >= 0).toBe((p ?? 9) >= 0.05)
  }
})

test('where no row was scored by all, that is said', () => {
  const rows = Array.from({ length: 12 }, (_, at) => row(at, at < 6 ? { a: 1, b: null } : { a: null, b: 1 }))
  expect(sharedDifferences(['a', 'b'], rows).between('a', 'b').noInterval).toBe('no row was scored by all of them')
})
