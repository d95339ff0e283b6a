import { shownNumber } from './shown-number.ts'

const MOST_PLACES = 16

/** A value next to its threshold: three decimals as in every report, and more only where three would show it on the wrong side. */
export function shownBeside(value: number, least: number): string {
  const tells = (shown: string): boolean => Number(shown) >= least === value >= least
  const usual = shownNumber(value)
  if (tells(usual)) return usual
  for (let places = 4; places <= MOST_PLACES; places += 1) {
    const longer = value.toFixed(places)
    if (tells(longer)) return longer
  }
  return String(value)
}
