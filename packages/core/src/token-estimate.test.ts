import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateCallTokens, estimateTokens } from './token-estimate.ts'

test.each([
  ['', 0],
  ['The bridge.', 4],
  ['1904', 4],
  ['in 1904', 5],
  ['ängstlich', 4],
  ['東京タワー', 5],
  ['😀', 2],
])('%j counts as %d tokens: one for 3 bytes of UTF-8, one for each digit', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})

test('the parts of a text never count less than the whole, and no UTF-16 unit more than one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(estimateTokens(a) + estimateTokens(b)).toBeGreaterThanOrEqual(estimateTokens(a + b))
      expect(estimateTokens(a)).toBeLessThanOrEqual(a.length)
    }),
  )
})

test('a call counts with its messages and the schema of its reply', () => {
  const messages = [{ role: 'user' as const, parts: [{ text: 'abc' }, { text: 'def' }] }]
  const schema = { type: 'object' }
  expect(estimateCallTokens({ messages })).toBe(16 + 2)
  expect(estimateCallTokens({ messages, output: { name: 'x', schema } })).toBe(16 + 2 + estimateTokens(JSON.stringify(schema)))
})
