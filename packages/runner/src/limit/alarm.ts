import type { Clock } from '@assay/core'

/** One timer for a whole queue. It may ring early: who is woken looks at the clock again. */
export type Alarm = {
  /** Rings at `at` (as `clock.monotonic` counts) or before. */
  readonly set: (at: number) => void
  /** Rings no more, and keeps no process awake. */
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
      // A whole millisecond at least: a timer that fires a little early must not turn into a loop.
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
