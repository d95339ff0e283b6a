import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateCallTokens, estimateTokens, mostCallTokens, mostTokens } from './token-estimate.ts'

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

test('no text can have more tokens than bytes, and the most is never under the estimate', () => {
  expect(['', 'abc', 'ä', '東', '😀'].map(mostTokens)).toEqual([0, 3, 2, 3, 4])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(mostTokens(text)).toBe(Buffer.byteLength(text))
      expect(mostTokens(text)).toBeGreaterThanOrEqual(estimateTokens(text))
    }),
  )
  const messages = [{ role: 'user' as const, parts: [{ text: 'abcdef' }] }]
  const output = { name: 'x', schema: { type: 'object' } }
  expect(mostCallTokens({ messages })).toBe(16 + 6)
  expect(mostCallTokens({ messages, output })).toBe(16 + 6 + JSON.stringify(output.schema).length + 1024)
})
