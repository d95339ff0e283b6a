import { shownP as plainP, signedNumber } from '@assay/reporters'
import { html, type Html } from '@assay/reporters/parts'
import { roundedUp } from '@assay/core'
import type { RateFigure } from '../figures/bench-result.ts'

/** A share with three decimals; a dash for none. */
export function shareText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3).replace('-', '−')
}

export function percentText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : `${(100 * value).toFixed(value === 0 || value === 1 ? 0 : 1)} %`
}

/** A difference with its sign. */
export function differenceText(value: number | null, places?: number): string {
  return value === null ? '–' : signedNumber(value, places).replace('-', '−')
}

/** `[0.66, 0.85]`, or why there is no interval. */
export function intervalText({ interval, noInterval }: RateFigure, of: (value: number) => string = (value) => value.toFixed(2)): string {
  if (interval === null) return noInterval === null ? '' : `no interval: ${noInterval}`
  return `[${of(interval.lo)}, ${of(interval.hi)}]${interval.few ? ' few clusters' : ''}`
}

export function usdText(value: number | null): string {
  if (value === null) return 'unknown'
  if (value === 0) return '$0'
  return value >= 0.01 ? `$${value.toFixed(2)}` : `$${value.toPrecision(2)}`
}

/** A cost in US dollars, or `at most` an upper bound. */
export function costText(value: number | null, isBound: boolean | undefined): string {
  return isBound === true ? `at most ${usdText(value === null ? null : roundedUp(value, value >= 0.01 ? 2 : 6))}` : usdText(value)
}

export function timeText(value: number): string {
  return value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`
}

export function pText(value: number | null): string {
  return value === null ? '–' : plainP(value)
}

/** An interval for a table cell. The reason for a missing one is a tooltip. */
export function intervalHtml(figure: RateFigure, of?: (value: number) => string): Html {
  if (figure.interval !== null) return html`${intervalText(figure, of)}`
  return figure.noInterval === null ? html`` : html`<abbr title="${figure.noInterval}">no interval</abbr>`
}
