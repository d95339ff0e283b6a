import type { LLMCall } from '@assay/core'
import { type AnthropicReply, startFakeAnthropic } from '@assay/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAnthropic } from './anthropic.ts'

async function ask(reply: string | AnthropicReply, call: Partial<LLMCall> = {}) {
  const server = await startFakeAnthropic(reply)
  onTestFinished(() => server.close())
  return createAnthropic({ baseURL: server.url, apiKey: null, authToken: null })('m').doGenerate({
    messages: [{ role: 'user', parts: [{ text: 'hi' }] }],
    ...call,
  })
}

const output = { name: 'verdicts', schema: {}, mode: 'tool' } as const

describe('a reply', () => {
  test('has text, finish reason, usage, the model of the response and the request id', async () => {
    const usage = {
      input_tokens: 100,
      cache_creation_input_tokens: 20,
      cache_read_input_tokens: 3,
      output_tokens: 50,
      output_tokens_details: { thinking_tokens: 40 },
    }
    expect(await ask({ text: 'hello', model: 'claude-x-2026', usage })).toEqual({
      text: 'hello',
      finishReason: 'stop',
      usage: { calls: 1, inputTokens: 123, cachedInputTokens: 3, cacheWriteTokens: 20, outputTokens: 50, reasoningTokens: 40 },
      modelId: 'claude-x-2026',
      requestId: 'req_1',
    })
  })

  test.each([
    [null, null, null],
    [{ input_tokens: 3 }, 3, null],
    [{ input_tokens: 3, cache_read_input_tokens: null, output_tokens_details: null }, 3, null],
    [{ input_tokens: '3', output_tokens: -1 }, null, null],
    [{ output_tokens: 0 }, null, 0],
  ])('usage %j leaves what it does not say unknown', async (usage, inputTokens, outputTokens) => {
    const unknown = { cachedInputTokens: null, cacheWriteTokens: null, reasoningTokens: null }
    expect((await ask({ text: 'x', usage })).usage).toEqual({ calls: 1, inputTokens, outputTokens, ...unknown })
  })

  test('counts cached tokens as input, also if there are no others', async () => {
    const usage = { input_tokens: 0, cache_read_input_tokens: 7, output_tokens: 1 }
    expect((await ask({ text: 'x', usage })).usage).toMatchObject({ inputTokens: 7, cachedInputTokens: 7, cacheWriteTokens: null })
  })

  test.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'refusal'],
    ['tool_use', 'other'],
    ['pause_turn', 'other'],
    ['brand_new', 'other'],
    [null, 'other'],
  ])('stop reason %s reads as %s, with the text', async (stopReason, expected) => {
    expect(await ask({ text: 'x', stopReason })).toMatchObject({ text: 'x', finishReason: expected })
  })

  test('that is a refusal has a warning with its category', async () => {
    const refused = { content: [], stopReason: 'refusal', stopDetails: { type: 'refusal', category: 'cyber', explanation: null } }
    const warnings = ['The provider refused for a reason of the category "cyber".']
    expect(await ask(refused)).toMatchObject({ text: '', finishReason: 'refusal', warnings })
    expect(await ask({ ...refused, stopDetails: { type: 'refusal', category: null } })).not.toHaveProperty('warnings')
  })

  test('with a string as content has that text', async () => {
    const body = { content: '{"a":1}', stop_reason: 'end_turn', usage: { input_tokens: 3, output_tokens: 2 } }
    expect(await ask({ body })).toMatchObject({ text: '{"a":1}', finishReason: 'stop', usage: { inputTokens: 3 } })
  })

  test('with stop reason "sensitive" is filtered', async () => {
    expect(await ask({ content: [], stopReason: 'sensitive' })).toMatchObject({ text: '', finishReason: 'content_filter' })
  })

  test('with several text blocks has them joined, without the thinking', async () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: '{"a":' },
      { type: 'redacted_thinking', data: 'x' },
      { type: 'text', text: '1}' },
      { type: 'text' },
      null,
    ]
    expect(await ask({ content })).toMatchObject({ text: '{"a":1}', finishReason: 'stop' })
  })

  test('with only thinking, or without blocks, has an empty text and its finish reason', async () => {
    expect(await ask({ thinking: 'hm' })).toMatchObject({ text: '', finishReason: 'stop' })
    expect(await ask({ thinking: 'hm', stopReason: 'max_tokens' })).toMatchObject({ text: '', finishReason: 'length' })
    expect(await ask({ content: [] })).toMatchObject({ text: '', finishReason: 'stop' })
  })

  test('in mode tool has the input of the call, or the text if there is no call', async () => {
    expect(await ask({ text: 'So:', toolInput: { a: [1] } }, { output })).toMatchObject({ text: '{"a":[1]}', finishReason: 'stop' })
    expect(await ask({ text: '{"a":2}' }, { output })).toMatchObject({ text: '{"a":2}', finishReason: 'stop' })
    expect(await ask({ toolInput: {}, stopReason: 'max_tokens' }, { output })).toMatchObject({ text: '{}', finishReason: 'length' })
  })
})

describe('an invalid reply', () => {
  test.each<[string, AnthropicReply, string, boolean]>([
    [
      'a call of a tool that was not offered',
      { content: [{ type: 'tool_use', name: 'search', input: {} }], stopReason: 'tool_use' },
      'instead it calls the tool "search", which was not offered',
      false,
    ],
    ['an odd end without text', { content: [], stopReason: 'pause_turn' }, 'its stop_reason is "pause_turn"', false],
    ['a network that broke at the server', { content: [], stopReason: 'network_error' }, 'its stop_reason is "network_error"', true],
  ])('%s says why there is no text', async (_what, reply, message, isRetryable) => {
    await expect(ask(reply)).rejects.toMatchObject({
      kind: isRetryable ? 'provider' : 'empty_reply',
      isRetryable,
      message: expect.stringContaining(`without any text: ${message}`),
      usage: { inputTokens: 10 },
    })
  })

  test.each<[string, AnthropicReply, string]>([
    ['an HTML page of a proxy', { rawBody: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } }, 'an HTML page'],
    ['HTML that calls itself JSON', { rawBody: '<html>Sign in</html>' }, 'an HTML page'],
    ['half of a body', { rawBody: '{"content":[{"ty' }, 'a body that is not a JSON object'],
    ['a list', { rawBody: '[]' }, 'a body that is not a JSON object'],
    ['an empty body', { rawBody: '' }, 'an empty body'],
    ['JSON of another kind', { body: { hello: 1 } }, 'no field "content"'],
    ['no list for content', { body: { content: 7 } }, 'no field "content"'],
    [
      'a stream of events',
      { rawBody: 'event: message_start\ndata: {"type":"message_start"}\n\n' },
      'instead of a message: the server streams.',
    ],
  ])('%s is provider, not retried, with the head of the body', async (_what, reply, message) => {
    await expect(ask(reply)).rejects.toMatchObject({
      kind: 'provider',
      provider: 'anthropic',
      modelId: 'm',
      status: 200,
      requestId: 'req_1',
      isRetryable: false,
      message: expect.stringContaining(message),
      replyHead: reply.rawBody === '' ? undefined : (reply.rawBody ?? JSON.stringify(reply.body)),
    })
  })

  test.each([
    [{ type: 'overloaded_error', message: 'Overloaded' }, 'overloaded', true],
    [{ type: 'api_error', message: 'Internal server error' }, 'provider', true],
    [{ type: 'rate_limit_error', message: 'Slow down' }, 'rate_limit', true],
    [{ type: 'timeout_error', message: 'Too long' }, 'timeout', true],
    [{ type: 'billing_error', message: 'Pay' }, 'quota', false],
    [{ type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' }, 'context_overflow', false],
    [{ type: 'invalid_request_error', message: 'messages: at least one is needed' }, 'bad_request', false],
    [{ type: 'brand_new_error', message: 'Something odd' }, 'provider', false],
  ])('an error %j that came with 200, as a body or as an event, is %s', async (error, kind, isRetryable) => {
    const expected = { kind, isRetryable, status: 200, message: expect.stringContaining(error.message) }
    await expect(ask({ status: 200, error })).rejects.toMatchObject(expected)
    const event = `event: ping\ndata: {}\n\nevent: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`
    await expect(ask({ rawBody: event, headers: { 'content-type': 'text/event-stream' } })).rejects.toMatchObject(expected)
  })

  test('a prompt that left no room for a reply is context_overflow', async () => {
    await expect(ask({ content: [], stopReason: 'model_context_window_exceeded' })).rejects.toMatchObject({
      kind: 'context_overflow',
      isRetryable: false,
      message: expect.stringContaining('no room left for a reply'),
    })
  })
})
