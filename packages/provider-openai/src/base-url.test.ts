import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBaseUrl } from './base-url.ts'

describe('a base URL', () => {
  test.each([
    ['https://api.openai.com/v1', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1'],
    ['  http://LOCALHOST:8000//  ', 'http://localhost:8000'],
    ['http://localhost:8000', 'http://localhost:8000'],
    ['http://[::1]:8000/a/b/', 'http://[::1]:8000/a/b'],
    ['http://localhost:8000/v1/chat/completions', 'http://localhost:8000/v1'],
    ['http://localhost:8000/v1/#part', 'http://localhost:8000/v1'],
  ])('%s is read as %s', (text, href) => {
    expect(parseBaseUrl(text, 'baseURL')).toMatchObject({ href, shown: href, authorization: undefined, secrets: [] })
  })

  test('keeps its query for requests, and shows only the version', () => {
    const url = parseBaseUrl('https://host.example/v1/?api-version=2024-10-21&sig=top%20secret', 'baseURL')
    expect(url.href).toBe('https://host.example/v1?api-version=2024-10-21&sig=top%20secret')
    expect(url.shown).toBe('https://host.example/v1?api-version=2024-10-21')
    expect(url.secrets).toEqual(['top secret', 'top%20secret'])
  })

  test('turns credentials into a header, and has all forms of them as secrets', () => {
    const url = parseBaseUrl('https://someone:p%40ss-word@host.example/v1', 'baseURL')
    expect(url.href).toBe('https://host.example/v1')
    expect(url.authorization).toBe(`Basic ${Buffer.from('someone:p@ss-word').toString('base64')}`)
    expect(url.secrets).toEqual(expect.arrayContaining(['someone', 'p%40ss-word', 'p@ss-word', url.authorization?.slice('Basic '.length)]))
  })

  test.each(['', 'localhost:8000/v1', 'api.openai.com', 'ftp://host/v1', 'file:///etc/passwd', 'http://'])(
    '"%s" is a config error that names where it came from',
    (text) => {
      expect(() => parseBaseUrl(text, 'OPENAI_BASE_URL')).toThrow(
        expect.objectContaining({ kind: 'config', message: expect.stringContaining('OPENAI_BASE_URL is not an http or https address') }),
      )
    },
  )

  test.each([
    ['https://api.openai.com/v1', true],
    ['https://eu.api.openai.com/v1', true],
    ['https://api.openai.com.evil.example/v1', false],
    ['https://notapi.openai.com/v1', false],
    ['http://api.openai.com@evil.example/v1', false],
  ])('%s is OpenAI: %s', (text, isOpenAI) => {
    expect(parseBaseUrl(text, 'baseURL').isOpenAI).toBe(isOpenAI)
  })

  test('never shows credentials and query values', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{8,20}$/)
    fc.assert(
      fc.property(secret, secret, secret, (user, password, query) => {
        const { href, shown } = parseBaseUrl(`https://${user}:${password}@h.example/v1?k=${query}`, 'baseURL')
        for (const hidden of [user, password, query]) expect(shown).not.toContain(hidden)
        for (const hidden of [user, password]) expect(href.replace(query, '')).not.toContain(hidden)
      }),
    )
  })
})
