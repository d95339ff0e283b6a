import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextCleaner } from './text-cleaner.ts'

test('NUL characters and lone surrogates become U+FFFD, counted over all texts', () => {
  const cleaner = createTextCleaner()
  expect(cleaner.clean('a\0b\0')).toBe('a\uFFFDb\uFFFD')
  expect(cleaner.clean('\uD83D x 😀 \uDE00')).toBe('\uFFFD x 😀 \uFFFD')
  expect(cleaner.clean('\0')).toBe('\uFFFD')
  expect(cleaner.warnings()).toEqual([
    '3 NUL characters in the prompt were replaced by U+FFFD.',
    '2 halves of surrogate pairs in the prompt were replaced by U+FFFD.',
  ])
})

test('one of a kind is counted in the singular', () => {
  const cleaner = createTextCleaner()
  cleaner.clean('\0\uD800')
  expect(cleaner.warnings()).toEqual([
    '1 NUL character in the prompt was replaced by U+FFFD.',
    '1 half of a surrogate pair in the prompt was replaced by U+FFFD.',
  ])
})

test('any text becomes well-formed, without NUL and of the same length; a clean text is unchanged and without a warning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.constantFrom('\0', '\uD800', '\uDC00', 'x')), (text, more) => {
      const cleaner = createTextCleaner()
      const dirty = text + more.join('')
      const clean = cleaner.clean(dirty)
      expect(clean.isWellFormed()).toBe(true)
      expect(clean).not.toContain('\0')
      expect(clean).toHaveLength(dirty.length)
      expect(cleaner.clean(clean)).toBe(clean)
      expect(cleaner.warnings().length === 0).toBe(clean === dirty)
    }),
  )
})
