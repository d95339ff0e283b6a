import { expect, test } from 'vitest'
import { mentionsWord } from './refused-parameter.ts'

test.each([
  ['`seed` is unknown', 'seed', true],
  ['seeded, then seed', 'seed', true],
  ['seeded and reseed', 'seed', false],
  ['top_props', 'top_p', false],
  ['a $& b', '$&', true],
  ['', 'seed', false],
])('%j mentions %j: %j', (text, word, expected) => {
  expect(mentionsWord(text, word)).toBe(expected)
})
