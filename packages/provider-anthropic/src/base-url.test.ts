import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBaseUrl } from './base-url.ts'

describe('a base URL', () => {
  test.each([
    ['https://api.anthropic.com', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/v1', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/v1/messages/', 'https://api.anthropic.com'],
    ['  http://LOCALHOST:8000//  ', 'http://localhost:8000'],
    ['http://[::1]:8000/anthropic/v1//', 'http://[::1]:8000/anthropic'],
    ['http://localhost:8000/gateway', 'http://localhost:8000/gateway'],
  ])('%s is read as %s', (text, href) => {
    expect(parseBaseUrl(text, 'baseURL')).toMatchObject({ href, shown: href, query: {}, authorization: undefined, secrets: [] })
  })

  test('keeps its query for requests, and shows none of it', () => {
    const url = parseBaseUrl('https://host.example/v1/?route=a&sig=top%20secret', 'baseURL')
    expect(url).toMatchObject({ href: 'https://host.example', shown: 'https://host.example', query: { route: 'a', sig: 'top secret' } })
    expect(url.secrets).toEqual(['a', 'a', 'top secret', 'top%20secret'])
  })

  test('turns credentials into a header, and has all forms of them as secrets', () => {
    const url = parseBaseUrl('https://someone:p%40ss-word@host.example', 'baseURL')
    expect(url.href).toBe('https://host.example')
    expect(url.authorization).toBe(`Basic ${Buffer.from('someone:p@ss-word').toString('base64')}`)
    expect(url.secrets).toEqual(expect.arrayContaining(['someone', 'p%40ss-word', 'p@ss-word', url.authorization?.slice('Basic '.length)]))
  })

  test.each(['', 'localhost:8000', 'api.anthropic.com', 'ftp://host', 'file:///etc/passwd', 'http://'])(
    '"%s" is a config error that names where it came from',
    (text) => {
      expect(() => parseBaseUrl(text, 'ANTHROPIC_BASE_URL')).toThrow(
        expect.objectContaining({ kind: 'config', message: expect.stringContaining('ANTHROPIC_BASE_URL is not an http or https address') }),
      )
    },
  )

  test.each([
    ['https://api.anthropic.com', true],
    ['https://api.anthropic.com.evil.example', false],
    ['https://notanthropic.com', false],
    ['http://api.anthropic.com@evil.example', false],
  ])('%s is Anthropic: %s', (text, isAnthropic) => {
    expect(parseBaseUrl(text, 'baseURL').isAnthropic).toBe(isAnthropic)
  })

  test('never shows credentials and query values', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{8,20}$/)
    fc.assert(
      fc.property(secret, secret, secret, (user, password, query) => {
        const { href, shown } = parseBaseUrl(`https://${user}:${password}@h.example/p?k=${query}`, 'baseURL')
        for (const hidden of [user, password, query]) expect(`${href} ${shown}`).not.toContain(hidden)
      }),
    )
  })
})
