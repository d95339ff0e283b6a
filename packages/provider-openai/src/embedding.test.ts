import { getEventListeners } from 'node:events'
import { createDirectRuntime } from '@assay/core'
import { type OpenAIReply, type OpenAIScript, startFakeOpenAI } from '@assay/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { OpenAIEmbeddingOptions } from './embedding.ts'
import { createOpenAI, openai } from './openai.ts'

async function start(script: OpenAIScript, options: OpenAIEmbeddingOptions = {}) {
  const server = await startFakeOpenAI(script)
  onTestFinished(() => server.close())
  return { server, adapter: createOpenAI({ baseURL: server.url, apiKey: 'k' }).embedding('text-embedding-3-small', options) }
}

/** The same server at OpenAI's address. */
async function startAtOpenAI(script: OpenAIScript) {
  const server = await startFakeOpenAI(script)
  onTestFinished(() => server.close())
  const rewired: typeof fetch = (_url, init) => fetch(`${server.url}/embeddings`, init)
  return { server, adapter: createOpenAI({ baseURL: 'https://api.openai.com/v1', apiKey: 'k', fetch: rewired }).embedding('m') }
}

const item = (index: number, embedding: number[] | string) => ({ object: 'embedding', index, embedding })

test('texts become vectors in one request, with its usage', async () => {
  const { server, adapter } = await start(
    {
      vectors: [
        [1, 0.5],
        [0, -1],
      ],
      usage: { prompt_tokens: 7, total_tokens: 7 },
    },
    { dimensions: 2 },
  )
  expect(await adapter.doEmbed(['a\0', 'b'])).toEqual({
    vectors: [
      [1, 0.5],
      [0, -1],
    ],
    usage: { calls: 1, inputTokens: 7, cachedInputTokens: null, cacheWriteTokens: null, outputTokens: 0, reasoningTokens: 0 },
  })
  expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/embeddings', { model: 'text-embedding-3-small', input: ['a\uFFFD', 'b'], encoding_format: 'float', dimensions: 2 }],
  ])
})

test('base64 is requested from OpenAI itself, and gives the same numbers', async () => {
  const { server, adapter } = await startAtOpenAI({ vectors: [[1, -0.5, 3.25]] })
  expect((await adapter.doEmbed(['a'])).vectors).toEqual([[1, -0.5, 3.25]])
  expect(server.requests[0]?.body).toMatchObject({ encoding_format: 'base64' })
})

test('base64 is read if numbers were requested, and numbers if base64 was requested', async () => {
  const coded = Buffer.from(new Float32Array([0.5, 2]).buffer).toString('base64')
  const { adapter } = await start({ body: { data: [item(0, coded)] } })
  expect((await adapter.doEmbed(['a'])).vectors).toEqual([[0.5, 2]])
  const own = await startAtOpenAI({ body: { data: [item(0, [0.5, 2])] } })
  expect((await own.adapter.doEmbed(['a'])).vectors).toEqual([[0.5, 2]])
})

test('vectors are ordered by index, else by position', async () => {
  const { adapter } = await start([
    { body: { data: [item(1, [2]), item(0, [1])] } },
    { body: { data: [{ embedding: [1] }, { embedding: [2] }] } },
  ])
  for (let at = 0; at < 2; at += 1) expect((await adapter.doEmbed(['a', 'b'])).vectors).toEqual([[1], [2]])
})

test('a runtime sends batches of at most maxBatch', async () => {
  const { server, adapter } = await start({}, { maxBatch: 2 })
  const { vectors, usage } = await createDirectRuntime().embed(adapter, ['a', 'b', 'c', 'd', 'e'])
  expect([vectors.length, usage.calls, server.requests.length]).toEqual([5, 3, 3])
})

describe('a server that accepts fewer texts at once', () => {
  const inputs = (body: unknown): number => (body as { input: string[] }).input.length

  test.each<[string, number, OpenAIReply]>([
    [
      'DashScope',
      10,
      {
        status: 400,
        error: {
          message: 'Value error, batch size is invalid, it should not be larger than 10.: input.contents',
          code: 'invalid_parameter_error',
        },
      },
    ],
    ['TEI', 32, { status: 413, body: { error: 'batch size 40 > maximum allowed batch size 32', error_type: 'Validation' } }],
    ['a proxy without a word', 20, { status: 413, rawBody: '<html>413</html>', headers: { 'content-type': 'text/html' } }],
  ])('%s is asked in batches that it takes, learned from its refusal', async (_who, most, refusal) => {
    const { server, adapter } = await start(({ body }) => (inputs(body) > most ? refusal : {}))
    const runtime = createDirectRuntime()
    const texts = Array.from({ length: 40 }, (_, at) => `text ${at}`)
    expect((await runtime.embed(adapter, texts)).vectors).toHaveLength(40)
    expect(inputs(server.requests[0]?.body)).toBe(40)
    const asked = server.requests.length
    await runtime.embed(adapter, texts)
    expect(server.requests.slice(asked).map(({ body }) => inputs(body))).toEqual(
      Array.from({ length: Math.ceil(40 / most) }, (_, at) => Math.min(most, 40 - at * most)),
    )
  })

  test('refuses a single text: the error is about this text', async () => {
    const { adapter } = await start({ status: 413, error: { message: 'Payload too large' } })
    await expect(adapter.doEmbed(['a', 'b'])).rejects.toMatchObject({
      kind: 'request_too_large',
      parameter: 'maxBatch',
      message:
        'openai:text-embedding-3-small refused 2 texts in one request: Payload too large. Set `maxBatch` to what the server accepts.',
    })
    await expect(createDirectRuntime().embed(adapter, ['a', 'b'])).rejects.toMatchObject({
      kind: 'request_too_large',
      parameter: undefined,
    })
  })
})

test('without texts no request is sent', async () => {
  const { server, adapter } = await start({})
  expect(await adapter.doEmbed([])).toMatchObject({ vectors: [], usage: { calls: 0 } })
  expect(server.requests).toEqual([])
})

const MIXED = 'answered 2 texts with'
test.each<[OpenAIScript, object]>([
  [{ vectors: [[1]] }, { kind: 'invalid_reply', message: expect.stringContaining(`${MIXED} 1 vectors`) }],
  [{ vectors: [[1], [2], [3]] }, { kind: 'invalid_reply', message: expect.stringContaining(`${MIXED} 3 vectors`) }],
  [{ body: { data: [item(0, [1]), item(0, [2])] } }, { kind: 'invalid_reply', message: expect.stringContaining('for other texts') }],
  [{ body: { data: [item(1, [1]), item(2, [2])] } }, { kind: 'invalid_reply' }],
  [{ body: { data: [item(0, [1]), item(1, [])] } }, { kind: 'invalid_reply', message: expect.stringContaining('other than vectors') }],
  [{ body: { data: [item(0, [1]), item(1, 'AAA=')] } }, { kind: 'invalid_reply' }],
  [{ body: { data: [item(0, [1]), null] } }, { kind: 'invalid_reply' }],
  [{ body: { data: null } }, { kind: 'provider', message: expect.stringContaining('no field "data"') }],
  [{ rawBody: '<html>' }, { kind: 'provider', message: expect.stringContaining('an HTML page instead of a list of embeddings') }],
  [{ status: 200, error: { message: 'No model m', code: 'model_not_found' } }, { kind: 'model_not_found' }],
  [
    { status: 401, error: { message: 'No', code: 'invalid_api_key' } },
    { kind: 'auth', status: 401 },
  ],
  [
    { status: 429, error: { message: 'Slow down' } },
    { kind: 'rate_limit', isRetryable: true },
  ],
  [
    { status: 400, error: { message: "This model's maximum context length is 8192 tokens, however you requested 9000" } },
    { kind: 'context_overflow' },
  ],
  [
    { status: 400, error: { message: 'This model does not support specifying dimensions.', param: 'dimensions' } },
    { kind: 'unsupported_parameter', parameter: 'dimensions', message: expect.stringContaining('Take dimensions out') },
  ],
  [{ fault: 'reset' }, { kind: 'connection', isRetryable: true }],
  [{ fault: 'cut', vectors: [[1], [2]] }, { kind: 'connection' }],
])('a failure has its own kind: %j', async (script, expected) => {
  const { adapter } = await start(script, { dimensions: 2 })
  await expect(adapter.doEmbed(['a', 'b'])).rejects.toMatchObject({ provider: 'openai', modelId: 'text-embedding-3-small', ...expected })
})

test('vectors that cannot be used have a usage', async () => {
  const { adapter } = await start({ vectors: [[1]], usage: { prompt_tokens: 7 } })
  await expect(adapter.doEmbed(['a', 'b'])).rejects.toMatchObject({ usage: { calls: 1, inputTokens: 7 } })
})

test('an abort ends the request and leaves no listener', async () => {
  const arrived = Promise.withResolvers<void>()
  const { server, adapter } = await start(() => {
    arrived.resolve()
    return { fault: 'hang' }
  })
  const controller = new AbortController()
  const embedded = adapter.doEmbed(['a'], { signal: controller.signal })
  await arrived.promise
  controller.abort()
  await expect(embedded).rejects.toMatchObject({ kind: 'aborted' })
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  await server.requests[0]?.ended
})

test('the fingerprint has address, model and dimensions, and is frozen', () => {
  const { fingerprint } = createOpenAI({ baseURL: 'http://u:p@h/v1/embeddings' }).embedding('m', { dimensions: 8, maxBatch: 9 })
  expect(fingerprint).toEqual({ adapter: 'openai', baseURL: 'http://h/v1', model: 'm', dimensions: 8 })
  expect(Object.isFrozen(fingerprint)).toBe(true)
})

test.each<[string, OpenAIEmbeddingOptions, string]>([
  [' ', {}, 'The model id is blank'],
  ['m', { dimensions: 0 }, 'dimensions is 0'],
  ['m', { maxBatch: 1.5 }, 'maxBatch is 1.5'],
])('%j with %j is a config error when the model is named', (modelId, options, message) => {
  expect(() => openai.embedding(modelId, options)).toThrow(
    expect.objectContaining({ kind: 'config', message: expect.stringContaining(message) }),
  )
})
