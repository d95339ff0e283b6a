import type { LLMCall } from '@assay/core'
import { type OpenAIReply, startFakeOpenAI } from '@assay/testkit'
import { onTestFinished, describe, expect, test } from 'vitest'
import { createOpenAI } from './openai.ts'

async function ask(reply: string | OpenAIReply, call: Partial<LLMCall> = {}) {
  const server = await startFakeOpenAI(reply)
  onTestFinished(() => server.close())
  return createOpenAI({ baseURL: server.url })('m').doGenerate({ messages: [{ role: 'user', parts: [{ text: 'hi' }] }], ...call })
}

const output = { name: 'verdicts', schema: {}, mode: 'tool' } as const

describe('a reply', () => {
  test('has text, finish reason, usage, the model of the response and the request id', async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 80, cache_write_tokens: 7 },
      completion_tokens_details: { reasoning_tokens: 40 },
    }
    expect(await ask({ text: 'hello', model: 'm-2025', usage })).toEqual({
      text: 'hello',
      finishReason: 'stop',
      usage: { calls: 1, inputTokens: 100, cachedInputTokens: 80, cacheWriteTokens: 7, outputTokens: 50, reasoningTokens: 40 },
      modelId: 'm-2025',
      requestId: 'req_1',
    })
  })

  test.each([
    [null, null, null],
    [{ prompt_tokens: 3 }, 3, null],
    [{ prompt_tokens: '3', completion_tokens: -1 }, null, null],
    [{ prompt_tokens: 0, completion_tokens: 0 }, 0, 0],
  ])('usage %j leaves what it does not say unknown', async (usage, inputTokens, outputTokens) => {
    const unknown = { cachedInputTokens: null, cacheWriteTokens: null, reasoningTokens: null }
    expect((await ask({ text: 'x', usage })).usage).toEqual({ calls: 1, inputTokens, outputTokens, ...unknown })
  })

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['tool_calls', 'stop'],
    ['error', 'error'],
    ['eos_token', 'other'],
    [null, 'other'],
  ])('finish reason %s reads as %s, with the text', async (finishReason, expected) => {
    expect(await ask({ text: 'x', finishReason })).toMatchObject({ text: 'x', finishReason: expected })
  })

  test('without text has its finish reason, if it is truncated or filtered', async () => {
    expect(await ask({ text: null, finishReason: 'length' })).toMatchObject({ text: '', finishReason: 'length' })
    expect(await ask({ text: null, finishReason: 'content_filter' })).toMatchObject({ text: '', finishReason: 'content_filter' })
  })

  test('that is a refusal has finish reason refusal and the refusal as text', async () => {
    expect(await ask({ refusal: 'I will not.' })).toMatchObject({ text: 'I will not.', finishReason: 'refusal' })
  })

  test('in mode tool has the arguments of the call, or the text if there is no call', async () => {
    expect(await ask({ toolArguments: '{"a":1}' }, { output })).toMatchObject({ text: '{"a":1}', finishReason: 'stop' })
    expect(await ask({ text: '{"a":2}' }, { output })).toMatchObject({ text: '{"a":2}' })
    const called = { function: { name: 'verdicts', arguments: { a: 3 } } }
    expect(await ask({ choices: [{ message: { tool_calls: [called] }, finish_reason: 'stop' }] }, { output })).toMatchObject({
      text: '{"a":3}',
    })
  })

  test('in parts has the text parts', async () => {
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]
    expect(await ask({ choices: [{ message: { content }, finish_reason: 'stop' }] })).toMatchObject({ text: 'ab' })
  })

  test('with reasoning has only the text', async () => {
    expect(await ask({ text: 'yes', reasoning: 'because' })).toMatchObject({ text: 'yes' })
  })
})

describe('an invalid reply', () => {
  test.each<[string, OpenAIReply, string]>([
    ['no choices', { choices: [] }, 'no choice at all'],
    ['null content', { text: null }, 'without any text'],
    ['an empty text', { text: '', finishReason: 'odd' }, 'without any text: its finish_reason is "odd".'],
    ['an empty text that ended as usual', { text: '' }, 'without any text. Try again'],
    ['a choice without a message', { choices: [{ finish_reason: 'stop' }] }, 'without any text'],
    ['only reasoning', { text: null, reasoning: 'because' }, 'without any text, only reasoning'],
    [
      'only counted reasoning',
      { text: '', usage: { completion_tokens_details: { reasoning_tokens: 9 } } },
      'without any text, only reasoning (9 tokens)',
    ],
    [
      'a call of a tool that was not offered',
      {
        choices: [
          { message: { content: null, tool_calls: [{ function: { name: 'web_search', arguments: '{}' } }] }, finish_reason: 'tool_calls' },
        ],
      },
      'without any text: instead it calls the tool "web_search", which was not offered.',
    ],
    [
      'an old function call of a tool that was not offered',
      { choices: [{ message: { content: '', function_call: { name: 'search', arguments: '{}' } }, finish_reason: 'function_call' }] },
      'instead it calls the tool "search", which was not offered.',
    ],
  ])('%s is empty_reply', async (_what, reply, message) => {
    await expect(ask(reply)).rejects.toMatchObject({
      kind: 'empty_reply',
      message: expect.stringContaining(message),
      provider: 'openai',
      modelId: 'm',
      requestId: 'req_1',
      isRetryable: false,
      replyHead: expect.stringContaining('chat.completion'),
    })
  })

  test('finish reason "sensitive" is a content filter, and "network_error" is retryable', async () => {
    expect(await ask({ text: '', finishReason: 'sensitive' })).toMatchObject({ text: '', finishReason: 'content_filter' })
    await expect(ask({ text: '', finishReason: 'network_error' })).rejects.toMatchObject({
      kind: 'provider',
      isRetryable: true,
      message: expect.stringContaining('without any text: its finish_reason is "network_error".'),
      usage: { inputTokens: 10 },
    })
    expect(await ask({ text: 'whole', finishReason: 'network_error' })).toMatchObject({ text: 'whole', finishReason: 'other' })
  })

  test('a stream of events has a next step; an error in one is read', async () => {
    const headers = { 'content-type': 'text/event-stream' }
    await expect(ask({ rawBody: 'data: {"choices":[]}\n\ndata: [DONE]\n\n', headers })).rejects.toMatchObject({
      kind: 'provider',
      isRetryable: false,
      message: expect.stringContaining(
        'HTTP 200 and server-sent events instead of a chat completion: the server streams. Turn streaming off',
      ),
    })
    await expect(ask({ rawBody: ': wait\n\ndata: {"error":{"message":"Slow down","code":429}}\n\n', headers })).rejects.toMatchObject({
      kind: 'rate_limit',
    })
  })

  test.each<[string, OpenAIReply, string]>([
    ['an HTML page of a proxy', { rawBody: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } }, 'an HTML page'],
    ['HTML that calls itself JSON', { rawBody: '<html>Sign in</html>' }, 'an HTML page'],
    ['half of a body', { rawBody: '{"choices":[{"mess' }, 'a body that is not a JSON object'],
    ['a list', { rawBody: '[]' }, 'a body that is not a JSON object'],
    ['an empty body', { rawBody: '' }, 'an empty body'],
    ['JSON of another kind', { body: { hello: 1 } }, 'no field "choices"'],
  ])('%s is provider, not retried, with the head of the body', async (_what, reply, message) => {
    await expect(ask(reply)).rejects.toMatchObject({
      kind: 'provider',
      status: 200,
      isRetryable: false,
      message: expect.stringContaining(message),
      replyHead: reply.rawBody === '' ? undefined : (reply.rawBody ?? '{"hello":1}'),
    })
  })

  test.each([
    [{ message: 'Rate limited', code: 429 }, 'rate_limit', true],
    [{ message: 'Bad gateway', code: '502' }, 'provider', true],
    [{ message: 'Oops', type: 'server_error' }, 'provider', true],
    [{ message: 'You have no credit', code: 'insufficient_quota' }, 'quota', false],
    [{ message: 'Something odd', type: 'odd' }, 'provider', false],
  ])('an error %j that came with 200 is %s', async (error, kind, isRetryable) => {
    await expect(ask({ status: 200, error })).rejects.toMatchObject({
      kind,
      isRetryable,
      status: 200,
      message: expect.stringContaining(error.message),
    })
  })

  test('an error inside the choice is that error, whatever the text', async () => {
    const choice = { message: { content: 'half' }, finish_reason: 'error', error: { code: 503, message: 'Provider is down' } }
    await expect(ask({ choices: [choice] })).rejects.toMatchObject({ kind: 'overloaded', isRetryable: true })
  })
})
