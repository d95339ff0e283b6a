import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { readAge } from './read-age.ts'

describe('an age', () => {
  it.each([
    ['30s', 30_000],
    ['1.5h', 5_400_000],
    ['90m', 5_400_000],
    ['0d', 0],
    ['30d', 30 * 86_400_000],
    ['2w', 14 * 86_400_000],
  ])('%s is %d milliseconds', (text, ms) => expect(readAge('--older-than', text)).toBe(ms))

  it.each(['30', 'd', '-1d', '1y', '30 d', '', '1d2h', '.d'])('%j is none', (text) => {
    expect(() => readAge('--older-than', text)).toThrow(AssayError)
  })
})
