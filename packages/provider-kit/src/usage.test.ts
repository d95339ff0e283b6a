import { expect, test } from 'vitest'
import { tokenCount } from './usage.ts'

test('a token count is an integer from 0, else unknown', () => {
  expect([0, 7, -1, 1.5, '7', null, undefined, Number.NaN].map(tokenCount)).toEqual([0, 7, null, null, null, null, null, null])
})
