import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { AssayError, type LLMAdapter, type LLMCall } from '@assay/core'
import { patientFetch } from '@assay/provider-kit'
import { type GoogleReply, type OpenAIReply, startFakeAnthropic, startFakeGoogle, startFakeOpenAI } from '@assay/testkit'
import { defaultSettingsMiddleware, wrapLanguageModel } from 'ai'
import { createOpenAI as createOpenAIV2 } from 'openai-v2'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fromAiSdk } from './from-ai-sdk.ts'
import type { AiSdkModelOptions } from './model-options.ts'
import type { AiSdkLanguageModel } from './model-shape.ts'

const KEY = 'key-of-the-user-0123456789'
const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }

async function openai(reply: OpenAIReply | string, options: AiSdkModelOptions = {}, modelId = 'gpt-4o') {
  const server = await startFakeOpenAI(reply)
  onTestFinished(() => server.close())
  const model = createOpenAI({ baseURL: server.url, apiKey: KEY, fetch: patientFetch }).chat(modelId)
  return { server, model, judge: fromAiSdk(model, options) }
}

async function google(reply: GoogleReply | string, options: AiSdkModelOptions = {}) {
  const server = await startFakeGoogle(reply)
  onTestFinished(() => server.close())
  return fromAiSdk(createGoogle({ baseURL: server.url, apiKey: KEY, fetch: patientFetch })('gemini-2.5-flash'), options)
}

async function failed(work: PromiseLike<unknown>): Promise<AssayError> {
  const error: unknown = await Promise.resolve(work).catch((thrown: unknown) => thrown)
  if (!AssayError.is(error)) throw new Error('no AssayError was thrown', { cause: error })
  return error
}

/** A model that throws the given error, without a package. */
function failing(thrown: unknown): LLMAdapter {
  return fromAiSdk({ specificationVersion: 'v4', provider: 'own.chat', modelId: 'm', doGenerate: () => Promise.reject(thrown) })
}

function named(name: string, more: object = {}): Error {
  return Object.assign(new Error(`said by ${name}`), { name, ...more })
}

describe('a model', () => {
  test('has the name of its vendor, for prices, and its address', async () => {
    const { judge, server } = await openai('hello')
    expect(judge).toMatchObject({ provider: 'openai', modelId: 'gpt-4o' })
    expect(judge.fingerprint).toEqual({
      adapter: 'ai-sdk',
      specification: 'v4',
      provider: 'openai.chat',
      model: 'gpt-4o',
      baseURL: server.url,
      structuredOutput: 'native',
    })
  })

  test('is called with the options, and the seed of the call overrides that of the options', async () => {
    const { judge, server } = await openai('hello', { temperature: 0.2, seed: 3, maxOutputTokens: 99 })
    await judge.doGenerate({ ...call, temperature: 1, seed: 5, maxOutputTokens: 7 })
    expect(server.requests[0]?.body).toMatchObject({ temperature: 0.2, seed: 5, max_tokens: 99 })
  })

  test('accepts reasoning and provider options, both in the fingerprint', async () => {
    const options: AiSdkModelOptions = { reasoning: 'low', providerOptions: { openai: { user: 'me' } } }
    const { judge, server } = await openai('hello', options, 'gpt-5-mini')
    await judge.doGenerate(call)
    expect(server.requests[0]?.body).toMatchObject({ reasoning_effort: 'low', user: 'me' })
    expect(judge.fingerprint).toMatchObject(options)
  })

  test('has a warning in its reply if the SDK omits the temperature', async () => {
    const { judge, server } = await openai('hello', { temperature: 0 }, 'gpt-5-mini')
    expect((await judge.doGenerate(call)).warnings).toEqual([expect.stringMatching(/^The AI SDK: temperature is not supported: /)])
    expect(server.requests[0]?.body).not.toHaveProperty('temperature')
  })

  test('without a seed refuses it by name, before any request', async () => {
    const judge = fromAiSdk(createAnthropic({ apiKey: KEY, fetch: () => Promise.reject(new Error('asked')) })('claude-sonnet-4-5'))
    expect(judge.capabilities.seed).toBe(false)
    expect(await failed(judge.doGenerate({ ...call, seed: 7 }))).toMatchObject({ kind: 'unsupported_parameter', parameter: 'seed' })
  })

  test('of version 2 warns that counts may be short', async () => {
    const server = await startFakeOpenAI('hello')
    onTestFinished(() => server.close())
    const judge = fromAiSdk(createOpenAIV2({ baseURL: server.url, apiKey: KEY, fetch: patientFetch }).chat('gpt-4o'))
    expect((await judge.doGenerate(call)).warnings).toEqual([expect.stringMatching(/version 2 .*counts of tokens may be short/)])
    expect(() => fromAiSdk(createOpenAIV2({ apiKey: KEY }).chat('gpt-4o'), { reasoning: 'low' })).toThrow(
      /is of version 2.*Use providerOptions/,
    )
  })

  test('gets texts without characters that servers refuse, and the reply has a warning', async () => {
    const { judge, server } = await openai('hello')
    const reply = await judge.doGenerate({ messages: [{ role: 'user', parts: [{ text: 'a\0' }, { text: 'b' }] }] })
    expect(JSON.stringify(server.requests[0]?.body)).toContain('a\uFFFDb')
    expect(reply.warnings).toEqual(['1 NUL character in the prompt was replaced by U+FFFD.'])
  })
})

describe('a model that is wrapped', () => {
  test('is called, has no address, and differs by its fingerprint option', async () => {
    const { model, server } = await openai('hello')
    const wrapped = wrapLanguageModel({ model, middleware: defaultSettingsMiddleware({ settings: { temperature: 0.7 } }) })
    const [plain, said] = [fromAiSdk(wrapped), fromAiSdk(wrapped, { baseURL: server.url, fingerprint: { temperature: 0.7 } })]
    expect((await said.doGenerate(call)).text).toBe('hello')
    expect(plain.fingerprint).not.toHaveProperty('baseURL')
    expect(said.fingerprint).toMatchObject({ baseURL: server.url, fingerprint: { temperature: 0.7 } })
  })

  test('shows no text that looks like a key', async () => {
    const { model } = await openai({ status: 401, error: { message: 'Wrong key: sk-proj-0123456789abcdefghijklmnop' } })
    const error = await failed(fromAiSdk(wrapLanguageModel({ model, middleware: [] })).doGenerate(call))
    expect([error.message, JSON.stringify(error)].join()).not.toContain('sk-proj-0123456789abcdefghijklmnop')
  })
})

test('the key is removed from a reply that repeats it', async () => {
  const { judge } = await openai(`You sent ${KEY}.`)
  expect(await judge.doGenerate(call)).toMatchObject({
    text: 'You sent [redacted].',
    warnings: ['The reply repeated a secret of the connection, which was removed.'],
  })
})

describe('a reply without text', () => {
  test.each<[string, GoogleReply, RegExp]>([
    ['only thoughts', { thinking: 'Let me see.', usage: { promptTokenCount: 1, thoughtsTokenCount: 40 } }, /only reasoning \(40 tokens\)/],
    ['a call of a tool', { toolInput: { q: 'x' } }, /instead it calls the tool "unknown", which was not offered/],
    ['nothing', { candidates: [{ content: { parts: [] }, finishReason: 'STOP' }] }, /without any text/],
  ])('with %s is empty_reply', async (_what, reply, message) => {
    expect(await failed((await google(reply)).doGenerate(call))).toMatchObject({
      kind: 'empty_reply',
      message: expect.stringMatching(message),
    })
  })
})

describe('a failure that the SDK names', () => {
  test.each([
    ['AI_LoadAPIKeyError', 'auth', 0],
    ['AI_LoadSettingError', 'config', 0],
    ['AI_InvalidArgumentError', 'config', 0],
    ['AI_InvalidPromptError', 'config', 0],
    ['AI_UnsupportedFunctionalityError', 'unsupported_parameter', 0],
    ['AI_NoSuchModelError', 'model_not_found', undefined],
    ['AI_NoSuchProviderReferenceError', 'model_not_found', undefined],
    ['AI_EmptyResponseBodyError', 'provider', undefined],
    ['AI_InvalidResponseDataError', 'provider', undefined],
    ['AI_JSONParseError', 'provider', undefined],
    ['AI_TypeValidationError', 'provider', undefined],
    ['AI_NoContentGeneratedError', 'provider', undefined],
  ])('%s is %s', async (name, kind, calls) => {
    const error = await failed(failing(named(name)).doGenerate(call))
    expect([error.kind, error.usage?.calls, error.isRetryable]).toEqual([kind, calls, false])
    expect(error.message).toContain(`said by ${name}`)
  })

  test.each<[string, Error, object]>([
    [
      'the network, in a call without a status',
      named('AI_APICallError', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
      { kind: 'connection', isRetryable: true, usage: { calls: 1 } },
    ],
    [
      'time',
      named('AI_APICallError', { cause: new DOMException('The operation timed out', 'TimeoutError') }),
      { kind: 'timeout', isRetryable: true },
    ],
    [
      'a connection lost behind a status of 200',
      named('AI_APICallError', { statusCode: 200, cause: new TypeError('terminated') }),
      { kind: 'connection' },
    ],
    [
      'a body that does not fit',
      named('AI_APICallError', { statusCode: 200, responseBody: '{"a":1}', cause: { issues: [{ path: ['usage', 'x'] }] } }),
      { kind: 'provider', message: expect.stringContaining('does not accept (at usage.x)') },
    ],
    [
      'a fault of the package',
      new TypeError('Cannot read properties of undefined'),
      { kind: 'provider', message: expect.stringContaining('failed in the AI SDK: Cannot read') },
    ],
    [
      'a header for the time to wait',
      named('AI_APICallError', { statusCode: 429, responseBody: '{"error":{"message":"slow"}}', responseHeaders: { 'Retry-After': '2' } }),
      { kind: 'rate_limit', retryAfterMs: 2000 },
    ],
    [
      'an id of Anthropic',
      named('AI_APICallError', { statusCode: 500, responseBody: '', responseHeaders: { 'request-id': 'req_7' } }),
      { kind: 'provider', requestId: 'req_7' },
    ],
    ['no error at all', 'boo' as never, { kind: 'provider', message: expect.stringContaining('boo') }],
  ])('%s', async (_what, thrown, expected) => {
    expect(await failed(failing(thrown).doGenerate(call))).toMatchObject({ provider: 'own', modelId: 'm', ...expected })
  })
})

describe('a refused field has its name in LLMCall', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
  const output = { name: 'claims', schema }

  test('by Google', async () => {
    const message = 'Invalid JSON payload received. Unknown name "response_json_schema" at \'generation_config\': Cannot find field.'
    const error = await failed((await google({ error: { message } })).doGenerate({ ...call, output }))
    expect(error).toMatchObject({ kind: 'unsupported_parameter', parameter: 'output' })
  })

  test('by Anthropic', async () => {
    const server = await startFakeAnthropic({ error: { message: 'output_config.format: Extra inputs are not permitted' } })
    onTestFinished(() => server.close())
    const model = createAnthropic({ baseURL: `${server.url}/v1`, apiKey: KEY, fetch: patientFetch })('claude-sonnet-4-5')
    expect(await failed(fromAiSdk(model).doGenerate({ ...call, output }))).toMatchObject({
      kind: 'unsupported_parameter',
      parameter: 'output',
    })
  })

  test('by OpenAI, one that was set by the user', async () => {
    const { judge } = await openai(
      { error: { message: "Unsupported value: 'service_tier'", param: 'service_tier', code: 'unsupported_value' } },
      { providerOptions: { openai: { serviceTier: 'flex' } } },
      'o4-mini',
    )
    expect(await failed(judge.doGenerate(call))).toMatchObject({
      kind: 'unsupported_parameter',
      parameter: 'service_tier',
      message: expect.stringContaining('Take service_tier out of `providerOptions`.'),
    })
  })
})

describe('an invalid model or option', () => {
  test.each<[unknown, RegExp]>([
    ['openai/gpt-5', /"openai\/gpt-5" is a name\. Make the model by its package/],
    [{}, /takes a language model or an embedding model/],
    [undefined, /takes a language model or an embedding model/],
    [{ specificationVersion: 'v1', provider: 'p', modelId: 'm', doGenerate: () => undefined }, /p:m is of version "v1"/],
  ])('%j is a config error', (model, message) => {
    expect(() => fromAiSdk(model as AiSdkLanguageModel)).toThrow(
      expect.objectContaining({ kind: 'config', message: expect.stringMatching(message) }),
    )
  })

  test.each<[AiSdkModelOptions, RegExp]>([
    [{ temperature: -1 }, /temperature is -1/],
    [{ seed: 1.5 }, /seed is 1\.5/],
    [{ maxOutputTokens: 0 }, /maxOutputTokens is 0/],
    [{ providerOptions: { openai: { apiKey: 'sk' } } }, /providerOptions cannot hold "apiKey"/],
  ])('options that cannot be meant: %j', (options, message) => {
    expect(() => fromAiSdk(createOpenAI({ apiKey: KEY }).chat('m'), options)).toThrow(message)
  })
})
