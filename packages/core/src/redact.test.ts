import { describe, expect, it } from 'vitest'
import { redact, redactKnown } from './redact.ts'

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

  it('reads hostile text of a megabyte without going back over it', () => {
    const half = 500_000
    for (const piece of ['a://', 'api_key ', 'sk-', 'bearer ', 'basic aaaa', 'key-a', 'a://b:c', ' ']) {
      const text = piece.repeat(half / piece.length)
      expect(redact(text).length).toBeGreaterThan(0)
    }
    expect(redact(`a://${'b'.repeat(half)}:${'c'.repeat(half)}`)).toHaveLength(2 * half + 5)
  })
})

describe('redactKnown', () => {
  it('takes out what is given, and leaves what only looks like a key', () => {
    expect(redactKnown('my-secret and sk-proj-abcdefgh1234', ['my-secret'])).toBe('[redacted] and sk-proj-abcdefgh1234')
  })
})
