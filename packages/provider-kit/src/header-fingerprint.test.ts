import { expect, test } from 'vitest'
import { headerFingerprint } from './header-fingerprint.ts'

test('headers of two routes differ, and neither value is shown', () => {
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
