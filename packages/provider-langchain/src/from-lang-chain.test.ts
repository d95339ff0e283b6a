import { AssayError, createDirectRuntime, type LLMCall } from '@assay/core'
import { type OpenAIScript, startFakeAnthropic, startFakeOpenAI } from '@assay/testkit'
import { ChatAnthropic } from '@langchain/anthropic'
import { ChatOpenAI } from '@langchain/openai'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LangChainChatModel } from './chat-model.ts'
import { fromLangChain } from './from-lang-chain.ts'

const KEY = 'key-of-the-user-0123456789'
const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }

async function openai(script: OpenAIScript, fields: ConstructorParameters<typeof ChatOpenAI>[0] = {}) {
  const server = await startFakeOpenAI(script)
  onTestFinished(() => server.close())
  const model = new ChatOpenAI({ model: 'gpt-4o', apiKey: KEY, configuration: { baseURL: server.url }, ...fields })
  return { server, model, judge: fromLangChain(model) }
}

async function failed(work: PromiseLike<unknown>): Promise<AssayError> {
  const error: unknown = await Promise.resolve(work).catch((thrown: unknown) => thrown)
  if (!AssayError.is(error)) throw new Error('no AssayError was thrown', { cause: error })
  return error
}

/** A model with the given `invoke`, without a package. */
function ownModel(invoke: () => Promise<unknown>): LangChainChatModel {
  return { _llmType: () => 'own', invoke }
}

describe('a chat model', () => {
  test('has vendor, name and address, and its own parameters are part of the fingerprint', async () => {
    const { judge, server } = await openai('hello', { temperature: 0.2, maxTokens: 300 })
    expect(judge).toMatchObject({ provider: 'openai', modelId: 'gpt-4o', capabilities: { structuredOutput: 'native', temperature: false } })
    expect(judge.fingerprint).toMatchObject({
      adapter: 'langchain',
      model: 'gpt-4o',
      baseURL: server.url,
      parameters: { temperature: 0.2, max_tokens: 300 },
    })
    expect(JSON.stringify(judge)).not.toContain(KEY)
    await judge.doGenerate(call)
    expect(server.requests[0]?.body).toMatchObject({ temperature: 0.2, max_tokens: 300 })
  })

  test('does not retry as by default, since the runtime does', async () => {
    const { judge, server } = await openai([
      { status: 503, error: { message: 'Busy' } },
      { status: 500, error: { message: 'No' } },
      'hello',
    ])
    for (const kind of ['overloaded', 'provider']) expect((await failed(judge.doGenerate(call))).kind).toBe(kind)
    expect(server.requests).toHaveLength(2)
    const runtime = createDirectRuntime({ retry: { baseDelayMs: 0 } })
    expect((await runtime.generate(judge, call, { read: ({ text }) => text })).value).toBe('hello')
  })

  test('does not retry with a schema either, in both modes', async () => {
    for (const mode of ['native', 'tool'] as const) {
      const { judge, server } = await openai({ status: 503, error: { message: 'Busy' } })
      expect((await failed(judge.doGenerate({ ...call, output: { name: 'claims', schema, mode } }))).kind).toBe('overloaded')
      expect(server.requests).toHaveLength(1)
    }
  })

  test.each(['temperature', 'seed'] as const)('refuses a %s of the call by name, since it is an option of the model', async (name) => {
    const { judge, server } = await openai('hello')
    const error = await failed(judge.doGenerate({ ...call, [name]: 0 }))
    expect(error).toMatchObject({ kind: 'unsupported_parameter', parameter: name })
    expect(error.message).toContain(`Take ${name} out of the options of the model.`)
    expect(server.requests).toEqual([])
  })

  test('has a reply without the key, if the server repeats it', async () => {
    const { judge } = await openai(`You sent ${KEY}.`)
    expect((await judge.doGenerate(call)).text).toBe('You sent [redacted].')
  })

  test('of Anthropic is read with the finish reasons of Anthropic', async () => {
    const server = await startFakeAnthropic({ text: 'cut', stopReason: 'max_tokens' })
    onTestFinished(() => server.close())
    const judge = fromLangChain(new ChatAnthropic({ model: 'claude-sonnet-4-6', apiKey: KEY, anthropicApiUrl: server.url }))
    expect(await judge.doGenerate(call)).toMatchObject({ text: 'cut', finishReason: 'length', usage: { inputTokens: 10, outputTokens: 5 } })
    expect(judge).toMatchObject({ provider: 'anthropic', fingerprint: { baseURL: server.url } })
  })

  test('without support for schemas is called in prompt mode', async () => {
    const judge = fromLangChain(
      ownModel(async () => ({ content: [{ type: 'text', text: '{}' }], response_metadata: { finishReason: 'STOP' } })),
    )
    expect(judge.capabilities.structuredOutput).toBe('prompt')
    expect(await judge.doGenerate({ ...call, output: { name: 'claims', schema } })).toMatchObject({ text: '{}', finishReason: 'stop' })
    const error = await failed(judge.doGenerate({ ...call, output: { name: 'claims', schema, mode: 'native' } }))
    expect(error).toMatchObject({ kind: 'unsupported_parameter', parameter: 'output' })
  })
})

describe('a failure', () => {
  test.each([
    ['ContextOverflowError', 'context_overflow'],
    ['ModelRefusalError', 'refused'],
    ['LengthFinishReasonError', 'truncated'],
    ['ContentFilterFinishReasonError', 'content_filter'],
    ['InsufficientQuotaError', 'quota'],
  ])('%s is %s', async (name, kind) => {
    const error = Object.assign(new Error('as it said\n\nTroubleshooting URL: https://elsewhere.example'), { name })
    expect(await failed(fromLangChain(ownModel(() => Promise.reject(error))).doGenerate(call))).toMatchObject({
      kind,
      message: expect.stringMatching(/^own:own ended in \w+: as it said\b(?!.*Troubleshooting)/),
    })
  })

  test.each<[string, unknown, object]>([
    [
      'of the network',
      new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
      { kind: 'connection' },
    ],
    ['in time', Object.assign(new Error('late'), { name: 'TimeoutError' }), { kind: 'timeout' }],
    [
      'of the library',
      new TypeError('x is undefined'),
      { kind: 'provider', message: expect.stringContaining('failed in LangChain: x is undefined') },
    ],
  ])('%s', async (_what, thrown, expected) => {
    expect(await failed(fromLangChain(ownModel(() => Promise.reject(thrown))).doGenerate(call))).toMatchObject(expected)
  })

  test('an invalid message is a provider error', async () => {
    expect(await failed(fromLangChain(ownModel(async () => 'hello')).doGenerate(call))).toMatchObject({ kind: 'provider' })
  })
})

test.each<unknown>(['gpt-4o', undefined, {}, { invoke: () => undefined }])('%j is not a chat model', (given) => {
  expect(() => fromLangChain(given as LangChainChatModel)).toThrow(/fromLangChain takes a chat model of LangChain itself/)
})

test('an embedding model is refused, with an alternative', () => {
  const embeddings = { embedDocuments: async () => [[1]], embedQuery: async () => [1] }
  expect(() => fromLangChain(embeddings as unknown as LangChainChatModel)).toThrow(
    /makes embeddings.*embedding:openai:text-embedding-3-small/,
  )
})

test('a model that is wrapped or in a chain is refused, since its settings are unknown', async () => {
  const { model: chat } = await openai('hello')
  expect(() => fromLangChain(chat.withRetry() as unknown as LangChainChatModel)).toThrow(/nor one that is wrapped/)
})
