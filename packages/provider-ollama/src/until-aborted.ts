import { abortedError } from '@assay/core'

/**
 * Settles as the promise does, or rejects as soon as the signal is aborted, for clients without a signal. A value that arrives later goes
 * to `discard`. Leaves no listener.
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal, discard?: (late: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(abortedError(signal))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise
      .then((value) => {
        if (signal.aborted) discard?.(value)
        else resolve(value)
      }, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}
