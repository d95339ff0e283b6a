import { addUsage, noUsage, type Usage } from '@assay/core'
import type { RunEvent } from '../ask/run-event.ts'
import { addCosts, type Cost, noCost } from '../money/cost.ts'
import { createLatencies, type LatencySummary } from './latencies.ts'

/** What a run would have taken if nothing had been kept from before. */
export type Uncached = Cost & { readonly usage: Usage }

/** What the calls of a run took, kept replies counted as if they had been asked for: so runs compare whichever of them came first. */
export function createEffort(): {
  readonly see: (event: RunEvent) => void
  readonly result: () => { readonly uncached: Uncached | undefined; readonly latencyMs: LatencySummary | undefined }
} {
  const latencies = createLatencies()
  let cost: Cost = noCost
  let usage: Usage = noUsage
  let isKept = false
  return {
    see(event) {
      // The same call in flight is made once, whatever is kept.
      if (event.type !== 'call-ended' && (event.type !== 'kept-reply' || event.from === 'flight')) return
      if (event.type === 'kept-reply') isKept = true
      cost = addCosts(cost, event)
      usage = addUsage(usage, event.usage)
      if (event.latencyMs !== null) latencies.add(event.latencyMs)
    },
    result: () => ({ uncached: isKept ? { ...cost, usage } : undefined, latencyMs: latencies.result() }),
  }
}
