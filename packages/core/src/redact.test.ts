import { describe, expect, it } from 'vitest'
import { redact, redactHead, redactKnown } from './redact.ts'

describe('redact', () => {
  it.each([
    ['key sk-proj-abcdefgh1234 refused', 'key [redacted] refused'],
    ['sk-ant-api03-AAAA_BBBB-cccc', '[redacted]'],
    ['gsk_abcdefgh12345678', '[redacted]'],
    ['xai-abcdefgh12345678', '[redacted]'],
    ['Incorrect API key provided: sk-abcd****wxyz.', 'Incorrect API key provided: [redacted].'],
    ['key-1234567890abcdef', '[redacted]'],
    ['Authorization: Bearer abc.def-123_456', 'Authorization: Bearer [redacted]'],
    ['authorization: basic dXNlcjpwYXNz', 'authorization: Basic [redacted]'],
    ['x-api-key: abcdef123', 'x-api-key: [redacted]'],
    ['?api_key=abcdef123&x=1', '?api_key=[redacted]&x=1'],
    ['{"apiKey":"abcdef123"}', '{"apiKey":"[redacted]"}'],
    ['https://user:pass@host/v1', 'https://[redacted]@host/v1'],
    ['http://token@host', 'http://[redacted]@host'],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected)
  })

  it.each([
    'The key-performance-indicators are fine.',
    'A basic understanding of risk-adjusted returns.',
    'https://host.example/path?x=1 and mail@host.example',
    'a task-oriented desk-bound worker',
    '',
  ])('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('takes known secrets out word for word, the longest first', () => {
    expect(redact('a=secret b=secret-and-more c=s.e+c$', ['secret', 'secret-and-more', 's.e+c$', undefined, 'b'])).toBe(
      'a=[redacted] b=[redacted] c=[redacted]',
    )
  })

  it('reads hostile text of ten megabytes without going back over it', () => {
    const size = 10_000_000
    for (const piece of ['a', 'a://', 'api_key ', 'bearer ', 'basic aaaa ', 'key-a', 'a://b:c', ' ', '中']) {
      const text = piece.repeat(size / piece.length)
      expect(redact(text) === text, piece).toBe(true)
    }
    expect(redact('sk-'.repeat(size / 3))).not.toContain('sk-')
    expect(redact(`a://${'b'.repeat(size)}:${'c'.repeat(size)}`)).toHaveLength(2 * size + 5)
  })
})

describe('redactHead', () => {
  it('is all of a short text', () => {
    expect(redactHead('key sk-proj-abcdefgh1234 refused')).toBe('key [redacted] refused')
    expect(redactHead('x'.repeat(20_000))).toHaveLength(20_000)
  })

  it('is the beginning of a long one', () => {
    expect(redactHead(`my-secret ${'x '.repeat(5_000_000)}`, ['my-secret'])).toBe(`[redacted] ${'x '.repeat(9_995)}`)
  })

  it('leaves no part of a secret, wherever it is cut', () => {
    const secret = `s3cr3t-${'abcdefghij'.repeat(200)}`
    for (const before of [17_000, 19_000, 19_999, 20_000, 20_001, 21_000, 22_000]) {
      const head = redactHead(`${' '.repeat(before)}${secret}${' '.repeat(100_000)}`, [secret])
      expect(head.trim().replaceAll('[redacted]', ''), String(before)).toBe('')
      const inUrl = redactHead(`${' '.repeat(before)}https://user:password@host${' '.repeat(100_000)}`)
      expect(inUrl).not.toContain('pass')
    }
  })

  it('shows no secret of a text that holds nothing else', () => {
    const secret = 'hush-'.repeat(500)
    expect(redactHead(secret.repeat(1_000), [secret])).not.toContain('hush')
  })
})

describe('redactKnown', () => {
  it('takes out what is given, and leaves what only looks like a key', () => {
    expect(redactKnown('my-secret and sk-proj-abcdefgh1234', ['my-secret'])).toBe('[redacted] and sk-proj-abcdefgh1234')
  })
})
