import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { AssayError } from '@assay/core'
import type { ConformanceCheck } from '../conformance-check.ts'
import { failureOf, until } from '../settled.ts'
import { type ServedBench, smallCall } from './llm-adapter-subject.ts'
import { onStage, plainAnswer, type Stage } from './on-stage.ts'

/** Checks of the AbortSignal and its cleanup. */
export function abortChecks(bench: ServedBench): ConformanceCheck[] {
  const { server } = bench
  const broken = (fault: 'hang' | 'stall') => ({ ...(server.unfinished ?? plainAnswer(server)), fault })
  return [
    ...(['hang', 'stall'] as const).map((fault): ConformanceCheck => ({
      name: `an abort while the server ${fault === 'hang' ? 'does not answer' : 'is in mid-answer'} ends the call, and leaves no listener and no open socket`,
      run: () =>
        onStage(bench, broken(fault), async (stage) => {
          const controller = new AbortController()
          const error = await failureOf(abortedCall(stage, controller), 'an aborted call')
          assert.equal(error.kind, 'aborted', error.message)
          assert.equal(error.isRetryable, false)
          assertNoListener(controller.signal)
          await until(() => stage.server.openConnections() === 0, 'the connection of an aborted call must be closed')
        }),
    })),
    {
      name: 'an abort with an AssayError as reason ends in that error, as a timeout of the runtime does',
      run: () =>
        onStage(bench, broken('hang'), async (stage) => {
          const reason = new AssayError({ kind: 'timeout', message: 'No reply in time.' })
          assert.equal(await failureOf(abortedCall(stage, new AbortController(), reason), 'an aborted call'), reason)
        }),
    },
    {
      name: 'with an aborted signal nothing is sent',
      run: () =>
        onStage(bench, plainAnswer(server), async ({ adapter, server: { requests } }) => {
          const signal = AbortSignal.abort()
          const error = await failureOf(adapter.doGenerate(smallCall, { signal }), 'a call with an aborted signal')
          assert.equal(error.kind, 'aborted', error.message)
          assert.equal(requests.length, 0, 'nothing must be sent')
          assertNoListener(signal)
        }),
    },
    {
      name: 'many calls on one signal leave no listener on it and raise no warning',
      run: () =>
        onStage(bench, plainAnswer(server), async ({ adapter }) => {
          const warnings: Error[] = []
          const onWarning = (warning: Error): void => void warnings.push(warning)
          process.on('warning', onWarning)
          try {
            const { signal } = new AbortController()
            await Promise.all(Array.from({ length: 20 }, () => adapter.doGenerate(smallCall, { signal })))
            assertNoListener(signal)
            // Warnings come in a later turn.
            await new Promise((resolve) => {
              setImmediate(resolve)
            })
          } finally {
            process.off('warning', onWarning)
          }
          assert.deepEqual(
            warnings.filter(({ name }) => name === 'MaxListenersExceededWarning').map(({ message }) => message),
            [],
          )
        }),
    },
  ]
}

/** A call that is aborted once its request has arrived. */
async function abortedCall({ adapter, asked }: Stage, controller: AbortController, reason?: AssayError): Promise<unknown> {
  const reply = Promise.resolve(adapter.doGenerate(smallCall, { signal: controller.signal }))
  reply.catch(() => undefined)
  await until(() => asked.length > 0, 'the request must arrive')
  controller.abort(reason)
  return reply
}

function assertNoListener(signal: AbortSignal): void {
  assert.equal(getEventListeners(signal, 'abort').length, 0, 'no listener must be left on the signal')
}
