import { roundedUp } from '@assay/core'
import { shownP as plainP, signedNumber } from '@assay/reporters'
import type { RateFigure } from '../figures/bench-result.ts'

/** The cell of an unknown figure. */
export const UNKNOWN = '–'

export function figureCell(value: number | null | undefined, digits = 3): string {
  return value === null || value === undefined ? UNKNOWN : value.toFixed(digits).replace('-', '−')
}

export function signedCell(value: number | null): string {
  return value === null ? UNKNOWN : signedNumber(value, 2).replace('-', '−')
}

export function intervalCell({ interval }: RateFigure): string {
  return interval === null ? UNKNOWN : `${interval.lo.toFixed(2)}–${interval.hi.toFixed(2)}${interval.few ? '*' : ''}`
}

/** `−0.25 … −0.12` */
export function signedIntervalCell(interval: { readonly lo: number; readonly hi: number; readonly few?: boolean } | null): string {
  return interval === null ? UNKNOWN : `${signedCell(interval.lo)} … ${signedCell(interval.hi)}${interval.few === true ? '*' : ''}`
}

export function pCell(p: number | null): string {
  return p === null ? UNKNOWN : plainP(p).replace(/^(< )?0/, (_, less) => (less === undefined ? '' : '<'))
}

export function shareCell(value: number | null): string {
  return value === null ? UNKNOWN : `${(100 * value).toFixed(1).replace('-', '−')} %`
}

/** `≤` marks an upper bound. */
export function usdCell(value: number | null, isBound = false): string {
  if (value === null) return UNKNOWN
  const decimals = value !== 0 && value < 0.1 ? 4 : 2
  return isBound ? `≤${roundedUp(value, decimals).toFixed(decimals)}` : value.toFixed(decimals)
}

export function timeCell(value: number): string {
  return value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`
}

export function countCell(value: number | null): string {
  return value === null ? UNKNOWN : value < 100 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))
}
