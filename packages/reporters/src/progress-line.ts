import { roundedUp } from '@assay/core'
import type { ProgressSnapshot } from '@assay/runner'
import { counted, shownCount } from './figures/shown-number.ts'

/**
 * The progress of a run, in one line of at most `columns` columns; the least important parts are left out first. It holds numbers and fixed
 * words only, so no data can appear in it.
 */
export function progressLine(snapshot: ProgressSnapshot, columns: number): string {
  const shown = partsOf(snapshot).filter(({ text }) => text !== '')
  const byRank = shown.toSorted((a, b) => b.rank - a.rank)
  const left = new Set(shown)
  const line = (): string => [...left].map(({ text }) => text).join(GAP)
  for (const part of byRank) {
    if (line().length <= columns) break
    left.delete(part)
  }
  return line()
}

const GAP = '  '

type Part = { readonly text: string; readonly rank: number }

/** In the order in which they are shown. Parts of the highest rank are dropped first. */
function partsOf(snapshot: ProgressSnapshot): Part[] {
  const { rows, total, rowsPerSecond, calls, retries, inFlight, limit, tokens, cost, costIsBound, unscored, etaMs, fromStore } = snapshot
  const share = total === null || total === 0 ? '' : ` ${Math.floor((100 * rows) / total)}%`
  return [
    { text: total === null ? counted(rows, 'row') : `${shownCount(rows)} of ${counted(total, 'row')}${share}`, rank: 0 },
    { text: unscored === 0 ? '' : `${shownCount(unscored)} unscored`, rank: 1 },
    { text: rowsPerSecond === null ? '' : `${shownRate(rowsPerSecond)}/s`, rank: 4 },
    { text: etaMs === null ? '' : `${shownDuration(etaMs)} left`, rank: 2 },
    { text: calls === 0 && fromStore === 0 ? '' : counted(calls, 'call'), rank: 5 },
    { text: fromStore === 0 ? '' : `${shownCount(fromStore)} from store`, rank: 8 },
    { text: inFlight === 0 ? '' : `${inFlight}${limit === null ? '' : ` of ${limit}`} in flight`, rank: 7 },
    { text: retries === 0 ? '' : retries === 1 ? '1 retry' : `${shownCount(retries)} retries`, rank: 6 },
    { text: tokens === null || tokens === 0 ? '' : `${shownTokens(tokens)} tokens`, rank: 9 },
    { text: cost === null || tokens === 0 ? '' : shownCost(cost, costIsBound), rank: 3 },
  ]
}

function shownRate(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : shownCount(Math.round(rate))
}

/** A cost above 0 is never shown as 0. */
function shownCost(cost: number, isBound: boolean | undefined): string {
  if (cost > 0 && cost < 0.001) return '<$0.001'
  const decimals = cost < 10 ? 3 : 2
  return isBound === true ? `at most $${roundedUp(cost, decimals).toFixed(decimals)}` : `$${cost.toFixed(decimals)}`
}

/** `940`, `12.3k`, `4.5M` */
function shownTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  return tokens < 999_950 ? `${(tokens / 1000).toFixed(1)}k` : `${(tokens / 1e6).toFixed(1)}M`
}

/** `8s`, `3m 05s`, `2h 10m` */
function shownDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds}s`
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`
  return `${shownCount(Math.floor(minutes / 60))}h ${String(minutes % 60).padStart(2, '0')}m`
}
