import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningOf } from './beginning-of.ts'

test('a beginning is the text itself, or as much of it as fits, in whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const beginning = beginningOf(text)
      if (text.length <= 120) expect(beginning).toBe(text)
      else {
        expect(beginning.length).toBeLessThanOrEqual(120)
        expect(beginning.endsWith('…') && text.startsWith(beginning.slice(0, -1))).toBe(true)
        expect(beginning.isWellFormed()).toBe(true)
      }
    }),
  )
  expect(beginningOf(`${'a'.repeat(118)}😀😀`)).toBe(`${'a'.repeat(118)}…`)
})
