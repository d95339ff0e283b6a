import { describe, expect, it } from 'vitest'
import { answering, reply } from './__fixtures__/adapters.ts'
import { fakeClock } from './__fixtures__/fake-clock.ts'
import { readAdapterError } from './adapter-error.ts'
import { AssayError } from './assay-error.ts'
import { createDirectRuntime } from './direct-runtime.ts'
import { usageOfFailure } from './metered-runtime.ts'
import { Suspended } from './suspended.ts'

const adapter = { provider: 'toy', modelId: 'toy-1' }
const read = (error: unknown) => readAdapterError(error, adapter)
const thrown = (more: object, message = 'No luck', options?: ErrorOptions) => Object.assign(new Error(message, options), more)
/** As the AI SDK makes it: by its status it takes every 429 for one that passes. */
const apiCall = (statusCode: number, more: object = {}) =>
  thrown({ name: 'AI_APICallError', statusCode, isRetryable: statusCode === 429 || statusCode >= 500, ...more })

describe('an error of another library is read by its shape', () => {
  it.each<[string, unknown, object]>([
    ['AI SDK, a key', apiCall(401), { kind: 'auth', status: 401, isRetryable: false }],
    [
      'AI SDK, a rate limit',
      apiCall(429, { responseHeaders: { 'Retry-After': '7' } }),
      { kind: 'rate_limit', isRetryable: true, retryAfterMs: 7000 },
    ],
    ['AI SDK, no key', thrown({ name: 'AI_LoadAPIKeyError' }), { kind: 'auth', isRetryable: false }],
    [
      'AI SDK, that gave up',
      thrown({ name: 'AI_RetryError', lastError: apiCall(503) }),
      { kind: 'overloaded', status: 503, isRetryable: true },
    ],
    ['AI SDK, a refusal that its library would not repeat', apiCall(500, { isRetryable: false }), { kind: 'provider', isRetryable: false }],
    ['AI SDK, a status and no network', apiCall(404), { kind: 'model_not_found', isRetryable: false }],
    [
      'OpenAI, its own SDK',
      thrown({ status: 429, code: 'rate_limit_exceeded', headers: new Headers({ 'retry-after': '2' }) }),
      { kind: 'rate_limit', retryAfterMs: 2000 },
    ],
    ['OpenAI, a long prompt', thrown({ status: 400, code: 'context_length_exceeded' }), { kind: 'context_overflow', isRetryable: false }],
    ['LangChain', thrown({ status: 401, lc_error_code: 'MODEL_AUTHENTICATION' }), { kind: 'auth' }],
    ['LangChain, by its code alone', thrown({ lc_error_code: 'MODEL_RATE_LIMIT' }), { kind: 'rate_limit', isRetryable: true }],
    [
      'axios',
      thrown({ code: 'ERR_BAD_REQUEST', response: { status: 413, data: {}, headers: {} } }),
      { kind: 'request_too_large', status: 413 },
    ],
    [
      'AWS',
      thrown({ name: 'ThrottlingException', $metadata: { httpStatusCode: 400 }, $retryable: {} }),
      { kind: 'rate_limit', isRetryable: true },
    ],
    ['Google, a code that is a status', thrown({ code: '429' }), { kind: 'rate_limit', status: 429 }],
    ['any other status of a client', thrown({ status: 418 }), { kind: 'bad_request', isRetryable: false }],
    ['a conflict', thrown({ status: 409 }), { kind: 'provider', isRetryable: true }],
    ['the cause of an error that has no shape itself', thrown({}, 'It failed', { cause: apiCall(429) }), { kind: 'rate_limit' }],
    ['AbortError', new DOMException('Aborted', 'AbortError'), { kind: 'aborted', isRetryable: false }],
    ['TimeoutError', new DOMException('Timed out', 'TimeoutError'), { kind: 'timeout', isRetryable: true }],
    ['a network', thrown({ code: 'ECONNRESET' }), { kind: 'connection', isRetryable: true }],
    ['a fetch', new TypeError('fetch failed', { cause: thrown({ code: 'ECONNREFUSED' }) }), { kind: 'connection' }],
    ['a fetch that timed out', new TypeError('fetch failed', { cause: thrown({ code: 'UND_ERR_HEADERS_TIMEOUT' }) }), { kind: 'timeout' }],
    ['an error that only says that it may pass', thrown({ isRetryable: true }), { kind: 'provider', isRetryable: true }],
    ['a thrown object', { statusCode: 503, message: 'Busy' }, { kind: 'overloaded', status: 503 }],
  ])('%s', (_what, error, expected) => {
    expect(read(error)).toMatchObject({ provider: 'toy', modelId: 'toy-1', ...expected })
  })

  it.each<[string, unknown]>([
    ['a status', thrown({ statusCode: 402, isRetryable: true })],
    ['a code that its library takes for a rate limit', thrown({ status: 429, code: 'insufficient_quota', isRetryable: true })],
    ['what the server sent', apiCall(429, { responseBody: '{"error":{"type":"credit_balance_exhausted"}}' })],
    ['its words', thrown({ statusCode: 400 }, 'Your credit balance is too low to access the API.')],
  ])('as out of credit, and is not tried again: by %s', (_what, error) => {
    expect(read(error)).toMatchObject({ kind: 'quota', isRetryable: false })
  })

  it('as an AssayError with the adapter, the message of the server, and what to do', () => {
    expect(read(apiCall(429)).message).toBe('toy:toy-1 failed with HTTP 429: No luck. Lower the concurrency or the requests per minute.')
    expect(read(apiCall(401)).message).toContain('Check the key that the adapter sends')
    expect(read(thrown({ status: 400, request_id: 'req-1' }))).toMatchObject({ requestId: 'req-1', kind: 'bad_request' })
  })

  it('without its secrets', () => {
    const key = 'sk-abcdefgh12345678'
    expect(JSON.stringify(read(thrown({ status: 401 }, `Incorrect key ${key}`)))).not.toContain(key)
    expect(JSON.stringify(read(thrown({}, `Incorrect key ${key}`)))).not.toContain(key)
  })

  it('which may be an error of Assay inside another', () => {
    const own = new AssayError({ kind: 'refused', message: 'No.' })
    expect(read(own)).toBe(own)
    expect(read(new Error('It failed', { cause: own }))).toBe(own)
  })

  it('of a connection that was never made, as one without usage', () => {
    expect(usageOfFailure(read(thrown({ code: 'ENOTFOUND' })))).toMatchObject({ calls: 1, inputTokens: 0 })
    expect(usageOfFailure(read(thrown({ code: 'ECONNRESET' })))).toMatchObject({ calls: 1, inputTokens: null })
  })
})

describe('what has no shape is blamed on the adapter, by its name', () => {
  it.each<[string, unknown, string]>([
    [
      'a mistake',
      new TypeError("Cannot read properties of undefined (reading 'text')"),
      "TypeError: Cannot read properties of undefined (reading 'text').",
    ],
    ['a mistake with a code', thrown({ code: 'ERR_INVALID_ARG_TYPE' }), 'Error: No luck.'],
    ['a file that is not there', thrown({ code: 'ENOENT' }), 'Error: No luck.'],
    ['words alone', new Error('insufficient balance, network timed out'), 'Error: insufficient balance, network timed out.'],
    ['a text', 'no luck', 'what is no Error: no luck.'],
    ['an object', Object.create(null), 'what is no Error: an object.'],
    ['nothing', undefined, 'what is no Error: undefined.'],
  ])('%s', (_what, error, shown) => {
    const failure = read(error)
    expect(failure.message).toBe(
      `The adapter toy:toy-1 threw ${shown} Fix the adapter. It must throw a failure of its server as an AssayError, or with a status.`,
    )
    expect(failure).toMatchObject({ kind: 'config', isRetryable: false, provider: 'toy', modelId: 'toy-1' })
    expect(usageOfFailure(failure)).toMatchObject({ calls: 1, inputTokens: null })
  })

  it('but a row that is too large for the engine is the row’s own', () => {
    expect(read(new RangeError('Invalid string length'))).toMatchObject({
      kind: 'data',
      message: expect.stringContaining('too large for the adapter toy:toy-1'),
    })
  })
})

describe('the direct runtime', () => {
  const call = { messages: [{ role: 'user' as const, parts: [{ text: 'hi' }] }] }
  const send = (judge: ReturnType<typeof answering>) =>
    createDirectRuntime({ clock: fakeClock(), random: () => 0 }).generate(judge, call, { read: ({ text }) => text })

  it('retries if an error of another library is retryable', async () => {
    const judge = answering((_call, callCount) => {
      if (callCount < 3) throw apiCall(429)
      return reply('yes')
    })
    expect((await send(judge)).attempts).toBe(3)
  })

  it('does not retry otherwise', async () => {
    for (const error of [apiCall(500, { isRetryable: false }), thrown({ status: 429, code: 'insufficient_quota' }), new Error('No luck')]) {
      const judge = answering(() => {
        throw error
      })
      await expect(send(judge)).rejects.toSatisfy(AssayError.is)
      expect(judge.calls).toHaveLength(1)
    }
  })

  it('lets a reply that comes later pass', async () => {
    const later = new Suspended()
    const judge = answering(() => {
      throw later
    })
    await expect(send(judge)).rejects.toBe(later)
  })
})
