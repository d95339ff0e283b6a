import { AssayError, createDirectRuntime, type LLMCall } from '@assay/core'
import { expect, test } from 'vitest'
import { scriptedAdapter } from './scripted-adapter.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }

test('one reply answers every call, and calls are recorded', async () => {
  const adapter = scriptedAdapter('hello')
  await adapter.doGenerate(call)
  expect(await adapter.doGenerate(call)).toMatchObject({ text: 'hello', finishReason: 'stop', usage: { calls: 1, inputTokens: null } })
  expect(adapter.calls).toEqual([call, call])
})

test('a list answers one call each and a call beyond it throws', async () => {
  const adapter = scriptedAdapter([{ text: 'cut', finishReason: 'length' }])
  expect(await adapter.doGenerate(call)).toMatchObject({ text: 'cut', finishReason: 'length' })
  await expect(adapter.doGenerate(call)).rejects.toThrow('holds 1 replies, and this is request 2')
})

test('an AssayError in the script is thrown, so retries can be tested', async () => {
  const adapter = scriptedAdapter([new AssayError({ kind: 'rate_limit', message: 'slow down' }), 'hello'])
  const runtime = createDirectRuntime({ retry: { baseDelayMs: 0 } })
  expect(await runtime.generate(adapter, call, { read: (reply) => reply.text })).toMatchObject({ value: 'hello', attempts: 2 })
})

test('a function gets the call and the number of calls before it', async () => {
  const adapter = scriptedAdapter(({ messages }, index) => `${messages.length}/${index}`)
  await adapter.doGenerate(call)
  expect((await adapter.doGenerate(call)).text).toBe('1/1')
})

test('an aborted signal stops it before the call is counted', async () => {
  const adapter = scriptedAdapter('hello', { provider: 'p', modelId: 'm', capabilities: { seed: false } })
  await expect(adapter.doGenerate(call, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' })
  expect(adapter.calls).toEqual([])
  expect(adapter).toMatchObject({ provider: 'p', modelId: 'm', capabilities: { structuredOutput: 'native', seed: false } })
})
