import { expect, test } from 'vitest'
import { isBlank } from './is-blank.ts'

test.each(['', ' ', '\n\t', '\u00A0\u2003\u3000', '\u0085', '\uFEFF', '\u2028'])('white space alone is blank: %j', (text) => {
  expect(isBlank(text)).toBe(true)
})

test.each(['a', ' . ', '0', '\u200B', '\u0000'])('anything else is not: %j', (text) => {
  expect(isBlank(text)).toBe(false)
})
