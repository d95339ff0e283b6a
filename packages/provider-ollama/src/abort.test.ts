import { getEventListeners } from 'node:events'
import { AssayError, createDirectRuntime, type LLMCall } from '@assay/core'
import { type OllamaReply, startFakeOllama } from '@assay/testkit'
import { Ollama } from 'ollama'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createOllama, type OllamaOptions } from './ollama.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'Is it so?' }] }] }
const faults: OllamaReply[] = [{ fault: 'hang' }, { text: 'half', done: false, fault: 'stall' }]

async function start(reply: OllamaReply, options: (url: string) => OllamaOptions = (host) => ({ host })) {
  const arrived = Promise.withResolvers<void>()
  const server = await startFakeOllama((request) => {
    arrived.resolve()
    return request.rawBody.includes('"quick"') ? 'hello' : reply
  })
  onTestFinished(() => server.close())
  return { server, arrived: arrived.promise, provider: createOllama(options(server.url)) }
}

test.each(faults)('an abort ends the call, its connection and its listener: %j', async (reply) => {
  const { server, arrived, provider } = await start(reply)
  const controller = new AbortController()
  const asked = provider('slow', { numCtx: 4096 }).doGenerate(call, { signal: controller.signal })
  const failed = expect(asked).rejects.toMatchObject({ kind: 'aborted', isRetryable: false })
  await arrived
  controller.abort()
  await failed
  await expect.poll(() => server.openConnections()).toBe(0)
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
})

test.each(faults)('an abort with a reason ends the call with that reason: %j', async (reply) => {
  const { arrived, provider } = await start(reply)
  const controller = new AbortController()
  const reason = new AssayError({ kind: 'budget', message: 'The budget is spent.' })
  const failed = expect(provider('slow', { numCtx: 4096 }).doGenerate(call, { signal: controller.signal })).rejects.toBe(reason)
  await arrived
  controller.abort(reason)
  await failed
})

test('an abort stops one call of an adapter, and no other', async () => {
  const { arrived, provider } = await start({ fault: 'hang' })
  const controller = new AbortController()
  const failed = expect(provider('slow', { numCtx: 4096 }).doGenerate(call, { signal: controller.signal })).rejects.toMatchObject({
    kind: 'aborted',
  })
  await arrived
  const quick = provider('quick', { numCtx: 4096 })
  const others = [quick.doGenerate(call), quick.doGenerate(call)]
  controller.abort()
  await failed
  expect((await Promise.all(others)).map(({ text }) => text)).toEqual(['hello', 'hello'])
})

test('an abort while the limit is requested ends the call', async () => {
  const arrived = Promise.withResolvers<void>()
  const server = await startFakeOllama('hello', {
    show: () => {
      arrived.resolve()
      return { fault: 'hang' }
    },
  })
  onTestFinished(() => server.close())
  const controller = new AbortController()
  const failed = expect(createOllama({ host: server.url })('m').doGenerate(call, { signal: controller.signal })).rejects.toMatchObject({
    kind: 'aborted',
  })
  await arrived.promise
  controller.abort()
  await failed
  await expect.poll(() => server.openConnections()).toBe(0)
})

test('an aborted signal sends nothing', async () => {
  const { server, provider } = await start({ text: 'x' })
  await expect(provider('m').doGenerate(call, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' })
  await expect(provider.embedding('m').doEmbed(['a'], { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' })
  expect(server.requests).toEqual([])
})

test('a timeout of the runtime is a timeout error, and the connection is closed', async () => {
  const { server, provider } = await start({ fault: 'hang' })
  const runtime = createDirectRuntime({ attemptTimeoutMs: 30, retry: { maxAttempts: 1 } })
  await expect(runtime.generate(provider('slow', { numCtx: 4096 }), call, { read: ({ text }) => text })).rejects.toMatchObject({
    kind: 'timeout',
  })
  await expect.poll(() => server.openConnections()).toBe(0)
})

test('one signal for many calls at once collects no listeners and no warnings', async () => {
  const warned = vi.fn()
  process.on('warning', warned)
  const { provider } = await start({ text: 'x' })
  const { signal } = new AbortController()
  const adapter = provider('quick', { numCtx: 4096 })
  await Promise.all(Array.from({ length: 50 }, () => adapter.doGenerate(call, { signal })))
  await adapter.doGenerate(call, { signal })
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  process.off('warning', warned)
  expect(getEventListeners(signal, 'abort')).toEqual([])
  expect(warned).not.toHaveBeenCalled()
})

test.each(faults)('a call through a given client ends at once, and its request ends with the first line: %j', async (reply) => {
  const { server, arrived, provider } = await start(reply, (host) => ({ client: new Ollama({ host }) }))
  const controller = new AbortController()
  const failed = expect(provider('slow', { numCtx: 4096 }).doGenerate(call, { signal: controller.signal })).rejects.toMatchObject({
    kind: 'aborted',
  })
  await arrived
  controller.abort()
  await failed
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  if (reply.fault === 'stall') await expect.poll(() => server.openConnections()).toBe(0)
})
