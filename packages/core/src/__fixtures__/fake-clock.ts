import { abortedError } from '../aborted-error.ts'
import type { Clock } from '../clock.ts'

/** A clock whose time passes only in `sleep` and `pass`. It records the sleeps. */
export function fakeClock(): Clock & { readonly sleeps: number[]; readonly pass: (ms: number) => void } {
  let time = 1000
  const sleeps: number[] = []
  return {
    sleeps,
    pass: (ms) => {
      time += ms
    },
    now: () => time,
    monotonic: () => time,
    sleep: (ms, signal) => {
      if (signal?.aborted) return Promise.reject(abortedError(signal))
      sleeps.push(ms)
      time += ms
      return Promise.resolve()
    },
  }
}
