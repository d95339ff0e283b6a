import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createDirectRuntime } from '@assay/core'
import { patientFetch } from '@assay/provider-kit'
import { type OpenAIReply, startFakeGoogle, startFakeOpenAI } from '@assay/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type AiSdkEmbeddingOptions } from './embedding.ts'
import { fromAiSdk } from './from-ai-sdk.ts'

const KEY = 'key-of-the-user-0123456789'

async function start(reply: OpenAIReply = {}, options: AiSdkEmbeddingOptions = {}) {
  const server = await startFakeOpenAI(reply)
  onTestFinished(() => server.close())
  const model = createOpenAI({ baseURL: server.url, apiKey: KEY, fetch: patientFetch }).embeddingModel('text-embedding-3-small')
  return { server, adapter: fromAiSdk(model, options) }
}

test('texts become vectors in one request, with its usage', async () => {
  const { server, adapter } = await start({
    vectors: [
      [1, 0.5],
      [0, -1],
    ],
    usage: { prompt_tokens: 7, total_tokens: 7 },
  })
  expect(await adapter.doEmbed(['a\0', 'b'])).toEqual({
    vectors: [
      [1, 0.5],
      [0, -1],
    ],
    usage: { calls: 1, inputTokens: 7, cachedInputTokens: null, cacheWriteTokens: null, outputTokens: 0, reasoningTokens: 0 },
  })
  expect(server.requests[0]?.body).toMatchObject({ input: ['a\uFFFD', 'b'] })
  expect(adapter).toMatchObject({
    provider: 'openai',
    fingerprint: { adapter: 'ai-sdk', provider: 'openai.embedding', model: 'text-embedding-3-small', baseURL: server.url },
  })
})

test('a batch has the size of the limit of the model, or of maxBatch', async () => {
  expect((await start()).adapter.maxBatch).toBe(2048)
  expect(fromAiSdk(createGoogle({ apiKey: KEY }).embeddingModel('e')).maxBatch).toBe(100)
  expect(fromAiSdk(createMistral({ apiKey: KEY }).embeddingModel('e')).maxBatch).toBe(32)
  const unknown = {
    specificationVersion: 'v4',
    provider: 'p',
    modelId: 'e',
    maxEmbeddingsPerCall: undefined,
    doEmbed: () => Promise.resolve({}),
  }
  expect(fromAiSdk(unknown).maxBatch).toBe(96)
  const { adapter, server } = await start({}, { maxBatch: 2 })
  const { vectors, usage } = await createDirectRuntime().embed(adapter, ['a', 'b', 'c'])
  expect([vectors.length, usage.calls, server.requests.length]).toEqual([3, 2, 2])
})

test('Google’s models embed through their own API', async () => {
  const server = await startFakeGoogle({})
  onTestFinished(() => server.close())
  const model = createGoogle({ baseURL: server.url, apiKey: KEY, fetch: patientFetch }).embeddingModel('gemini-embedding-001')
  expect((await fromAiSdk(model).doEmbed(['a', 'b'])).vectors).toHaveLength(2)
  expect(server.requests.map(({ path }) => path)).toEqual(['/v1beta/models/gemini-embedding-001:batchEmbedContents'])
})

test.each<[OpenAIReply, object]>([
  [{ status: 401, error: { message: `No such key: ${KEY}` } }, { kind: 'auth' }],
  [
    { status: 429, error: { message: 'Slow down' } },
    { kind: 'rate_limit', isRetryable: true },
  ],
  [{ fault: 'reset' }, { kind: 'connection', isRetryable: true }],
  [{ vectors: [[1]] }, { kind: 'invalid_reply', message: expect.stringContaining('answered 2 texts with 1 vectors') }],
  [{ rawBody: '<html>' }, { kind: 'provider' }],
])('a failure has its own kind: %j', async (reply, expected) => {
  const { adapter } = await start(reply)
  const error: unknown = await Promise.resolve(adapter.doEmbed(['a', 'b'])).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ provider: 'openai', modelId: 'text-embedding-3-small', ...expected })
  expect(JSON.stringify(error)).not.toContain(KEY)
})

test('without texts no request is sent, and an abort ends one', async () => {
  const { adapter, server } = await start({ fault: 'hang' })
  expect(await adapter.doEmbed([])).toMatchObject({ vectors: [], usage: { calls: 0 } })
  expect(server.requests).toEqual([])
  await expect(adapter.doEmbed(['a'], { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' })
})
