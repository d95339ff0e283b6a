import { abortedError } from './aborted-error.ts'

/** Time as the runtime sees it; tests bring their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds from an arbitrary start that never go back: for measuring. */
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

/** A timer's milliseconds: beyond 2^31 - 1 (24.8 days) a timer would fire at once, so that is the most. */
export function timerMs(ms: number): number {
  return Math.min(ms, 2 ** 31 - 1)
}
