import { scoreRow } from '@assay/core'
import { expect, test } from 'vitest'
import { withinEdits } from './within-edits.ts'

test.each<[value: string, atMost: number | undefined, expected: object]>([
  ['sitting', undefined, { value: 1, detail: { distance: 3, value: 'sitting' } }],
  ['sitting', 3, { value: 1 }],
  ['sitting', 2, { value: 0, reason: 'The response is 3 edits from the expected text; 2 are allowed.' }],
  ['kitten', 0, { value: 1, detail: { distance: 0, value: 'kitten' } }],
  ['something much longer', 5, { value: 0, detail: { distance: null, value: 'something much longer' } }],
])('kitten within edits of %s, at most %s', async (value, atMost, expected) => {
  expect(await scoreRow(withinEdits({ value, atMost }), { response: 'kitten' })).toMatchObject(expected)
})

test('a limit below 0 is refused', () => {
  expect(() => withinEdits({ value: 'a', atMost: -1 })).toThrow('levenshtein: atMost is -1')
})
