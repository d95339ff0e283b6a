import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { AssayError, type AssayErrorKind, withUsage } from './assay-error.ts'
import { noUsage } from './usage.ts'

describe('AssayError', () => {
  it('as JSON has no cause, no stack and no secret', () => {
    const error = new AssayError({
      kind: 'auth',
      message: 'openai refused the key my-own-secret at https://user:pass@host.example/v1',
      reply: '{"error":"bad key my-own-secret"}',
      secrets: ['my-own-secret', undefined],
      cause: new Error('my-own-secret'),
      provider: 'openai',
      modelId: 'm',
      status: 401,
      requestId: 'r1',
    })
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      kind: 'auth',
      message: 'openai refused the key [redacted] at https://[redacted]@host.example/v1',
      provider: 'openai',
      modelId: 'm',
      status: 401,
      requestId: 'r1',
      isRetryable: false,
      replyHead: '{"error":"bad key [redacted]"}',
    })
    expect(error.cause).toBeInstanceOf(Error)
  })

  it('leaves what is unknown out of its JSON', () => {
    expect(new AssayError({ kind: 'data', message: 'm' }).toJSON()).toEqual({ kind: 'data', message: 'm', isRetryable: false })
  })

  it.each<[AssayErrorKind, number | undefined, boolean]>([
    ['rate_limit', 429, true],
    ['overloaded', 529, true],
    ['timeout', undefined, true],
    ['connection', undefined, true],
    ['provider', 500, true],
    ['provider', 503, true],
    ['provider', 408, true],
    ['provider', 409, true],
    ['provider', 418, false],
    ['provider', undefined, false],
    ['quota', 429, false],
    ['request_too_large', 413, false],
    ['bad_request', 400, false],
    ['auth', 401, false],
    ['model_not_found', 404, false],
    ['aborted', undefined, false],
    ['invalid_reply', 200, false],
  ])('%s with status %s is retryable: %s', (kind, status, expected) => {
    expect(new AssayError({ kind, status, message: 'm' }).isRetryable).toBe(expected)
  })

  it('prefers an explicit isRetryable to that of its kind', () => {
    expect(new AssayError({ kind: 'rate_limit', message: 'm', isRetryable: false }).isRetryable).toBe(false)
  })

  it('stores 500 characters of a reply, and splits no surrogate pair', () => {
    const { replyHead = '' } = new AssayError({ kind: 'invalid_reply', message: 'm', reply: '😀'.repeat(600) })
    expect(Array.from(replyHead)).toHaveLength(500)
    expect(replyHead.isWellFormed()).toBe(true)
    expect(new AssayError({ kind: 'invalid_reply', message: 'm', reply: 'a\ud800' }).replyHead).toBe('a\ufffd')
  })

  it('is recognised across copies of the package, and nothing else is', () => {
    const foreign: unknown = Object.defineProperty(new Error('m'), Symbol.for('assay.error.v1'), { value: true })
    expect(AssayError.is(foreign)).toBe(true)
    expect(AssayError.is(new AssayError({ kind: 'data', message: 'm' }))).toBe(true)
    for (const other of [new Error('m'), null, undefined, 'AssayError', { name: 'AssayError' }]) expect(AssayError.is(other)).toBe(false)
  })

  it('can be copied with another usage, and is otherwise equal', () => {
    const error = new AssayError({
      kind: 'provider',
      message: 'No.',
      status: 503,
      requestId: 'r',
      retryAfterMs: 5,
      reply: 'half',
      parameter: 'p',
    })
    const again = withUsage(error, noUsage)
    expect(again.usage).toBe(noUsage)
    expect(again.toJSON()).toEqual(error.toJSON())
  })

  it('is an Error with its own name', () => {
    expect(inspect(new AssayError({ kind: 'data', message: 'what' }))).toContain('AssayError: what')
  })
})
