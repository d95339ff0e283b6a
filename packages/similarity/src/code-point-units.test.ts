import * as fc from 'fast-check'
import fastLevenshtein from 'fast-levenshtein'
import { expect, test } from 'vitest'
import { codePointUnits } from './code-point-units.ts'
import { editDistance } from './edit-distance.ts'

const text = fc
  .array(fc.constantFrom('a', 'b', '😀', '😁', '\uD83D', '\uDE00', '\u0000', '\u0001'), { maxLength: 80 })
  .map((parts) => parts.join(''))

test('texts without surrogates stay as they are', () => {
  expect(codePointUnits('a\u0000é', '京')).toEqual({ a: 'a\u0000é', b: '京' })
})

test('the distance in units is the distance in code points', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const units = codePointUnits(a, b)
      expect(units?.a).toHaveLength(Array.from(a).length)
      expect(fastLevenshtein.get(units?.a ?? '', units?.b ?? '')).toBe(editDistance(Array.from(a), Array.from(b)))
    }),
  )
})

test('more shared code points than units is said, not folded', () => {
  expect(codePointUnits('😀😁', '😁😀', 4)).toBeDefined()
  expect(codePointUnits('😀😁', '😁😀', 3)).toBeUndefined()
})

test('code points of one text only need no unit of their own', () => {
  expect(codePointUnits('😀🍎🍋🍊', '🐱🐶😀', 3)).toBeDefined()
})
