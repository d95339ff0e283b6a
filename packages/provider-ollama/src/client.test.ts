import type { LLMCall } from '@assay/core'
import { type OllamaReply, startFakeOllama } from '@assay/testkit'
import { Ollama } from 'ollama'
import { expect, onTestFinished, test } from 'vitest'
import { createOllama } from './ollama.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'Is it so?' }] }] }

async function start(reply: string | OllamaReply) {
  const server = await startFakeOllama(reply)
  onTestFinished(() => server.close())
  const client = new Ollama({ host: server.url, headers: { 'X-Test': 'secret-of-client' } })
  return { server, client, adapter: createOllama({ client })('m') }
}

test('a given client is used unchanged', async () => {
  const { adapter, server } = await start({ text: 'hello', thinking: 'hm' })
  expect((await adapter.doGenerate(call)).text).toBe('hello')
  expect(server.requests.map(({ path, headers }) => [path, headers['x-test']])).toEqual([
    ['/api/show', 'secret-of-client'],
    ['/api/chat', 'secret-of-client'],
  ])
  expect(adapter.fingerprint).toMatchObject({ host: server.url })
})

test.each<[OllamaReply, object]>([
  [
    { status: 404, error: "model 'm' not found" },
    { kind: 'model_not_found', status: 404 },
  ],
  [
    { status: 503, error: 'server busy' },
    { kind: 'overloaded', status: 503 },
  ],
  [{ text: 'half', streamError: 'context size exceeded' }, { kind: 'context_overflow' }],
  [
    { text: 'half', streamError: 'no more' },
    { kind: 'provider', message: expect.stringContaining('no more') },
  ],
  [{ text: 'half', done: false }, { kind: 'connection' }],
  [{ text: 'half', done: false, fault: 'cut' }, { kind: 'connection' }],
  [{ fault: 'reset' }, { kind: 'connection' }],
  [
    { status: 401, error: 'no secret-of-client' },
    { kind: 'auth', message: expect.not.stringContaining('secret-of-client') },
  ],
])('the errors of a given client are read: %j', async (reply, expected) => {
  const { adapter } = await start(reply)
  await expect(adapter.doGenerate(call)).rejects.toMatchObject({ provider: 'ollama', modelId: 'm', ...expected })
})

test('a stream that failed is closed', async () => {
  const { adapter, server } = await start({ chunks: ['{"error":"no more"}\n'], fault: 'stall' })
  await expect(adapter.doGenerate(call)).rejects.toMatchObject({ kind: 'provider' })
  await server.requests[1]?.ended
})

test('abort() of a given client is an aborted error, without a retry', async () => {
  const { adapter, client, server } = await start({ text: 'half', done: false, fault: 'stall' })
  const failed = expect(adapter.doGenerate(call)).rejects.toMatchObject({ kind: 'aborted', isRetryable: false })
  await expect.poll(() => Reflect.get(client, 'ongoingStreamedRequests')).toHaveLength(1)
  client.abort()
  await failed
  await server.requests[1]?.ended
})

test('credentials in the address of a given client are not shown', async () => {
  const client = new Ollama({ host: 'http://user:hunter22@127.0.0.1:1' })
  const adapter = createOllama({ client })('m')
  expect(adapter.fingerprint).toMatchObject({ host: 'http://127.0.0.1:1' })
  const error: unknown = await Promise.resolve(adapter.doGenerate(call)).catch((thrown: unknown) => thrown)
  expect(JSON.stringify(error)).not.toContain('hunter22')
})

test('a client beside other options of the connection is refused', () => {
  expect(() => createOllama({ client: new Ollama(), host: 'gpu-box' })('m')).toThrow('client is set, and so is host')
})
