import { createDirectRuntime, type JsonObject, type LLMCall } from '@assay/core'
import { type OpenAIReply, type OpenAIScript, startFakeOpenAI } from '@assay/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { OpenAIModelOptions } from './model-options.ts'
import { createOpenAI } from './openai.ts'

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const messages: LLMCall['messages'] = [
  { role: 'system', parts: [{ text: 'You judge.' }] },
  { role: 'user', parts: [{ text: 'one ' }, { text: 'two\0' }] },
]

async function start(script: OpenAIScript, options: OpenAIModelOptions = {}, model = 'gpt-5') {
  const server = await startFakeOpenAI(script)
  onTestFinished(() => server.close())
  const provider = createOpenAI({ baseURL: server.url, apiKey: 'k', api: 'responses', capabilities: { responsesApi: true } })
  return { server, adapter: provider(model, options) }
}

async function sent(call: Partial<LLMCall> = {}, options: OpenAIModelOptions = {}): Promise<JsonObject> {
  const { server, adapter } = await start({ text: 'hello', toolArguments: '{}' }, options)
  await adapter.doGenerate({ messages, ...call })
  expect(server.requests.map(({ path }) => path)).toEqual(['/v1/responses'])
  return server.requests[0]?.body as JsonObject
}

describe('the choice of the API', () => {
  test('OpenAI has the Responses API, chosen by option of the server or of the model', () => {
    const openai = createOpenAI({ baseURL: 'https://eu.api.openai.com/v1' })
    expect(openai('gpt-5', { api: 'responses' }).fingerprint).toMatchObject({ api: 'responses' })
    const byDefault = createOpenAI({ baseURL: 'https://api.openai.com/v1', api: 'responses' })
    expect(byDefault('gpt-5').fingerprint).toMatchObject({ api: 'responses' })
    expect(byDefault('gpt-5', { api: 'chat' }).fingerprint).not.toHaveProperty('api')
  })

  test('another server is refused, unless capabilities.responsesApi is set', () => {
    const local = createOpenAI({ baseURL: 'http://localhost:8000/v1', api: 'responses' })
    const message = expect.stringContaining('api is "responses", which http://localhost:8000/v1 is not known to have.')
    expect(() => local('m')).toThrow(expect.objectContaining({ kind: 'config', message }))
    expect(local('m', { capabilities: { responsesApi: true } }).fingerprint).toMatchObject({ api: 'responses' })
  })
})

describe('the request of a call', () => {
  test('has model and messages, and is not stored', async () => {
    expect(await sent()).toEqual({
      model: 'gpt-5',
      store: false,
      input: [
        { role: 'system', content: 'You judge.' },
        { role: 'user', content: 'one two\uFFFD' },
      ],
    })
  })

  test('has the schema as text format, or forces a tool', async () => {
    const output = { name: 'verdicts', schema }
    const format = { type: 'json_schema', name: 'verdicts', schema, strict: true }
    expect((await sent({ output }))['text']).toEqual({ format })
    expect(await sent({ output: { ...output, mode: 'tool' } })).toMatchObject({
      tools: [{ type: 'function', name: 'verdicts', parameters: schema, strict: true }],
      tool_choice: { type: 'function', name: 'verdicts' },
    })
    expect(Object.keys(await sent({ output: { ...output, mode: 'prompt' } }))).toEqual(['store', 'model', 'input'])
  })

  test('has limit, temperature, effort and other fields under the names of this API', async () => {
    const options: OpenAIModelOptions = {
      reasoningEffort: 'low',
      temperature: 1,
      extraBody: { store: true, text: { verbosity: 'low' }, reasoning: { summary: 'auto' }, top_p: 0.9 },
    }
    expect(await sent({ maxOutputTokens: 99, temperature: 0, output: { name: 'v', schema } }, options)).toMatchObject({
      store: true,
      max_output_tokens: 99,
      temperature: 1,
      top_p: 0.9,
      reasoning: { summary: 'auto', effort: 'low' },
      text: { verbosity: 'low', format: { name: 'v' } },
    })
  })

  test('has no seed: the capability is false, a call is refused before it is sent, and the option is a config error', async () => {
    const { server, adapter } = await start('hello')
    expect(adapter.capabilities.seed).toBe(false)
    await expect(adapter.doGenerate({ messages, seed: 1 })).rejects.toMatchObject({ kind: 'unsupported_parameter', parameter: 'seed' })
    expect(server.requests).toEqual([])
    await expect(start('hello', { seed: 1 })).rejects.toMatchObject({ kind: 'config', message: expect.stringContaining('seed is set') })
  })

  test.each<[JsonObject, string]>([
    [{ input: 'x' }, 'extraBody cannot hold "input". Use the call'],
    [{ previous_response_id: 'x' }, 'every call stands alone'],
    [{ max_output_tokens: 1 }, 'the option maxOutputTokens'],
    [{ text: { format: {} } }, 'extraBody cannot hold "text.format"'],
    [{ reasoning: { effort: 'high' } }, 'reasoningEffort is set'],
  ])('%j in extraBody is a config error', async (extraBody, message) => {
    await expect(start('x', { extraBody, reasoningEffort: 'low' })).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringContaining(message),
    })
  })
})

describe('a response', () => {
  test.each<[OpenAIReply, object]>([
    [
      { text: 'hello', reasoning: 'hm', model: 'gpt-5-2025' },
      { text: 'hello', finishReason: 'stop', modelId: 'gpt-5-2025', requestId: 'req_1' },
    ],
    [
      { text: 'hel', finishReason: 'length' },
      { text: 'hel', finishReason: 'length' },
    ],
    [{ finishReason: 'length' }, { text: '', finishReason: 'length' }],
    [{ text: 'x', finishReason: 'content_filter' }, { finishReason: 'content_filter' }],
    [
      { text: null, refusal: 'I will not.' },
      { text: 'I will not.', finishReason: 'refusal' },
    ],
    [
      { text: 'whole', finishReason: 'cancelled' },
      { text: 'whole', finishReason: 'other' },
    ],
    [
      {
        text: 'x',
        usage: {
          input_tokens: 100,
          input_tokens_details: { cached_tokens: 60, cache_write_tokens: 3 },
          output_tokens: 40,
          output_tokens_details: { reasoning_tokens: 30 },
        },
      },
      {
        usage: { calls: 1, inputTokens: 100, cachedInputTokens: 60, cacheWriteTokens: 3, outputTokens: 40, reasoningTokens: 30 },
      },
    ],
    [{ text: 'x', usage: null }, { usage: { calls: 1, inputTokens: null, outputTokens: null, reasoningTokens: null } }],
  ])('%j is a reply', async (reply, expected) => {
    const { adapter } = await start(reply)
    expect(await adapter.doGenerate({ messages })).toMatchObject(expected)
  })

  test('to a forced tool has the arguments of the first call', async () => {
    const call = (name: string) => ({ type: 'function_call', name, arguments: `{"of":"${name}"}` })
    const { adapter } = await start({ choices: [call('a'), call('b')] })
    const { text } = await adapter.doGenerate({ messages, output: { name: 'a', schema, mode: 'tool' } })
    expect(text).toBe('{"of":"a"}')
  })

  test.each<[OpenAIReply, object]>([
    [
      { usage: { input_tokens: 9, output_tokens: 200, output_tokens_details: { reasoning_tokens: 200 } } },
      { kind: 'empty_reply', message: expect.stringContaining('only reasoning (200 tokens)'), usage: { outputTokens: 200 } },
    ],
    [{ finishReason: 'queued' }, { kind: 'empty_reply', message: expect.stringContaining('its status is "queued"') }],
    [
      { choices: [{ type: 'function_call', name: 'web_search', arguments: '{}' }] },
      { kind: 'empty_reply', message: expect.stringContaining('instead it calls the tool "web_search", which was not offered.') },
    ],
    [
      { body: { status: 'incomplete', incomplete_details: { reason: 'server_busy' }, output: [] } },
      { kind: 'empty_reply', message: expect.stringContaining('its incomplete_details.reason is "server_busy"') },
    ],
    [{ rawBody: 'event: response.created\ndata: {}\n\n' }, { kind: 'provider', message: expect.stringContaining('the server streams.') }],
    [{ body: { output: 'x' } }, { kind: 'provider', message: expect.stringContaining('no field "output"') }],
    [{ rawBody: '' }, { kind: 'provider', message: expect.stringContaining('an empty body instead of a response') }],
    [
      { body: { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slow down' }, output: [] } },
      { kind: 'rate_limit', isRetryable: true },
    ],
    [{ body: { status: 'failed', error: { code: 'server_error', message: 'Oops' }, output: [] } }, { kind: 'provider', isRetryable: true }],
    [{ body: { status: 'failed', error: { code: 'invalid_prompt', message: 'No' }, output: [] } }, { kind: 'content_filter' }],
    [{ status: 429, error: { message: 'Quota', code: 'insufficient_quota' } }, { kind: 'quota' }],
    [
      { error: { message: "Invalid schema for response_format 'v'", param: 'text.format.schema' } },
      { kind: 'unsupported_parameter', parameter: 'output' },
    ],
    [
      { error: { message: "Unsupported value: 'low' is not supported with this model", param: 'text.verbosity' } },
      {
        kind: 'unsupported_parameter',
        parameter: 'text.verbosity',
        message: expect.stringContaining('Take text.verbosity out of `extraBody`.'),
      },
    ],
    [
      { error: { message: 'Unsupported parameter: temperature', param: 'temperature' } },
      { kind: 'unsupported_parameter', parameter: 'temperature' },
    ],
    [
      { error: { message: 'max_output_tokens is not supported with this model' } },
      { kind: 'unsupported_parameter', parameter: 'maxOutputTokens', message: expect.stringContaining('`maxOutputTokens` to what') },
    ],
    [
      { error: { message: "'low' is not supported", param: 'reasoning.effort' } },
      {
        kind: 'unsupported_parameter',
        parameter: 'reasoning',
        message: expect.stringContaining('Take `reasoningEffort` out of the options of the model.'),
      },
    ],
    [{ error: { message: 'The text you want to store is not allowed' } }, { kind: 'bad_request' }],
  ])('%j is a failure of its kind', async (reply, expected) => {
    const { adapter } = await start(reply, { reasoningEffort: 'low', maxOutputTokens: 9, extraBody: { text: { verbosity: 'low' } } })
    const call: LLMCall = { messages, temperature: 0, output: { name: 'v', schema } }
    await expect(adapter.doGenerate(call)).rejects.toMatchObject(expected)
  })

  test('a refused schema falls back as with chat completions', async () => {
    const refused = { error: { message: 'not supported', param: 'text.format' } }
    const { server, adapter } = await start([refused, 'hello'])
    const { reply } = await createDirectRuntime().generate(
      adapter,
      { messages, output: { name: 'v', schema } },
      { read: ({ text }) => text },
    )
    expect(reply.warnings).toContainEqual(expect.stringContaining('openai:gpt-5 refused the output mode "native"; "prompt" was used.'))
    expect(server.requests[1]?.body).not.toHaveProperty('text')
  })
})
