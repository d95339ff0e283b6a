import { expect, test } from 'vitest'
import { codePoints } from './code-points.ts'
import { normalizeNfc } from './normalize-nfc.ts'

test('an emoji is one code point', () => {
  expect(codePoints('a😀b')).toEqual(['a', '😀', 'b'])
})

test('a lone surrogate is kept as it is', () => {
  expect(codePoints('\uD83Dx')).toEqual(['\uD83D', 'x'])
})

test('a letter typed with a combining accent becomes one code point', () => {
  expect(codePoints(normalizeNfc('e\u0301'))).toEqual(['é'])
})
