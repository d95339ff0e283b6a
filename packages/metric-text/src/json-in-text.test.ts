import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonInText } from './json-in-text.ts'

const found = (text: string): unknown[] => [...jsonInText(text)]

test.each<[text: string, values: unknown[]]>([
  ['', []],
  ['Sure: {"a": 1}. And [1, 2]!', [{ a: 1 }, [1, 2]]],
  ['{"a": {"b": [1]}}', [{ a: { b: [1] } }]],
  ['[see {"a": 1}, {"b": 2}]', [{ a: 1 }, { b: 2 }]],
  ['{"a": "}{"}', [{ a: '}{' }]],
  [String.raw`{"a": "\"{\u00e9"}`, [{ a: '"{é' }]],
  ['{a, b} {"a": 1 [1,] {"a":1,} [01] [+1] ["\t"]', []],
  [String.raw`["\x"] ["\u12"]`, []],
  ['he said "{" and {"a": []}', [{ a: [] }]],
  ['["a {"b": 1}', [{ b: 1 }]],
  ['{}[]', [{}, []]],
  ['[true, false, null, -1.5e+3]', [[true, false, null, -1500]]],
])('%j holds %j', (text, values) => {
  expect(found(text)).toEqual(values)
})

/** By the definition: of the brackets from left to right, the first text from each that is JSON. */
function byTrying(text: string): unknown[] {
  const values: unknown[] = []
  for (let start = 0; start < text.length; start += 1) {
    if (text[start] !== '{' && text[start] !== '[') continue
    for (let end = start + 2; end <= text.length; end += 1) {
      try {
        values.push(JSON.parse(text.slice(start, end)))
        start = end - 1
        break
      } catch {
        // No JSON up to here.
      }
    }
  }
  return values
}

test('it finds what trying every part of the text finds', () => {
  const piece = fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '1', ' ', '\\', 'a', '"a":', '{"a":1}', '[1,2]', 'null', '\n', '-')
  const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (given) => {
      expect(found(given)).toEqual(byTrying(given))
    }),
    { numRuns: 3_000 },
  )
})

test('and every JSON that stands in prose', () => {
  const prose = fc.string().map((text) => text.replaceAll(/[[{"]/g, ''))
  const container = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
  fc.assert(
    fc.property(prose, container, prose, (before, value, after) => {
      const json = JSON.stringify(value, null, 1)
      expect(found(before + json + after)).toEqual([JSON.parse(json)])
    }),
  )
})

test.each([
  ['brackets that are never closed', '['.repeat(300_000)],
  ['objects that are never closed', '{"a":'.repeat(100_000)],
  ['brackets in texts that are never closed', '["'.repeat(200_000)],
  ['lists in lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}x`],
  ['many lists', '[1]'.repeat(100_000)],
  ['many that are none', '[1 '.repeat(100_000)],
])('%s take work that grows with the text alone', (_what, text) => {
  // With work by the square of the length, this would take hours.
  expect(found(text).length).toBeLessThanOrEqual(100_000)
})
