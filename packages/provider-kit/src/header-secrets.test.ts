import { expect, test } from 'vitest'
import { headerLineSecrets, headerSecrets } from './header-secrets.ts'
import { secretForms } from './secret-forms.ts'

test('a header is a secret as a whole and without its scheme', () => {
  expect(headerSecrets({ Authorization: 'Bearer abc', 'x-key': 'k' })).toEqual(['Bearer abc', 'abc', 'k'])
})

test('headers written one a line are read the same', () => {
  expect(headerLineSecrets('X-A: Token abc\nX-B:def')).toEqual(['Token abc', 'abc', 'def'])
})

test('what a header says of the request is no secret', () => {
  const open = { 'Content-Type': 'application/json', 'HTTP-Referer': 'https://example.com', 'x-title': 'Context recall' }
  expect([headerSecrets(open), headerLineSecrets('User-Agent: my tests\nAccept: text/plain')]).toEqual([[], []])
})

test('a secret is looked for as it is, and as JSON, a URL and base64 write it; none is no secret', () => {
  expect(secretForms(['a"?>', 'c', '', null, undefined])).toEqual([
    'a"?>',
    'a\\"?>',
    'a%22%3F%3E',
    'a%22%3f%3e',
    'YSI/Pg',
    'YSI_Pg',
    'c',
    'Yw',
  ])
})
