import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexOfText } from './index-of-text.ts'

test('the place is that of indexOf, for short and long patterns alike', () => {
  const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 200 }).map((units) => units.join(''))
  fc.assert(
    fc.property(letters, letters, (text, pattern) => {
      expect(indexOfText(text, pattern)).toBe(text.indexOf(pattern))
    }),
  )
  fc.assert(
    fc.property(letters, letters, letters, (before, pattern, after) => {
      const text = `${before}${pattern.repeat(3)}${after}`
      expect(indexOfText(text, pattern.repeat(2))).toBe(text.indexOf(pattern.repeat(2)))
    }),
  )
})
