import { shownP as plainP, signedNumber } from '@assay/reporters'
import { html, type Html } from '@assay/reporters/parts'
import { roundedUp } from '@assay/core'
import type { RateFigure } from '../figures/bench-result.ts'

/** A share with three decimals; a dash where there is none. */
export function shownShare(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3).replace('-', '−')
}

export function shownPercent(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : `${(100 * value).toFixed(value === 0 || value === 1 ? 0 : 1)} %`
}

/** A difference with its sign. */
export function shownDifference(value: number | null, places?: number): string {
  return value === null ? '–' : signedNumber(value, places).replace('-', '−')
}

/** `[0.66, 0.85]`, or why there is none. */
export function shownInterval({ interval, noInterval }: RateFigure, of: (value: number) => string = (value) => value.toFixed(2)): string {
  if (interval === null) return noInterval === null ? '' : `no interval: ${noInterval}`
  return `[${of(interval.lo)}, ${of(interval.hi)}]${interval.few ? ' few clusters' : ''}`
}

export function shownUsd(value: number | null): string {
  if (value === null) return 'unknown'
  if (value === 0) return '$0'
  return value >= 0.01 ? `$${value.toFixed(2)}` : `$${value.toPrecision(2)}`
}

/** The most that something cost, where it is only a bound. */
export function shownCost(value: number | null, isBound: boolean | undefined): string {
  return isBound === true ? `at most ${shownUsd(value === null ? null : roundedUp(value, value >= 0.01 ? 2 : 6))}` : shownUsd(value)
}

export function shownMs(value: number): string {
  return value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`
}

export function shownP(value: number | null): string {
  return value === null ? '–' : plainP(value)
}

/** The same where room is scarce: the reason shows where one points. */
export function intervalHtml(figure: RateFigure, of?: (value: number) => string): Html {
  if (figure.interval !== null) return html`${shownInterval(figure, of)}`
  return figure.noInterval === null ? html`` : html`<abbr title="${figure.noInterval}">no interval</abbr>`
}
