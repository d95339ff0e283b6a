/**
 * How many attempts may be in flight, learned from their outcomes (additive increase, multiplicative decrease). Pure: no clock.
 * Until the first pushback the limit grows by one per answer, which doubles it per round trip; from then on by one per round trip. A
 * pushback halves it, but only if its attempt began after the last halving: earlier ones were sent under the old limit, so there is at
 * most one halving per round trip. After several halvings without an answer in between (an outage), growth is fast again up to half of
 * the limit at the first halving.
 * If one attempt at a time is still too much, halving continues as a delay between starts.
 */
export type ConcurrencyWindow = {
  /** The most attempts in flight, from 1 to the ceiling. */
  readonly limit: () => number
  /** Milliseconds between two starts, 0 while more than one attempt may be in flight. */
  readonly spacingMs: () => number
  /** State of an attempt, taken at its start and returned at its end. */
  readonly epoch: () => number
  readonly answered: (end: { readonly epoch: number; readonly isFull: boolean; readonly durationMs: number }) => void
  /** `maySpace`: whether fewer starts can help, beyond fewer at a time; `in a series`: only if no request was answered in between. */
  readonly pushedBack: (end: { readonly epoch: number; readonly maySpace: boolean | 'in a series'; readonly durationMs: number }) => void
}

const LONGEST_SPACING_MS = 60_000
/** The share of a limit that caused a pushback, up to which growth is fast again. */
const KNOWN_GOOD = 3 / 4
/** Growth by one needs at least this many answers: in a small window, one per round trip would be too fast. */
const ANSWERS_TO_GROW = 16
const ROUND_TRIP_WEIGHT = 1 / 8

export function createConcurrencyWindow({ ceiling, startAt }: { ceiling: number; startAt: number }): ConcurrencyWindow {
  /** Below 1 it is the share of time in which one attempt is in flight. */
  let size = Math.min(Math.max(startAt, 1), ceiling)
  /** Growth is fast below. */
  let fastBelow = Infinity
  let epoch = 0
  let answeredInEpoch = true
  let roundTripMs: number | undefined

  return {
    limit: () => Math.max(1, Math.floor(size)),
    spacingMs: () => (size >= 1 ? 0 : Math.min(LONGEST_SPACING_MS, (roundTripMs ?? 1) / size)),
    epoch: () => epoch,
    answered({ epoch: begun, isFull, durationMs }) {
      const known = roundTripMs ?? durationMs
      roundTripMs = Math.max(1, known + (durationMs - known) * ROUND_TRIP_WEIGHT)
      if (begun !== epoch) return
      answeredInEpoch = true
      if (isFull) size = Math.min(ceiling, size < fastBelow ? Math.min(grownFast(size), fastBelow) : grownSlowly(size))
    },
    pushedBack({ epoch: begun, maySpace, durationMs }) {
      if (begun !== epoch) return
      roundTripMs ??= Math.max(1, durationMs)
      const spaces = maySpace === 'in a series' ? !answeredInEpoch : maySpace
      const least = spaces ? Math.min(1, roundTripMs / LONGEST_SPACING_MS) : 1
      // Never raises the limit: if it is below the minimum already, it stays.
      const halved = Math.min(size, Math.max(size / 2, least))
      if (answeredInEpoch) fastBelow = size < 2 ? halved : size * KNOWN_GOOD
      answeredInEpoch = false
      size = halved
      epoch += 1
    },
  }
}

function grownFast(size: number): number {
  return size < 1 ? size * 2 : size + 1
}

function grownSlowly(size: number): number {
  return size < 1 ? Math.min(1, size * (1 + 1 / ANSWERS_TO_GROW)) : size + 1 / Math.max(Math.floor(size), ANSWERS_TO_GROW)
}
