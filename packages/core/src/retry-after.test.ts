import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 10, 27, 12, 0, 0)
const parse = (headers: Record<string, string>): number | undefined => parseRetryAfter(new Headers(headers), now)

describe('the wait that a server requests', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['zero', { 'retry-after': '0' }, 0],
    ['fractional seconds', { 'retry-after': '0.25' }, 250],
    ['space around', { 'retry-after': ' 7 ' }, 7000],
    ['milliseconds', { 'retry-after-ms': '1500' }, 1500],
    ['fractional milliseconds', { 'retry-after-ms': '1500.5' }, 1500.5],
    ['milliseconds before seconds', { 'retry-after-ms': '1500', 'retry-after': '7' }, 1500],
    ['seconds where the milliseconds are nonsense', { 'retry-after-ms': 'soon', 'retry-after': '7' }, 7000],
    ['an HTTP date', { 'retry-after': 'Fri, 27 Nov 2026 12:00:30 GMT' }, 30_000],
    ['an HTTP date in the past', { 'retry-after': 'Fri, 27 Nov 2026 11:00:00 GMT' }, 0],
    ['the older form with dashes', { 'retry-after': 'Friday, 27-Nov-26 12:00:30 GMT' }, 30_000],
    ['the older form, of the century before', { 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' }, 0],
    ['the form of asctime, which is in UTC', { 'retry-after': 'Fri Nov 27 12:00:30 2026' }, 30_000],
    ['the form of asctime with a day of one digit', { 'retry-after': 'Tue Dec  1 12:00:00 2026' }, 4 * 86_400_000],
  ])('%s', (_what, headers, expected) => {
    expect(parse(headers)).toBe(expected)
  })

  it.each([
    '',
    'soon',
    '-1',
    '1e9',
    '0x10',
    'NaN',
    'Infinity',
    '1,000',
    '5 seconds',
    '12345678901234',
    'Mon 2099',
    'Monday 5',
    '2099-01-01',
    '2099-01-01T00:00:00Z',
    'Fri, 27 Foo 2026 12:00:30 GMT',
    'Fri, 27 Nov 2026 12:00:30 CET',
  ])('%j is nonsense', (value) => {
    expect(parse({ 'retry-after': value })).toBeUndefined()
  })

  it('no header, no wait', () => {
    expect(parse({})).toBeUndefined()
  })
})
