import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forTerminal } from './for-terminal.ts'

describe('text for a terminal', () => {
  it('shows control, bidirectional and invisible characters as escapes', () => {
    expect(forTerminal('a\u001b[2J\tb\r\nc\u0000\u007f\u009b')).toBe('a\\x1b[2J\\tb\\r\\nc\\x00\\x7f\\x9b')
    expect(forTerminal('\u202eabc\u202c\u2066d\u2069\u200f\u061c')).toBe('\\u202eabc\\u202c\\u2066d\\u2069\\u200f\\u061c')
    expect(forTerminal('\ufeff\u200b\u00ad\u2028\u2060\u{e0041}\ud800')).toBe('\\ufeff\\u200b\\xad\\u2028\\u2060\\u{e0041}\\ud800')
  })

  it('leaves every script and emoji as it is', () => {
    for (const text of ['Ünïcödé', '漢字かな한글', 'می‌خواهم', 'हिन्दी', 'ไทย', '👩‍👩‍👧‍👦 👍🏽 🇫🇷', 'שלום العربية', '$& {{x}} <b>'])
      expect(forTerminal(text)).toBe(text)
  })

  it('leaves nothing for a terminal to act on', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(forTerminal(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Cs}]/v)
      }),
    )
  })
})
