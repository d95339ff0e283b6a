import type { ErrorInfo, JsonValue } from '@assay/core'
import { type AnthropicReply, startFakeAnthropic } from '@assay/testkit'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { failed, failureOn, messages } from './__fixtures__/failure-on.ts'
import { createAnthropic } from './anthropic.ts'

const perMinute = 'This request would exceed your organization’s rate limit of 30,000 input tokens per minute. Reduce the prompt length.'
const unused = { 'anthropic-ratelimit-input-tokens-limit': '30000', 'anthropic-ratelimit-input-tokens-remaining': '30000' }

type Row = [what: string, reply: AnthropicReply, expected: Partial<ErrorInfo>]

describe('an error of the server', () => {
  test.each<Row>([
    ['401', { error: { type: 'authentication_error', message: 'invalid API key' } }, { kind: 'auth' }],
    ['403', { error: { type: 'permission_error', message: 'Not allowed' } }, { kind: 'auth' }],
    [
      '403 for a model',
      { error: { type: 'permission_error', message: 'The model claude-x is not available to you' } },
      { kind: 'model_not_found' },
    ],
    ['404', { error: { type: 'not_found_error', message: 'model: claude-x' } }, { kind: 'model_not_found' }],
    ['404 of a web server', { status: 404, rawBody: '<html>404</html>' }, { kind: 'model_not_found', replyHead: '<html>404</html>' }],
    ['404 of another server', { status: 404, body: { error: "model 'x' not found" } }, { kind: 'model_not_found' }],
    ['400 for a model', { error: { message: 'claude-9 is not a valid model; no such model' } }, { kind: 'model_not_found' }],
    ['402', { error: { type: 'billing_error', message: 'Payment failed' } }, { kind: 'quota' }],
    ['429 for billing', { status: 429, error: { type: 'billing_error', message: 'Payment failed' } }, { kind: 'quota' }],
    ['400 for credit', { error: { message: 'Your credit balance is too low to access the API.' } }, { kind: 'quota' }],
    ['429 in a wrapper', { status: 429, body: { detail: { error: { code: 402, message: 'No.' } } } }, { kind: 'quota' }],
    ['400 of a gateway', { status: 400, body: { error: 'insufficient balance' } }, { kind: 'quota' }],
    ['400 for a limit of one’s own', { error: { message: 'You have reached your specified API usage limits.' } }, { kind: 'quota' }],
    [
      '429 for money, by its code',
      { error: { type: 'rate_limit_error', message: 'No more', details: { error_code: 'contract_spend_limit_reached' } } },
      { kind: 'quota' },
    ],
    [
      '429 for a rate, with seconds to wait',
      { headers: { 'retry-after': '1.5' }, error: { type: 'rate_limit_error', message: 'Slow down' } },
      { kind: 'rate_limit', retryAfterMs: 1500 },
    ],
    [
      '429 with milliseconds to wait',
      { headers: { 'retry-after': '9', 'retry-after-ms': '250' }, error: { type: 'rate_limit_error', message: 'Slow down' } },
      { kind: 'rate_limit', retryAfterMs: 250 },
    ],
    [
      '429 with nonsense to wait',
      { headers: { 'retry-after': '2027x' }, error: { type: 'rate_limit_error', message: 'Slow down' } },
      { kind: 'rate_limit' },
    ],
    [
      '429 for a ramp',
      { error: { type: 'rate_limit_error', message: 'Growing too fast', details: { error_code: 'ramp_limit_exceeded' } } },
      { kind: 'rate_limit' },
    ],
    [
      '429 for tokens while others use them',
      {
        headers: { ...unused, 'anthropic-ratelimit-input-tokens-remaining': '2000' },
        error: { type: 'rate_limit_error', message: perMinute },
      },
      { kind: 'rate_limit' },
    ],
    ['429 for tokens without a word on the rest', { error: { type: 'rate_limit_error', message: perMinute } }, { kind: 'rate_limit' }],
    [
      '429 for requests, with all tokens left',
      { headers: unused, error: { type: 'rate_limit_error', message: 'This request would exceed the limit of 5 requests per minute' } },
      { kind: 'rate_limit' },
    ],
    [
      '429 for a request larger than a minute allows',
      { headers: unused, error: { type: 'rate_limit_error', message: perMinute } },
      { kind: 'request_too_large' },
    ],
    ['413', { error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } }, { kind: 'request_too_large' }],
    ['413 of a proxy', { status: 413, rawBody: '<html>413</html>' }, { kind: 'request_too_large' }],
    ['400 for the context', { error: { message: 'prompt is too long: 208310 tokens > 200000 maximum' } }, { kind: 'context_overflow' }],
    [
      '400 for the context with the limit',
      { error: { message: 'input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length' } },
      { kind: 'context_overflow' },
    ],
    ['400 for a value', { error: { message: 'messages.0: text content blocks must be non-empty' } }, { kind: 'bad_request' }],
    ['422 without a body', { status: 422, rawBody: '' }, { kind: 'bad_request' }],
    ['408', { status: 408, rawBody: '' }, { kind: 'timeout' }],
    ['409', { error: { type: 'conflict_error', message: 'Locked' } }, { kind: 'provider', isRetryable: true }],
    ['500', { error: { type: 'api_error', message: 'Internal server error' } }, { kind: 'provider', isRetryable: true }],
    ['500 without a body', { status: 500, rawBody: '' }, { kind: 'provider', isRetryable: true }],
    [
      '502 of a proxy',
      { status: 502, rawBody: '<html>Bad gateway</html>' },
      { kind: 'provider', isRetryable: true, replyHead: '<html>Bad gateway</html>' },
    ],
    [
      '503',
      { status: 503, headers: { 'retry-after': '2' }, rawBody: 'Busy' },
      { kind: 'overloaded', retryAfterMs: 2000, replyHead: 'Busy' },
    ],
    ['504', { error: { type: 'timeout_error', message: 'Request timeout' } }, { kind: 'timeout' }],
    ['529', { error: { type: 'overloaded_error', message: 'Overloaded' } }, { kind: 'overloaded' }],
    ['529 without a body', { status: 529, rawBody: '' }, { kind: 'overloaded' }],
  ])('%s has its kind, and names provider, model, status and request', async (_what, reply, expected) => {
    const error = await failureOn({ reply })
    expect(error.toJSON()).toMatchObject({
      provider: 'anthropic',
      modelId: 'claude-test',
      status: expect.any(Number),
      requestId: 'req_1',
      isRetryable: ['rate_limit', 'overloaded', 'timeout'].includes(error.kind),
      ...expected,
    })
    if (expected.retryAfterMs === undefined) expect(error.retryAfterMs).toBeUndefined()
    expect(error.message).toMatch(/^anthropic:claude-test answered with HTTP \d{3}: .+\. .+\.$/)
  })

  test('has the message of the server and a next step', async () => {
    const { message } = await failureOn({ reply: { error: { message: 'Your credit balance is too low.' } } })
    expect(message).toBe(
      'anthropic:claude-test answered with HTTP 400: Your credit balance is too low. Add credit or raise the spending limit at the provider; waiting does not help.',
    )
  })

  test('without a header has the request id of its body', async () => {
    const body = { type: 'error', error: { type: 'api_error', message: 'x' }, request_id: 'req_body' }
    const fetch = (): Promise<Response> => Promise.resolve(new Response(JSON.stringify(body), { status: 500 }))
    expect(await failed(createAnthropic({ apiKey: 'k', fetch })('m').doGenerate({ messages }))).toMatchObject({ requestId: 'req_body' })
  })

  test('with any JSON body is an AssayError', async () => {
    let body: JsonValue = null
    const server = await startFakeAnthropic((_request, index) =>
      index % 2 === 0 ? { status: 400, body: { error: body } } : { body: { type: 'error', error: body } },
    )
    onTestFinished(() => server.close())
    const adapter = createAnthropic({ baseURL: server.url, apiKey: null, authToken: null })('m')
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (value) => {
        body = value as JsonValue
        for (let twice = 0; twice < 2; twice += 1) await failed(adapter.doGenerate({ messages }))
      }),
      { numRuns: 40 },
    )
  })
})
