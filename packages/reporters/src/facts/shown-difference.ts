import { shownBeside } from './shown-beside.ts'

/** At this p a difference counts as shown, or not. */
const SHOWN_BELOW = 0.05
const MOST_PLACES = 16

/** `-0.014`, `+0.300`: a difference with its sign, in more than `places` decimals only where these would show it as 0, which only 0 is. */
export function signedNumber(value: number, places = 3): string {
  if (value === 0) return (0).toFixed(places)
  const size = Math.abs(value)
  let shown = size.toFixed(places)
  for (let more = places + 1; Number(shown) === 0 && more <= MOST_PLACES; more += 1) shown = size.toFixed(more)
  return `${value < 0 ? '-' : '+'}${shown}`
}

/** `0.021`, or `< 0.001`; in more decimals only where three would belie on which side of .05 it lies. */
export function shownP(p: number): string {
  return p < 0.001 ? '< 0.001' : shownBeside(p, SHOWN_BELOW)
}
