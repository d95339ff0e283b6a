/**
 * An allowance per minute, of requests or of tokens, under two conditions: no more than `perMinute` in any 60 seconds, which is safe for
 * fixed minutes, sliding minutes and token buckets; and an even pace over that minute, since some providers enforce the limit per second.
 * Pure: the time is passed in, in milliseconds that never decrease.
 */
export type MinuteBudget = {
  /** The earliest time at which this much may be spent; not after `now` if it may be spent now. May be too early, never too late. */
  readonly freeAt: (amount: number, now: number) => number
  readonly spend: (amount: number, now: number) => Spent
}

export type Spent = {
  /** Replaces the expected usage by the actual one. */
  readonly correct: (amount: number, now: number) => void
}

/** A minute and a second, since requests take different times to arrive. */
const WINDOW_MS = 61_000
/** How far spending may run ahead of the even pace, to compensate for timers that fire late. */
const AHEAD_MS = 250

export function createMinuteBudget(perMinute: number): MinuteBudget {
  const msPerUnit = WINDOW_MS / perMinute
  const entries: { at: number; amount: number }[] = []
  let oldest = 0
  let spent = 0
  let pace = -Infinity

  function forget(now: number): void {
    for (let entry = entries[oldest]; entry !== undefined && entry.at + WINDOW_MS <= now; entry = entries[oldest]) {
      spent -= entry.amount
      oldest += 1
    }
    if (oldest === entries.length) spent = 0
    if (oldest > 1000 && oldest * 2 > entries.length) {
      entries.splice(0, oldest)
      oldest = 0
    }
  }

  return {
    freeAt(amount, now) {
      forget(now)
      const even = pace - AHEAD_MS
      const entry = entries[oldest]
      return entry === undefined || spent + amount <= perMinute ? even : Math.max(even, entry.at + WINDOW_MS)
    },
    spend(amount, now) {
      const entry = { at: now, amount }
      entries.push(entry)
      spent += amount
      pace = Math.max(pace, now) + amount * msPerUnit
      return {
        correct(used, at) {
          forget(at)
          if (entry.at + WINDOW_MS <= at) return
          const more = used - entry.amount
          entry.amount = used
          spent += more
          pace += more * msPerUnit
        },
      }
    },
  }
}

/** No limit. */
export const unlimited: MinuteBudget = { freeAt: () => -Infinity, spend: () => ({ correct: () => {} }) }
