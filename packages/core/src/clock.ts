import { abortedError } from './aborted-error.ts'

/** The system's time; tests pass their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds since an arbitrary start that never decrease: for measuring durations. */
  readonly monotonic: () => number
  /** @throws AssayError `aborted` as soon as the signal fires. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(abortedError(signal))
        return
      }
      const onAbort = (): void => {
        clearTimeout(timer)
        reject(abortedError(signal))
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, timerMs(ms))
      signal?.addEventListener('abort', onAbort, { once: true })
    }),
}

/** The longest delay of a timer, in milliseconds (24.8 days): beyond 2^31 - 1 a timer fires at once. */
export function timerMs(ms: number): number {
  return Math.min(ms, 2 ** 31 - 1)
}
