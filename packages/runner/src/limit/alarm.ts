import type { Clock } from '@assay/core'

/** One timer for a whole queue. It may ring early: the callback checks the clock again. */
export type Alarm = {
  /** Rings at `at` (as `clock.monotonic` counts) or before. */
  readonly set: (at: number) => void
  /** Cancels the alarm, so that it does not hold up the process. */
  readonly clear: () => void
}

export function createAlarm(clock: Clock, ring: () => void): Alarm {
  let pending: { readonly at: number; readonly controller: AbortController } | undefined

  function clear(): void {
    const { controller } = pending ?? {}
    pending = undefined
    controller?.abort()
  }

  return {
    set(at) {
      if (pending !== undefined && pending.at <= at) return
      clear()
      const mine = { at, controller: new AbortController() }
      pending = mine
      // At least a whole millisecond: a timer that fires a little early must not cause a loop.
      const ms = Math.max(1, Math.ceil(at - clock.monotonic()))
      clock.sleep(ms, mine.controller.signal).then(
        () => {
          if (pending !== mine) return
          pending = undefined
          ring()
        },
        () => {},
      )
    },
    clear,
  }
}
