import { type LLMReply, unknownUsage } from '@assay/core'
import { expect, test } from 'vitest'
import { headerFingerprint, headerLineSecrets, headerSecrets, secretForms, sendableKey, urlCredentials, withoutSecrets } from './secrets.ts'

test('a header is a secret as a whole and without its scheme', () => {
  expect(headerSecrets({ Authorization: 'Bearer abc', 'x-key': 'k' })).toEqual(['Bearer abc', 'abc', 'k'])
})

test('headers in lines are read in the same way', () => {
  expect(headerLineSecrets('X-A: Token abc\nX-B:def')).toEqual(['Token abc', 'abc', 'def'])
})

test('values of public headers are no secrets', () => {
  const open = { 'Content-Type': 'application/json', 'HTTP-Referer': 'https://example.com', 'x-title': 'Context recall' }
  expect([headerSecrets(open), headerLineSecrets('User-Agent: my tests\nAccept: text/plain')]).toEqual([[], []])
})

test('a secret has its forms in plain text, JSON, URLs and base64; an empty one has none', () => {
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

test('credentials become a header, and every form of them is a secret', () => {
  const pair = Buffer.from('us er:p%w').toString('base64')
  const { authorization, secrets } = urlCredentials(new URL('http://us%20er:p%25w@h'))
  expect(authorization).toBe(`Basic ${pair}`)
  expect(secrets).toEqual(expect.arrayContaining(['us%20er', 'p%25w', 'us er', 'p%w', pair]))
})

test('values in the query are secrets, except those of shown names', () => {
  expect(urlCredentials(new URL('http://h?sig=a b&v=1'), ['v'])).toEqual({ authorization: undefined, secrets: ['a b', 'a%20b'] })
})

test('an invalid percent escape is not decoded', () => {
  expect(urlCredentials(new URL('http://u:100%@h')).authorization).toBe(`Basic ${Buffer.from('u:100%').toString('base64')}`)
})

test('an address without credentials has no secrets', () => {
  expect(urlCredentials(new URL('http://h/x'))).toEqual({ authorization: undefined, secrets: [] })
})

test('the headers of two routes differ in the fingerprint, without their values', () => {
  const [a, b] = [headerFingerprint({ 'X-Route': 'route-a' }), headerFingerprint({ 'x-route': 'route-b' })]
  expect(a).not.toEqual(b)
  expect(a).toEqual({ headers: { 'x-route': expect.stringMatching(/^[0-9a-f]{12}$/) } })
})

test.each(['Authorization', 'x-api-key', 'Cookie', 'X-Auth-Token', 'proxy-authorization', 'client-secret'])(
  '%s is a credential: not even its hash stands there',
  (name) => {
    expect(headerFingerprint({ [name]: 'v' })).toEqual({})
  },
)

const secret = 'hidden+key/1?'
const reply: LLMReply = { text: 'plain', finishReason: 'stop', usage: unknownUsage() }

test.each([secret, encodeURIComponent(secret), 'hidden%2bkey%2f1%3f', btoa(secret), Buffer.from(secret).toString('base64url')])(
  'a secret echoed as %s is in no field of a reply, and a warning says so',
  (echo) => {
    const echoing = { ...reply, text: `{"reason":"${echo}"}`, modelId: echo, requestId: echo, warnings: [echo] }
    const clean = withoutSecrets(echoing, secretForms([secret]))
    expect(JSON.stringify(clean)).not.toContain(echo)
    expect(clean.text).toMatch(/^\{"reason":"\[redacted\]=*"\}$/)
    expect(clean.warnings?.at(-1)).toBe('The reply repeated a secret of the connection, which was removed.')
  },
)

test('a reply with text that only resembles a secret is unchanged', () => {
  const held = { ...reply, text: 'Use sk-0123456789abcdef, or Bearer abcdefghijkl.' }
  expect(withoutSecrets(held, secretForms([secret]))).toEqual(held)
})

const asked = { provider: 'openai', modelId: 'm' }

test('a key that a header can hold is returned unchanged', () => {
  for (const key of ['sk-abc_123.~+/=', 'with space', 'clé']) expect(sendableKey(key, 'KEY', asked)).toBe(key)
})

test.each([
  ['sk-abc…xyz', 7, 'U+2026'],
  ['“sk-abc”', 1, 'U+201C'],
  ['sk\u200b', 3, 'U+200B'],
  ['sk-a\nsk-b', 5, 'U+000A'],
  ['sk😀', 3, 'U+1F600'],
])('%j is an auth error with position and character, without the key', (key, place, character) => {
  const fail = (): unknown => sendableKey(key, 'OPENAI_API_KEY', asked)
  expect(fail).toThrow(
    expect.objectContaining({
      kind: 'auth',
      message: `openai:m was not called: character ${place} of OPENAI_API_KEY is ${character}, which an HTTP header cannot hold. Copy the key again.`,
    }),
  )
})
