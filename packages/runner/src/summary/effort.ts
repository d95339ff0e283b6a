import { addUsage, noUsage, type Usage } from '@assay/core'
import type { RunEvent } from '../calls/run-event.ts'
import { addCosts, type Cost, noCost } from '../money/cost.ts'
import { createLatencies, type LatencySummary } from './latencies.ts'

/** What a run would have used without cached replies. */
export type Uncached = Cost & { readonly usage: Usage }

/** Counts what the calls of a run used, cached replies as if they had been requested: so runs compare regardless of their order. */
export function createEffort(): {
  readonly see: (event: RunEvent) => void
  readonly result: () => { readonly uncached: Uncached | undefined; readonly latencyMs: LatencySummary | undefined }
} {
  const latencies = createLatencies()
  let cost: Cost = noCost
  let usage: Usage = noUsage
  let hasCached = false
  return {
    see(event) {
      // An equal call in flight is made once, also without a cache.
      if (event.type !== 'call-ended' && (event.type !== 'cached-reply' || event.from === 'flight')) return
      if (event.type === 'cached-reply') hasCached = true
      cost = addCosts(cost, event)
      usage = addUsage(usage, event.usage)
      if (event.latencyMs !== null) latencies.add(event.latencyMs)
    },
    result: () => ({ uncached: hasCached ? { ...cost, usage } : undefined, latencyMs: latencies.result() }),
  }
}
