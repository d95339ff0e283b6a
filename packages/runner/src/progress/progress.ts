import type { Clock, Usage } from '@assay/core'
import { addCosts, type Cost, noCost } from '../money/cost.ts'

/** The progress of a run. */
export type ProgressSnapshot = Cost & {
  readonly rows: number
  /** `null` if unknown: data that is read as a stream. */
  readonly total: number | null
  /** Over the last half minute; `null` at the very start. */
  readonly rowsPerSecond: number | null
  /** Replies requested from providers. */
  readonly calls: number
  readonly retries: number
  readonly inFlight: number
  /** How many calls may be in flight now; `null` without a limiter. */
  readonly limit: number | null
  /** Input and output; `null` if a reply did not report them. */
  readonly tokens: number | null
  /** Rows with at least one unscored score. */
  readonly unscored: number
  /** Cached replies. */
  readonly fromStore: number
  readonly etaMs: number | null
  readonly elapsedMs: number
}

/** Counters only: updates on every row must be cheap. The clock is read only for a snapshot. */
export type Progress = {
  /** Finished rows, and how many of them have an unscored score. */
  readonly rowsFinished: (count: number, unscored?: number) => void
  /** A call that may still have to wait for its turn. */
  readonly callStarted: () => void
  readonly retried: () => void
  /** The usage and cost of a reply. */
  readonly used: (usage: Usage, cost: Cost) => void
  readonly answeredFromStore: () => void
  /** Calls in flight at providers (without those that wait for their turn), and how many may be: the `load` of a run. */
  readonly setLoad: (load: { readonly inFlight: number; readonly limit: number | null }) => void
  readonly setTotal: (total: number) => void
  readonly snapshot: () => ProgressSnapshot
}

const WINDOW_MS = 30_000
/** Denser samples would only make the list longer. */
const SAMPLE_MS = 500

export function createProgress({ clock, total = null }: { readonly clock: Clock; readonly total?: number | null }): Progress {
  const startedAt = clock.monotonic()
  /** Rows at points in time; the first lies at the beginning of the window or just before it. */
  const samples = [{ at: startedAt, rows: 0 }]
  const counts = { rows: 0, unscored: 0, calls: 0, retries: 0, fromStore: 0 }
  let known = total
  let load: { readonly inFlight: number; readonly limit: number | null } = { inFlight: 0, limit: null }
  let tokens: number | null = 0
  let cost: Cost = noCost

  function rowsPerSecond(now: number): number | null {
    while (samples[1] !== undefined && samples[1].at <= now - WINDOW_MS) samples.shift()
    const from = samples[0]
    const last = samples.at(-1)
    if (last === undefined || now - last.at >= SAMPLE_MS) samples.push({ at: now, rows: counts.rows })
    return from === undefined || now <= from.at ? null : ((counts.rows - from.rows) / (now - from.at)) * 1000
  }

  return {
    rowsFinished(count, unscored = 0) {
      counts.rows += count
      counts.unscored += unscored
    },
    callStarted() {
      counts.calls += 1
    },
    retried() {
      counts.retries += 1
    },
    used({ inputTokens, outputTokens }, of) {
      tokens = tokens === null || inputTokens === null || outputTokens === null ? null : tokens + inputTokens + outputTokens
      cost = addCosts(cost, of)
    },
    answeredFromStore() {
      counts.fromStore += 1
    },
    setLoad({ inFlight, limit }) {
      load = { inFlight, limit }
    },
    setTotal(to) {
      known = to
    },
    snapshot() {
      const now = clock.monotonic()
      const rate = rowsPerSecond(now)
      const left = known === null ? null : Math.max(0, known - counts.rows)
      const etaMs = left === null || rate === null || rate === 0 ? null : (left / rate) * 1000
      return { ...counts, ...load, total: known, tokens, ...cost, rowsPerSecond: rate, etaMs, elapsedMs: now - startedAt }
    },
  }
}
