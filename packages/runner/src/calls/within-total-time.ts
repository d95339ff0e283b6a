import { abortedError, AssayError, timerMs } from '@assay/core'
import type { PaidCall } from './paid-call.ts'
import type { Step } from './step.ts'

/**
 * One time limit for all attempts and waits of a call. It has its own controller, so that listeners on the run's signal end with the
 * call.
 * @throws AssayError `timeout` if the limit passes first.
 */
export function withinTotalTime<Call extends PaidCall, Answer>(totalMs: number | undefined): Step<Call, Answer> {
  return async (call, next) => {
    const { signal } = call
    if (totalMs === undefined) return next(call)
    if (signal?.aborted) throw abortedError(signal)
    const { provider, modelId } = call.adapter
    const controller = new AbortController()
    const onAbort = (): void => controller.abort(abortedError(signal))
    const timer = setTimeout(() => {
      const message = `${provider}:${modelId} gave no reply within ${totalMs} ms in all, waits and repeated requests included. Allow more time, or send less at once.`
      controller.abort(new AssayError({ kind: 'timeout', message, provider, modelId }))
    }, timerMs(totalMs))
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      return await next({ ...call, signal: controller.signal })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }
}
