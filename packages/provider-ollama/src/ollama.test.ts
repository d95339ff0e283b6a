import { createDirectRuntime, type LLMCall } from '@assay/core'
import { type OllamaScript, type OllamaShow, type RecordedRequest, startFakeOllama } from '@assay/testkit'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { OllamaModelOptions } from './model-options.ts'
import { createOllama, type OllamaOptions } from './ollama.ts'

const schema = { type: 'object', properties: { claims: { type: 'array' } }, required: ['claims'], additionalProperties: false }
const call: LLMCall = {
  messages: [
    { role: 'system', parts: [{ text: 'Judge.' }] },
    { role: 'user', parts: [{ text: 'Contexts: ' }, { text: 'none', cache: true }] },
  ],
}

afterEach(() => {
  vi.unstubAllEnvs()
})

async function start(script: OllamaScript, o: { show?: OllamaShow; server?: OllamaOptions; model?: OllamaModelOptions } = {}) {
  const server = await startFakeOllama(script, o.show === undefined ? {} : { show: o.show })
  onTestFinished(() => server.close())
  const adapter = createOllama({ host: server.url, ...o.server })('qwen3:8b', o.model)
  const chats = (): RecordedRequest[] => server.requests.filter(({ path }) => path.endsWith('/api/chat'))
  const body = (index = 0) => chats()[index]?.body as Record<string, unknown>
  return { server, adapter, chats, body }
}

describe('the window', () => {
  test('the limit of the model is requested once, and the capabilities have it afterwards', async () => {
    const { adapter, server, body } = await start('hello', { show: { contextLength: 6000 } })
    expect(adapter.capabilities).toEqual({ structuredOutput: 'native', temperature: true, seed: true })
    await adapter.doGenerate(call)
    await adapter.doGenerate(call)
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/show', '/api/chat', '/api/chat'])
    expect(server.requests[0]?.body).toEqual({ model: 'qwen3:8b' })
    expect(body()['options']).toEqual({ num_ctx: 6000 })
    expect(adapter.capabilities.contextWindow).toBe(6000)
  })

  test('grows with the prompt, from the size in the model file', async () => {
    const { adapter, body } = await start('hello', {
      show: { contextLength: 262_144, parameters: 'stop  "<x>"\nnum_ctx                        10000' },
    })
    await adapter.doGenerate(call)
    await adapter.doGenerate({ messages: [{ role: 'user', parts: [{ text: 'lorem ipsum '.repeat(10_000) }] }] })
    expect(body(0)['options']).toEqual({ num_ctx: 10_000 })
    expect(body(1)['options']).toEqual({ num_ctx: 49_152 })
  })

  test('a size set by the user is sent unchanged, without a request for the limit', async () => {
    const { adapter, server, body } = await start('hello', { model: { numCtx: 5000 } })
    await adapter.doGenerate(call)
    expect(server.requests).toHaveLength(1)
    expect(body()['options']).toEqual({ num_ctx: 5000 })
  })

  test('a limit set by the user is not requested', async () => {
    const { adapter, server, body } = await start('hello', { model: { capabilities: { contextWindow: 7000 } } })
    await adapter.doGenerate(call)
    expect(server.requests).toHaveLength(1)
    expect(body()['options']).toEqual({ num_ctx: 7000 })
  })

  test.each<OllamaShow>([
    { status: 404, rawBody: '404 page not found', headers: { 'content-type': 'text/plain' } },
    { status: 500, error: 'no such table' },
    { rawBody: '<html>' },
    { body: [] },
    { contextLength: null },
  ])('a server that cannot tell the limit is asked all the same', async (show) => {
    const { adapter, body } = await start('hello', { show })
    expect((await adapter.doGenerate(call)).text).toBe('hello')
    expect(body()['options']).toEqual({ num_ctx: 8192 })
  })

  test('a prompt that cannot fit is not sent', async () => {
    const { adapter, chats } = await start('hello', { show: { contextLength: 4096 } })
    const long: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'lorem ipsum '.repeat(10_000) }] }] }
    await expect(adapter.doGenerate(long)).rejects.toMatchObject({
      kind: 'context_overflow',
      isRetryable: false,
      message: expect.stringContaining('window of 4096'),
    })
    expect(chats()).toEqual([])
  })

  test('a prompt that the server truncated is an error, not a reply', async () => {
    const { adapter } = await start({ text: '{"supported":false}', promptEvalCount: 2050 }, { show: { contextLength: 131_072 } })
    const long: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'Words of a long context follow here. '.repeat(2000) }] }] }
    await expect(adapter.doGenerate(long)).rejects.toMatchObject({
      kind: 'context_overflow',
      message: expect.stringContaining('read 2050 tokens of a prompt of about'),
      replyHead: '{"supported":false}',
    })
  })
})

describe('an adapter', () => {
  test('has a frozen fingerprint with everything that can change a reply, without secrets', () => {
    const options = { top_p: 0.9, stop: ['x'] }
    const adapter = createOllama({
      host: 'https://user:hunter22@gpu-box/ollama/',
      headers: { 'X-Api-Key': 'hunter22', 'X-Route': 'b' },
    })('qwen3:8b', { temperature: 0, seed: 1, maxOutputTokens: 9, think: false, keepAlive: '1h', options })
    options.top_p = 0.1
    expect(adapter.fingerprint).toEqual({
      adapter: 'ollama',
      host: 'https://gpu-box/ollama',
      model: 'qwen3:8b',
      headers: { 'x-route': expect.stringMatching(/^[0-9a-f]{12}$/) },
      structuredOutput: 'native',
      numCtx: 'auto',
      think: false,
      temperature: 0,
      seed: 1,
      maxOutputTokens: 9,
      options: { top_p: 0.9, stop: ['x'] },
    })
    expect(JSON.stringify(adapter)).not.toContain('hunter22')
    expect(Object.isFrozen(adapter.fingerprint)).toBe(true)
    expect(Object.isFrozen(adapter.fingerprint['options'])).toBe(true)
  })

  test('reads its address from OLLAMA_HOST when the model is created', async () => {
    const { server } = await start('hello')
    const provider = createOllama()
    vi.stubEnv('OLLAMA_HOST', server.url.slice('http://'.length))
    const adapter = provider('m', { numCtx: 4096 })
    expect(adapter.fingerprint).toMatchObject({ host: server.url, numCtx: 4096 })
    expect((await adapter.doGenerate(call)).text).toBe('hello')
  })

  test.each([
    [{}, { numCtx: 0 }, 'numCtx is 0'],
    [{}, { numCtx: 1.5 }, 'numCtx is 1.5'],
    [{}, { temperature: -1 }, 'temperature is -1'],
    [{}, { seed: 0.5 }, 'seed is 0.5'],
    [{}, { maxOutputTokens: -1 }, 'maxOutputTokens is -1'],
    [{}, { keepAlive: Number.NaN }, 'keepAlive is NaN'],
    [{}, { options: { num_ctx: 1 } }, 'Use the option numCtx'],
    [{}, { options: { top_p: Number.NaN } }, 'that JSON cannot express'],
    [{}, { capabilities: { structuredOutput: 'tool' as const } }, 'cannot force a tool call'],
    [{}, { capabilities: { contextWindow: 0 } }, 'capabilities.contextWindow is 0'],
    [{ host: 'a', baseURL: 'b' }, {}, 'two names of one option'],
    [{ host: 'u:p@a', apiKey: 'k' }, {}, 'Keep one of them'],
    [{ host: '11434' }, {}, 'bare number'],
  ])('%j and %j are refused', (server, model, message) => {
    expect(() => createOllama(server)('m', model)).toThrow(
      expect.objectContaining({ kind: 'config', message: expect.stringContaining(message) }),
    )
  })

  test('a blank model id is refused', () => {
    expect(() => createOllama()(' ')).toThrow('The model id is blank')
    expect(() => createOllama().embedding(' ')).toThrow('The model id is blank')
  })

  test('answers a metric through the direct runtime, after retries', async () => {
    const { adapter } = await start([
      { status: 503, error: 'server busy, please try again.  maximum pending requests exceeded' },
      { text: '{"claims":[]}' },
    ])
    const runtime = createDirectRuntime({ retry: { baseDelayMs: 0 } })
    const generated = await runtime.generate(
      adapter,
      { ...call, output: { name: 'claims', schema } },
      { read: ({ text }) => JSON.parse(text) as unknown },
    )
    expect(generated).toMatchObject({ value: { claims: [] }, attempts: 2 })
  })
})
