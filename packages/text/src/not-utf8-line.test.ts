import { isUtf8 } from 'node:buffer'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { notUtf8Line } from './not-utf8-line.ts'

test.each([
  ['nothing at all', Buffer.alloc(0), undefined],
  ['UTF-8', Buffer.from('é\n😀\n'), undefined],
  ['Latin-1 in the third line', Buffer.from('a\n\né\n', 'latin1'), 3],
  ['a character cut off by the end', Buffer.from('a\né').subarray(0, 3), 2],
  ['a character cut off by a line feed', Buffer.from([0xc3, 0x0a, 0xa9]), 1],
])('%s', (_what, bytes, line) => {
  expect(notUtf8Line(bytes)).toBe(line)
  expect(notUtf8Line(bytes, 41)).toBe(line === undefined ? undefined : line + 40)
})

test('a line is named exactly where the bytes are not UTF-8, and all lines before it are', () => {
  const pieces = fc.array(fc.oneof(fc.uint8Array({ maxLength: 6 }), fc.constant(Uint8Array.of(0x0a)), fc.string().map(Buffer.from)))
  fc.assert(
    fc.property(pieces, (parts) => {
      const bytes = Buffer.concat(parts)
      const line = notUtf8Line(bytes)
      expect(line === undefined).toBe(isUtf8(bytes))
      if (line === undefined) return
      const lines = bytes.toString('latin1').split('\n')
      expect(isUtf8(Buffer.from(lines.slice(0, line - 1).join('\n'), 'latin1'))).toBe(true)
      expect(isUtf8(Buffer.from(lines[line - 1] ?? '', 'latin1'))).toBe(false)
    }),
  )
})
