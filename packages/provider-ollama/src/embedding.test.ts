import { createDirectRuntime } from '@assay/core'
import { type OllamaScript, startFakeOllama } from '@assay/testkit'
import { expect, onTestFinished, test } from 'vitest'
import type { OllamaEmbeddingOptions } from './embedding.ts'
import { createOllama } from './ollama.ts'

async function start(script: OllamaScript = {}, options?: OllamaEmbeddingOptions) {
  const server = await startFakeOllama(script)
  onTestFinished(() => server.close())
  return { server, adapter: createOllama({ host: server.url }).embedding('bge-m3', options) }
}

test('texts are embedded in one request, in order, with their usage', async () => {
  const { adapter, server } = await start({
    vectors: [
      [1, 0.5],
      [0, 1],
    ],
    promptEvalCount: 12,
  })
  expect(await adapter.doEmbed(['a', 'b'])).toEqual({
    vectors: [
      [1, 0.5],
      [0, 1],
    ],
    usage: { calls: 1, inputTokens: 12, cachedInputTokens: null, cacheWriteTokens: null, outputTokens: 0, reasoningTokens: 0 },
  })
  expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/api/embed', { model: 'bge-m3', input: ['a', 'b'], truncate: false }],
  ])
})

test('options are sent if set', async () => {
  const { adapter, server } = await start({}, { dimensions: 256, numCtx: 8192, keepAlive: '1h' })
  await adapter.doEmbed(['a\0'])
  expect(server.requests[0]?.body).toEqual({
    model: 'bge-m3',
    input: ['a\uFFFD'],
    truncate: false,
    dimensions: 256,
    keep_alive: '1h',
    options: { num_ctx: 8192 },
  })
  expect(adapter).toMatchObject({
    specificationVersion: 'v1',
    provider: 'ollama',
    modelId: 'bge-m3',
    fingerprint: { adapter: 'ollama', host: server.url, model: 'bge-m3', dimensions: 256 },
  })
  expect(Object.isFrozen(adapter.fingerprint)).toBe(true)
})

test('the runtime sends batches of maxBatch', async () => {
  const { adapter, server } = await start({}, { maxBatch: 2 })
  const { vectors, usage } = await createDirectRuntime().embed(adapter, ['a', 'b', 'c', 'd', 'e'])
  expect([vectors.length, usage.calls, server.requests.length]).toEqual([5, 3, 3])
  expect((await start()).adapter.maxBatch).toBe(64)
})

test('without texts no request is sent', async () => {
  const { adapter, server } = await start()
  expect(await adapter.doEmbed([])).toMatchObject({ vectors: [], usage: { calls: 0 } })
  expect(server.requests).toEqual([])
})

test.each([
  [
    { status: 404, error: 'model "bge-m3" not found, try pulling it first' },
    { kind: 'model_not_found', message: expect.stringContaining('ollama pull bge-m3') },
  ],
  [{ status: 400, error: 'the input length exceeds the context length' }, { kind: 'context_overflow' }],
  [{ status: 503, error: 'server busy' }, { kind: 'overloaded' }],
  [{ rawBody: '{broken' }, { kind: 'provider', message: expect.stringContaining('not JSON') }],
  [{ body: {} }, { kind: 'provider', message: expect.stringContaining('without vectors') }],
  [{ vectors: [[1]] }, { kind: 'invalid_reply', message: expect.stringContaining('2 texts with 1 vectors') }],
  [{ body: { embeddings: [[], []] } }, { kind: 'provider' }],
  [{ body: { embeddings: [['1'], ['2']] } }, { kind: 'provider' }],
  [{ fault: 'cut' as const }, { kind: 'connection' }],
  [{ fault: 'reset' as const }, { kind: 'connection' }],
])('a failure has its own kind: %j', async (reply, expected) => {
  const { adapter } = await start(reply)
  await expect(adapter.doEmbed(['a', 'b'])).rejects.toMatchObject({ provider: 'ollama', modelId: 'bge-m3', ...expected })
})

test('a missing count is null', async () => {
  const { adapter } = await start({ promptEvalCount: null })
  expect((await adapter.doEmbed(['a'])).usage).toMatchObject({ calls: 1, inputTokens: null })
})

test.each([{ maxBatch: 0 }, { dimensions: 1.5 }, { numCtx: -1 }])('%j is refused', (options) => {
  expect(() => createOllama().embedding('m', options)).toThrow(expect.objectContaining({ kind: 'config' }))
})
