import { expect, test } from 'vitest'
import { headerLineSecrets, headerSecrets } from './header-secrets.ts'
import { secretForms } from './secret-forms.ts'

test('a header is a secret as a whole and without its scheme', () => {
  expect(headerSecrets({ Authorization: 'Bearer abc', 'x-key': 'k' })).toEqual(['Bearer abc', 'abc', 'k'])
})

test('headers written one a line are read the same', () => {
  expect(headerLineSecrets('X-A: Token abc\nX-B:def')).toEqual(['Token abc', 'abc', 'def'])
})

test('a secret is looked for as it is and as JSON writes it; none is no secret', () => {
  expect(secretForms(['a"b', 'c', '', null, undefined])).toEqual(['a"b', 'a\\"b', 'c'])
})
