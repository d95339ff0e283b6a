import { getEventListeners } from 'node:events'
import { AssayError, type LLMCall } from '@assay/core'
import { startFakeAnthropic, type WireFault } from '@assay/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAnthropic } from './anthropic.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }

async function start(fault?: WireFault) {
  const arrived = Promise.withResolvers<void>()
  const server = await startFakeAnthropic(() => {
    arrived.resolve()
    return { text: 'hello', ...(fault === undefined ? {} : { fault }) }
  })
  onTestFinished(() => server.close())
  return { server, arrived: arrived.promise, adapter: createAnthropic({ baseURL: server.url })('m') }
}

test.each<WireFault>(['hang', 'stall'])('an abort while the server does %s leaves no listener and no open socket', async (fault) => {
  const { server, arrived, adapter } = await start(fault)
  const controller = new AbortController()
  const reply = adapter.doGenerate(call, { signal: controller.signal })
  await arrived
  controller.abort()
  await expect(reply).rejects.toMatchObject({ kind: 'aborted', isRetryable: false })
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  await server.requests[0]?.ended
  await vi.waitFor(() => expect(server.openConnections()).toBe(0))
})

test('an abort with an AssayError as its reason is that error, as a time-out of the runtime is', async () => {
  const { arrived, adapter } = await start('hang')
  const controller = new AbortController()
  const reply = adapter.doGenerate(call, { signal: controller.signal })
  await arrived
  const reason = new AssayError({ kind: 'timeout', message: 'too slow' })
  controller.abort(reason)
  await expect(reply).rejects.toBe(reason)
})

test('a signal that was aborted before sends nothing', async () => {
  const { server, adapter } = await start()
  await expect(adapter.doGenerate(call, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' })
  expect(server.requests).toEqual([])
})

test('many calls on one signal leave no listener on it and raise no warning', async () => {
  const { adapter } = await start()
  const warned = vi.fn()
  process.on('warning', warned)
  onTestFinished(() => {
    process.off('warning', warned)
  })
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: 30 }, () => adapter.doGenerate(call, { signal })))
  expect(getEventListeners(signal, 'abort')).toEqual([])
  expect(warned).not.toHaveBeenCalled()
})
