import { expect, test } from 'vitest'
import { urlCredentials } from './url-credentials.ts'

test('credentials become a header, and every form of them is a secret', () => {
  const pair = Buffer.from('us er:p%w').toString('base64')
  const { authorization, secrets } = urlCredentials(new URL('http://us%20er:p%25w@h'))
  expect(authorization).toBe(`Basic ${pair}`)
  expect(secrets).toEqual(expect.arrayContaining(['us%20er', 'p%25w', 'us er', 'p%w', pair]))
})

test('what stands in the query is a secret, but for the names that are not', () => {
  expect(urlCredentials(new URL('http://h?sig=a b&v=1'), ['v'])).toEqual({ authorization: undefined, secrets: ['a b', 'a%20b'] })
})

test('a percent sign that escapes nothing is taken as it is', () => {
  expect(urlCredentials(new URL('http://u:100%@h')).authorization).toBe(`Basic ${Buffer.from('u:100%').toString('base64')}`)
})

test('an address without any has none', () => {
  expect(urlCredentials(new URL('http://h/x'))).toEqual({ authorization: undefined, secrets: [] })
})
