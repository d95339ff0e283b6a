import { createServer } from 'node:net'
import { AssayError, type ErrorInfo, type JsonValue, type LLMCall } from '@assay/core'
import { type OpenAIReply, startFakeOpenAI } from '@assay/testkit'
import * as fc from 'fast-check'
import OpenAI from 'openai'
import { onTestFinished, describe, expect, test, vi } from 'vitest'
import type { OpenAIModelOptions } from './model-options.ts'
import { createOpenAI, type OpenAIOptions } from './openai.ts'

const messages: LLMCall['messages'] = [{ role: 'user', parts: [{ text: 'hi' }] }]

async function failed(doGenerate: PromiseLike<unknown>): Promise<AssayError> {
  const error = await Promise.resolve(doGenerate).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error('no AssayError was thrown', { cause: error })
  return error
}

type Asked = { reply: OpenAIReply; call?: Partial<LLMCall>; options?: OpenAIModelOptions; connection?: OpenAIOptions }

/** The failure of one call through the real SDK, against a server that answers with `reply`. */
async function failureOn({ reply, call, options, connection }: Asked): Promise<AssayError> {
  const server = await startFakeOpenAI(reply)
  onTestFinished(() => server.close())
  const adapter = createOpenAI({ baseURL: server.url, ...connection })('gpt-test', options)
  const error = await failed(adapter.doGenerate({ messages, ...call }))
  expect(server.requests).toHaveLength(1)
  return error
}

type Row = [what: string, reply: OpenAIReply, expected: { readonly [Key in keyof ErrorInfo]?: ErrorInfo[Key] | undefined }]

describe('an error of the server', () => {
  test.each<Row>([
    ['401', { status: 401, error: { message: 'Incorrect API key', code: 'invalid_api_key' } }, { kind: 'auth' }],
    ['403', { status: 403, error: { message: 'Country not supported', code: 'unsupported_country_region_territory' } }, { kind: 'auth' }],
    ['403 for a model', { status: 403, error: { message: 'No access', code: 'model_not_found' } }, { kind: 'model_not_found' }],
    ['a wrong key told with 400', { status: 400, error: { message: 'API key not valid', code: 'invalid_api_key' } }, { kind: 'auth' }],
    ['402', { status: 402, error: { message: 'Pay' } }, { kind: 'quota' }],
    [
      '429 for a rate',
      { status: 429, error: { message: 'Slow down', code: 'rate_limit_exceeded' } },
      { kind: 'rate_limit', isRetryable: true },
    ],
    [
      '429 with seconds to wait',
      { status: 429, headers: { 'retry-after': '1.5' }, error: { message: 'Slow down' } },
      { kind: 'rate_limit', retryAfterMs: 1500 },
    ],
    [
      '429 with milliseconds to wait',
      { status: 429, headers: { 'retry-after': '9', 'retry-after-ms': '250' }, error: { message: 'Slow down' } },
      { kind: 'rate_limit', retryAfterMs: 250 },
    ],
    [
      '429 for quota',
      { status: 429, error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
      { kind: 'quota' },
    ],
    ['429 for credit', { status: 429, error: { message: 'No.', code: 'credit_balance_exhausted' } }, { kind: 'quota', isRetryable: false }],
    ['400 for a balance', { status: 400, error: { message: 'Insufficient Balance' } }, { kind: 'quota' }],
    [
      '429 for a balance',
      { status: 429, error: { message: 'Insufficient balance or no resource package.', code: '1113' } },
      { kind: 'quota' },
    ],
    ['403 for credit', { status: 403, body: { code: 'denied', error: 'Your team has used all available credits.' } }, { kind: 'quota' }],
    ['402 in a wrapper', { status: 500, error: { message: "litellm.APIError: Error code: 402 - {'error': 'No.'}" } }, { kind: 'quota' }],
    [
      '402 of the server behind',
      { status: 502, body: { error: { message: 'No.', metadata: { raw: '{"code":402}' } } } },
      { kind: 'quota' },
    ],
    [
      '429 with words of a rate, which are those of a quota of the minute',
      { status: 429, error: { message: 'You exceeded your current quota, please check your plan and billing details. Retry in 7 s.' } },
      { kind: 'rate_limit', isRetryable: true },
    ],
    ['429 for quota by type', { status: 429, error: { message: 'No more', type: 'insufficient_quota' } }, { kind: 'quota' }],
    [
      '429 for a request larger than a minute allows',
      {
        status: 429,
        error: {
          message: 'Too many tokens per min (TPM): Limit 30,000, Requested 50,000.',
          code: 'rate_limit_exceeded',
        },
      },
      { kind: 'request_too_large' },
    ],
    [
      '429 for a request that fits later',
      { status: 429, error: { message: 'Rate limit reached: Limit 30000, Used 29000, Requested 5000.', code: 'rate_limit_exceeded' } },
      { kind: 'rate_limit' },
    ],
    [
      '400 for the context',
      { error: { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' } },
      { kind: 'context_overflow' },
    ],
    [
      '400 for the context, in words',
      { error: { message: "This model's maximum context length is 8192 tokens. However, you requested 9000.", code: 400 } },
      { kind: 'context_overflow' },
    ],
    [
      '500 for the context, in words',
      { status: 500, error: { message: 'the request exceeds the available context size, try increasing it' } },
      { kind: 'context_overflow', isRetryable: false },
    ],
    [
      '429 for a request too large, without numbers',
      { status: 429, error: { message: 'Request too large for gpt-4o.', code: 'rate_limit_exceeded' } },
      { kind: 'request_too_large' },
    ],
    [
      '429 whose request is within the limit',
      { status: 429, error: { message: 'Rate limit reached: Limit 30000, Requested 5000.', code: 'rate_limit_exceeded' } },
      { kind: 'rate_limit' },
    ],
    [
      '400 that echoes a prompt about context lengths',
      { error: { message: `Invalid value: ${'x'.repeat(1000)} maximum context length, temperature is not supported` } },
      { kind: 'bad_request' },
    ],
    ['413', { status: 413, error: { message: 'Too large' } }, { kind: 'request_too_large' }],
    ['404', { status: 404, error: { message: 'The model `x` does not exist', code: 'model_not_found' } }, { kind: 'model_not_found' }],
    [
      '404 in words',
      { status: 404, body: { object: 'error', message: 'The model `x` does not exist.', code: 404 } },
      { kind: 'model_not_found' },
    ],
    ['404 of FastAPI', { status: 404, body: { detail: 'Not Found' } }, { kind: 'model_not_found' }],
    ['404 of a web server', { status: 404, rawBody: '<html>404</html>' }, { kind: 'model_not_found', replyHead: '<html>404</html>' }],
    ['400 for a model', { error: { message: 'invalid model ID', param: 'model' } }, { kind: 'model_not_found' }],
    ['400 for a value', { error: { message: 'Invalid value', param: 'messages' } }, { kind: 'bad_request' }],
    ['422 without a body', { status: 422, rawBody: '' }, { kind: 'bad_request', replyHead: undefined }],
    ['400 of a filter', { error: { message: 'Filtered', code: 'content_filter' } }, { kind: 'content_filter' }],
    [
      '400 for a reply cut while reasoning',
      { error: { message: 'Could not finish the message because max_tokens or model output limit was reached.' } },
      { kind: 'truncated' },
    ],
    [
      '400 for JSON the model got wrong',
      { error: { message: 'Failed to generate JSON', code: 'json_validate_failed' } },
      { kind: 'invalid_reply' },
    ],
    ['408', { status: 408, error: { message: 'Too slow' } }, { kind: 'timeout', isRetryable: true }],
    ['409', { status: 409, error: { message: 'Locked' } }, { kind: 'provider', isRetryable: true }],
    ['500', { status: 500, error: { message: 'Oops' } }, { kind: 'provider', isRetryable: true }],
    ['500 without a body', { status: 500, rawBody: '' }, { kind: 'provider', isRetryable: true, replyHead: undefined }],
    [
      '502 of a proxy',
      { status: 502, rawBody: '<html>Bad gateway</html>' },
      { kind: 'provider', isRetryable: true, replyHead: '<html>Bad gateway</html>' },
    ],
    [
      '504 in plain text',
      { status: 504, rawBody: 'upstream timed out' },
      { kind: 'timeout', isRetryable: true, replyHead: 'upstream timed out' },
    ],
    [
      '503',
      { status: 503, headers: { 'retry-after': '2' }, error: { message: 'Busy' } },
      { kind: 'overloaded', isRetryable: true, retryAfterMs: 2000 },
    ],
    ['529', { status: 529, error: { message: 'Busy' } }, { kind: 'overloaded', isRetryable: true }],
    [
      'an error in a list',
      { status: 400, body: [{ error: { code: 'context_length_exceeded', message: 'Long' } }] },
      { kind: 'context_overflow' },
    ],
    ['an error that is a text', { status: 404, body: { error: "model 'x' not found" } }, { kind: 'model_not_found' }],
  ])('%s has its kind, and names provider, model, status and request', async (_what, reply, expected) => {
    const error = await failureOn({ reply })
    expect(error).toMatchObject({
      provider: 'openai',
      modelId: 'gpt-test',
      status: reply.status ?? 400,
      requestId: 'req_1',
      isRetryable: expected.kind === 'rate_limit' || expected.kind === 'overloaded',
      ...expected,
    })
    expect(error.message).toMatch(/^openai:gpt-test answered with HTTP \d{3}: .+[.…] .+\.$/)
  })

  test('has the message of the server and a next step', async () => {
    const { message } = await failureOn({
      reply: { status: 429, error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
    })
    expect(message).toBe(
      'openai:gpt-test answered with HTTP 429: You exceeded your current quota. Add credit or raise the spending limit at the provider; waiting does not help.',
    )
  })

  test('with any JSON body is an AssayError', async () => {
    let body: JsonValue = null
    const server = await startFakeOpenAI((_request, index) => ({ status: index % 2 === 0 ? 400 : 200, body: { error: body } }))
    onTestFinished(() => server.close())
    const adapter = createOpenAI({ baseURL: server.url })('m')
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (value) => {
        body = value as JsonValue
        for (let twice = 0; twice < 2; twice += 1) await failed(adapter.doGenerate({ messages }))
      }),
      { numRuns: 40 },
    )
  })
})

describe('a refused parameter', () => {
  const output = { name: 'verdicts', schema: {} }
  const call = { temperature: 0, seed: 1, maxOutputTokens: 5, output }
  test.each<[OpenAIReply, string]>([
    [
      {
        error: {
          message: "'temperature' does not support 0. Only the default (1) value is supported.",
          param: 'temperature',
          code: 'unsupported_value',
        },
      },
      'temperature',
    ],
    [{ error: { message: "Unsupported parameter: 'temperature' is not supported with this model." } }, 'temperature'],
    [{ error: { message: 'Unknown parameter: seed', param: 'seed', code: 'unknown_parameter' } }, 'seed'],
    [
      { status: 422, body: { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] } },
      'seed',
    ],
    [
      {
        error: { message: "Unsupported parameter: 'max_completion_tokens'", param: 'max_completion_tokens', code: 'unsupported_parameter' },
      },
      'maxOutputTokens',
    ],
    [{ error: { message: 'Unrecognized request argument supplied: max_completion_tokens' } }, 'maxOutputTokens'],
    [
      {
        error: {
          message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
          param: 'response_format',
        },
      },
      'output',
    ],
    [{ error: { message: 'Invalid schema for response_format', param: 'response_format.json_schema' } }, 'output'],
    [{ error: { message: 'This response_format type is unavailable now' } }, 'output'],
    [{ error: { message: 'json_schema is not supported by this server' } }, 'output'],
    [{ error: { message: 'Structured outputs are not supported' } }, 'output'],
  ])('%j is unsupported_parameter, and named as the call names it: %s', async (reply, parameter) => {
    const error = await failureOn({ reply, call })
    expect(error).toMatchObject({ kind: 'unsupported_parameter', parameter, isRetryable: false })
    expect(error.message).toContain(`It refuses ${parameter}.`)
  })

  test.each<OpenAIReply>([
    { error: { message: 'This model does not support tools' } },
    { status: 404, error: { message: 'No endpoints found that support tool use' } },
    { error: { message: '"auto" tool choice requires --enable-auto-tool-choice to be set' } },
    { error: { message: 'Invalid', param: 'tools[0].function.parameters' } },
  ])('%j is about the output where a tool was forced', async (reply) => {
    expect(await failureOn({ reply, call: { output: { ...output, mode: 'tool' } } })).toMatchObject({
      kind: 'unsupported_parameter',
      parameter: 'output',
    })
  })

  test.each<OpenAIReply>([
    { error: { message: 'temperature is not supported', param: 'temperature', code: 'unsupported_value' } },
    { error: { message: 'response_format is not supported', param: 'response_format' } },
    { error: { message: 'The word seeded is unknown to the model' } },
  ])('%j is a bad request where nothing of it was sent', async (reply) => {
    expect(await failureOn({ reply })).toMatchObject({ kind: 'bad_request' })
  })

  test('a value out of range is a bad request, since the parameter itself is not refused', async () => {
    const error = { message: 'Invalid value: must be at most 2', param: 'temperature', code: 'decimal_above_max_value' }
    expect(await failureOn({ reply: { error }, call })).toMatchObject({ kind: 'bad_request' })
  })

  test('that the user set has the next step to remove it from the options or extraBody', async () => {
    const temperature = await failureOn({
      reply: { error: { message: 'no', param: 'temperature', code: 'unsupported_value' } },
      options: { temperature: 1 },
    })
    expect(temperature.message).toContain('Take temperature out of the options of the model.')
    const other = await failureOn({
      reply: { error: { message: "'top_p' is not supported", param: 'top_p' } },
      options: { extraBody: { top_p: 1 } },
    })
    expect(other).toMatchObject({ kind: 'unsupported_parameter', parameter: 'top_p' })
    expect(other.message).toContain('Take top_p out of `extraBody`.')
  })
})

describe('a connection', () => {
  test('that is refused is a connection error with the address', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const address = closed.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await new Promise((resolve) => closed.close(resolve))
    const baseURL = `http://someone:secret-password@127.0.0.1:${port}/v1`
    const error = await failed(createOpenAI({ baseURL })('m').doGenerate({ messages }))
    expect(error).toMatchObject({ kind: 'connection', isRetryable: true })
    expect(error.message).toContain('ECONNREFUSED')
    expect(error.message).toContain(`Check that the server at http://127.0.0.1:${port}/v1 runs`)
    expect(JSON.stringify(error)).not.toContain('secret-password')
  })

  test.each(['reset', 'cut'] as const)('that is %s is a retryable connection error', async (fault) => {
    expect(await failureOn({ reply: { text: 'a text that is long enough to be cut', fault } })).toMatchObject({
      kind: 'connection',
      isRetryable: true,
    })
  })

  test('without headers is a timeout error, if the client of the user has a timeout', async () => {
    const arrived = Promise.withResolvers<void>()
    const server = await startFakeOpenAI(() => {
      arrived.resolve()
      return { fault: 'hang' }
    })
    onTestFinished(() => server.close())
    const client = new OpenAI({ apiKey: 'k', baseURL: server.url, timeout: 300, maxRetries: 5 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const failing = failed(createOpenAI({ client })('m').doGenerate({ messages }))
    await arrived.promise
    await vi.advanceTimersByTimeAsync(300)
    const error = await failing
    expect(error).toMatchObject({ kind: 'timeout', isRetryable: true })
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error', 'connection'],
    ['ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:80', 'connection'],
    ['UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error', 'timeout'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND nowhere.example', 'connection'],
    ['CERT_HAS_EXPIRED', 'certificate has expired', 'connection'],
  ])('that fails with %s is named by it', async (code, message, kind) => {
    const cause = Object.assign(new Error(message), { code })
    const fetch = (): Promise<Response> => Promise.reject(new TypeError('fetch failed', { cause }))
    const error = await failed(createOpenAI({ baseURL: 'http://127.0.0.1:1', fetch })('m').doGenerate({ messages }))
    expect(error).toMatchObject({ kind, isRetryable: true, cause: expect.anything() })
    if (kind === 'connection') expect(error.message).toContain(message)
  })
})

test('a redirect is not followed, and its target is named', async () => {
  const reply: OpenAIReply = { status: 308, headers: { location: 'https://elsewhere.example/v1/chat/completions?sig=1' } }
  expect(await failureOn({ reply })).toMatchObject({
    kind: 'provider',
    status: 308,
    isRetryable: false,
    message: expect.stringContaining('HTTP 308: a redirect to https://elsewhere.example, which is not followed.'),
  })
})

describe('a secret', () => {
  const key = 'very-private-value-1'
  const header = 'Token private-"header"-2'
  const secrets = ['very-p', 'private-"header', 'private-\\"header', 'query-private-3', 'environment-private-4']

  test.each<[string, (echo: string) => OpenAIReply]>([
    ['an error message', (echo) => ({ status: 401, error: { message: `Incorrect API key provided: ${echo}` } })],
    [
      'an error message where it would be cut',
      (echo) => ({ status: 400, error: { message: `${'x'.repeat(490)}${echo.slice('Bearer '.length)}` } }),
    ],
    ['an error code', (echo) => ({ status: 400, error: { message: '', code: echo } })],
    ['a page', (echo) => ({ status: 502, rawBody: `<html>${echo}</html>` })],
    ['a body that is no chat completion', (echo) => ({ body: { echo } })],
    ['an error with 200', (echo) => ({ status: 200, error: { message: echo } })],
    ['the id of the request', (echo) => ({ status: 500, headers: { 'x-request-id': encodeURIComponent(echo) }, error: { message: 'x' } })],
  ])('that a server echoes in %s reaches no message and no JSON', async (_where, reply) => {
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'X-Env: environment-private-4')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const server = await startFakeOpenAI((request) => {
      const query = new URL(request.path, 'http://x').searchParams.get('sig')
      return reply([request.headers['authorization'], request.headers['x-extra'], query, request.headers['x-env']].join(' '))
    })
    onTestFinished(() => server.close())
    const provider = createOpenAI({ apiKey: key, baseURL: `${server.url}?sig=query-private-3`, headers: { 'X-Extra': header } })
    const error = await failed(provider('m').doGenerate({ messages }))
    const shown = `${error.message} ${error.replyHead} ${JSON.stringify(error)}`
    for (const secret of secrets) expect(shown).not.toContain(secret)
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${key}`)
    expect(server.requests[0]?.headers['x-extra']).toBe(header)
  })
})
