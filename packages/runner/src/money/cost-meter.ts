import { addUsage, type Usage } from '@assay/core'
import { costOf, type PricedAdapter } from './cost-of.ts'
import type { PriceList } from './price-list.ts'

/** What one model was asked, and what that cost. */
export type AdapterCost = {
  readonly provider: string
  readonly modelId: string
  readonly usage: Usage
  /** US dollars; `null` where the price or a token count is unknown. */
  readonly cost: number | null
}

export type CostMeter = {
  /** Adds one reply: prices can depend on the length of its prompt. */
  readonly add: (adapter: PricedAdapter, usage: Usage) => void
  /** US dollars over all models; `null` as soon as one part of it is unknown. */
  readonly total: () => number | null
  /** By model, in the order in which they were first asked. */
  readonly byAdapter: () => readonly AdapterCost[]
}

export function createCostMeter(prices: PriceList): CostMeter {
  const costs = new Map<string, AdapterCost>()
  return {
    add({ provider, modelId }, usage) {
      const key = JSON.stringify([provider, modelId])
      const cost = costOf(usage, { provider, modelId }, prices)
      const known = costs.get(key)
      costs.set(
        key,
        known === undefined
          ? { provider, modelId, usage, cost }
          : { provider, modelId, usage: addUsage(known.usage, usage), cost: sum(known.cost, cost) },
      )
    },
    total: () => Array.from(costs.values(), ({ cost }) => cost).reduce(sum, 0),
    byAdapter: () => [...costs.values()],
  }
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}
