import { addUsage, type Usage } from '@assay/core'
import { addCosts, type Cost, noCost } from './cost.ts'
import { costOf, type CostOptions, type PricedAdapter } from './cost-of.ts'
import type { PriceList } from './price-list.ts'

/** The usage and cost of one model. */
export type AdapterCost = Cost & {
  readonly provider: string
  readonly modelId: string
  readonly usage: Usage
}

export type CostMeter = {
  /** Adds one reply, since prices can depend on the length of its prompt, and returns its cost. */
  readonly add: (adapter: PricedAdapter, usage: Usage, most?: CostOptions['most']) => Cost
  /** Over all models; unknown if one part of it is. */
  readonly total: () => Cost
  /** By model, in the order of their first call. */
  readonly byAdapter: () => readonly AdapterCost[]
}

export function createCostMeter(prices: PriceList): CostMeter {
  const costs = new Map<string, AdapterCost>()
  return {
    add({ provider, modelId, serviceTier }, usage, most) {
      const key = JSON.stringify([provider, modelId])
      const cost = costOf(usage, { provider, modelId, serviceTier }, prices, { most })
      const known = costs.get(key)
      costs.set(
        key,
        known === undefined
          ? { provider, modelId, usage, ...cost }
          : { provider, modelId, usage: addUsage(known.usage, usage), ...addCosts(known, cost) },
      )
      return cost
    },
    total: () => [...costs.values()].reduce<Cost>(addCosts, noCost),
    byAdapter: () => [...costs.values()],
  }
}
