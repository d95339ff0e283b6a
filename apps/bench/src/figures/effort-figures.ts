import { addUsage, noUsage, type Usage } from '@assay/core'
import { addCosts, type Cost, noCost, type RunEvent } from '@assay/runner'
import type { EffortFigures } from './judge-conduct.ts'

/** Adds up tokens, cost and latency of one judge's verdicts, from the events of a run. Cached and shared replies count like new calls. */
export type EffortCounter = {
  readonly see: (event: Extract<RunEvent, { type: 'call-ended' | 'cached-reply' }>) => void
  /** @param claims The number of claims that were judged, repeats included. */
  readonly result: (claims: number) => EffortFigures
}

export function createEffort(): EffortCounter {
  const latencies: number[] = []
  let usage: Usage = noUsage
  let spent: Cost = noCost
  return {
    see(event) {
      usage = addUsage(usage, event.usage)
      spent = addCosts(spent, event)
      if (event.latencyMs !== null) latencies.push(event.latencyMs)
    },
    result(claims) {
      const perClaim = (total: number | null): number | null => (total === null || claims === 0 ? null : total / claims)
      const perOne = perClaim(spent.cost)
      latencies.sort((a, b) => a - b)
      return {
        claims,
        usage,
        inputTokensPerClaim: perClaim(usage.inputTokens),
        outputTokensPerClaim: perClaim(usage.outputTokens),
        ...spent,
        costPer1000: perOne === null ? null : 1000 * perOne,
        latencyMs:
          latencies.length === 0 ? null : { p50: quantile(latencies, 0.5), p95: quantile(latencies, 0.95), calls: latencies.length },
      }
    },
  }
}

/** The effort of recorded verdicts, which is not known. */
export function unknownEffort(claims: number): EffortFigures {
  return { claims, usage: null, inputTokensPerClaim: null, outputTokensPerClaim: null, cost: null, costPer1000: null, latencyMs: null }
}

/** The least value that at least this share of all values does not exceed. */
function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? 0
}
