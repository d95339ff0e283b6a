import type { ProgressSnapshot } from '@assay/runner'
import { expect, it } from 'vitest'
import { progressLine } from './progress-line.ts'

const start: ProgressSnapshot = {
  rows: 0,
  total: null,
  rowsPerSecond: null,
  calls: 0,
  retries: 0,
  inFlight: 0,
  limit: null,
  tokens: 0,
  cost: 0,
  unscored: 0,
  fromStore: 0,
  etaMs: null,
  elapsedMs: 0,
}
const busy: ProgressSnapshot = {
  rows: 1234,
  total: 5000,
  rowsPerSecond: 12.34,
  calls: 2500,
  retries: 3,
  inFlight: 7,
  limit: 8,
  tokens: 4_560_000,
  cost: 1.2345,
  unscored: 2,
  fromStore: 56,
  etaMs: 305_001,
  elapsedMs: 100_000,
}

it('says all that is known where there is room', () => {
  expect(progressLine(busy, Infinity)).toBe(
    '1,234 of 5,000 rows 24%  2 unscored  12/s  5m 06s left  2,500 calls  56 from store  7 of 8 in flight  3 retries  4.6M tokens  $1.234',
  )
})

it('says nothing of what did not happen', () => {
  expect(progressLine(start, Infinity)).toBe('0 rows')
  expect(progressLine({ ...start, rows: 1, rowsPerSecond: 0.5, total: 2 }, Infinity)).toBe('1 of 2 rows 50%  0.5/s')
})

it('leaves out first what matters least', () => {
  expect(progressLine(busy, 79)).toBe('1,234 of 5,000 rows 24%  2 unscored  12/s  5m 06s left  2,500 calls  $1.234')
  expect(progressLine(busy, 60)).toBe('1,234 of 5,000 rows 24%  2 unscored  5m 06s left  $1.234')
  expect(progressLine(busy, 39)).toBe('1,234 of 5,000 rows 24%  2 unscored')
})

it('never claims to be done, or to be free, before it is so', () => {
  expect(progressLine({ ...start, rows: 999, total: 1000 }, 80)).toContain('99%')
  expect(progressLine({ ...start, tokens: 5, cost: 0.0001 }, 80)).toContain('<$0.001')
  expect(progressLine({ ...start, tokens: 5, cost: null }, 80)).not.toContain('$')
  expect(progressLine({ ...start, tokens: null, cost: 12.345 }, 80)).toBe('0 rows  $12.35')
  expect(progressLine({ ...start, tokens: null, cost: 1.2341, costIsBound: true }, 80)).toBe('0 rows  at most $1.235')
})

it('shows times and tokens in their units', () => {
  const left = (etaMs: number) => progressLine({ ...start, etaMs }, 80)
  expect([0, 7001, 60_000, 3_600_000, 360_000_000].map(left)).toEqual([
    '0 rows  0s left',
    '0 rows  8s left',
    '0 rows  1m 00s left',
    '0 rows  1h 00m left',
    '0 rows  100h 00m left',
  ])
  const tokens = (count: number) => progressLine({ ...start, tokens: count, cost: null }, 80)
  expect([940, 12_345, 999_949, 999_950].map(tokens)).toEqual([
    '0 rows  940 tokens',
    '0 rows  12.3k tokens',
    '0 rows  999.9k tokens',
    '0 rows  1.0M tokens',
  ])
})

it('fits into 40 columns and more, for any run of up to a hundred million rows', () => {
  const most = 100_000_000
  const full = {
    ...busy,
    rows: most,
    total: most,
    rowsPerSecond: 1e7,
    calls: most,
    retries: most,
    tokens: 9e15,
    cost: 1e6,
    unscored: most,
    etaMs: 1e12,
  }
  for (const at of [full, { ...full, total: null }, { ...full, unscored: 0, cost: null }, { ...busy, etaMs: null }, start]) {
    for (let columns = 39; columns <= 200; columns += 1) {
      const line = progressLine(at, columns)
      expect(line.length).toBeLessThanOrEqual(columns)
      expect(line).toMatch(/^[\d,]+ (?:of [\d,]+ )?rows?/)
    }
  }
})
