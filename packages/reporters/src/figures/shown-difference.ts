import { shownBeside } from './shown-beside.ts'

/** The p-value below which a difference counts as significant. */
const SHOWN_BELOW = 0.05
const MOST_PLACES = 16

/** `-0.014`, `+0.300`: a difference with its sign. It has more than `places` decimals only where these would round it to 0. */
export function signedNumber(value: number, places = 3): string {
  if (value === 0) return (0).toFixed(places)
  const size = Math.abs(value)
  let shown = size.toFixed(places)
  for (let more = places + 1; Number(shown) === 0 && more <= MOST_PLACES; more += 1) shown = size.toFixed(more)
  return `${value < 0 ? '-' : '+'}${shown}`
}

/** `0.021`, or `< 0.001`; with more than three decimals only where three would show it on the wrong side of .05. */
export function shownP(p: number): string {
  return p < 0.001 ? '< 0.001' : shownBeside(p, SHOWN_BELOW)
}
