import { abortedError, type Clock } from '@assay/core'

export type VirtualClock = Clock & {
  /** Lets time pass and wakes sleepers in order; each runs to its next wait before the next one wakes. */
  readonly pass: (ms: number) => Promise<void>
  /** Passes time until no sleeper is left. */
  readonly drain: () => Promise<void>
  readonly sleepers: () => number
}

/** Time that passes only on request. It starts at 1,000,000 ms since 1970, and at 0 for measuring. */
export function virtualClock(): VirtualClock {
  let time = 0
  let sleepers: { readonly at: number; readonly wake: () => void }[] = []

  async function passUntil(end: number): Promise<void> {
    await settle()
    for (let next = earliest(); next !== undefined && next.at <= end; next = earliest()) {
      time = Math.max(time, next.at)
      next.wake()
      await settle()
    }
  }
  const earliest = () => (sleepers.length === 0 ? undefined : sleepers.reduce((a, b) => (b.at < a.at ? b : a)))

  return {
    now: () => 1_000_000 + time,
    monotonic: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(abortedError(signal))
          return
        }
        const leave = (): void => {
          sleepers = sleepers.filter((other) => other !== sleeper)
          signal?.removeEventListener('abort', onAbort)
        }
        const onAbort = (): void => {
          leave()
          reject(abortedError(signal))
        }
        const sleeper = {
          at: time + ms,
          wake: () => {
            leave()
            resolve()
          },
        }
        sleepers.push(sleeper)
        signal?.addEventListener('abort', onAbort, { once: true })
      }),
    async pass(ms) {
      const end = time + ms
      await passUntil(end)
      time = end
    },
    drain: () => passUntil(Infinity),
    sleepers: () => sleepers.length,
  }
}

/** Everything that can proceed without time passing. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
