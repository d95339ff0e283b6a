import { startFakeAnthropic } from '@assay/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createAnthropic } from './anthropic.ts'

type Dispatch = (options: { headersTimeout?: number; bodyTimeout?: number }, handler: unknown) => boolean
type Dispatcher = { compose: (interceptor: (dispatch: Dispatch) => Dispatch) => Dispatcher }

test('a request goes through the dispatcher of the process, without its limits on waiting', async () => {
  const key = Symbol.for('undici.globalDispatcher.1')
  const server = await startFakeAnthropic('hello')
  onTestFinished(() => server.close())
  await fetch(server.url)
  const before = Reflect.get(globalThis, key) as Dispatcher
  const seen: (number | undefined)[] = []
  const watched = before.compose((dispatch) => (options, handler) => {
    seen.push(options.headersTimeout, options.bodyTimeout)
    return dispatch(options, handler)
  })
  Reflect.set(globalThis, key, watched)
  onTestFinished(() => {
    Reflect.set(globalThis, key, before)
  })
  await createAnthropic({ baseURL: server.url })('m').doGenerate({ messages: [{ role: 'user', parts: [{ text: 'hi' }] }] })
  expect(seen).toEqual([0, 0])
})
