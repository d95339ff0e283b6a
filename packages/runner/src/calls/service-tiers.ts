import { AssayError, configError, type LLMAdapter, noUsage, type Usage } from '@assay/core'
import { costOf, type PricedAdapter } from '../money/cost-of.ts'
import type { PriceList } from '../money/price-list.ts'

const ONE_TOKEN: Usage = { ...noUsage, calls: 1, inputTokens: 1, outputTokens: 1 }

/** The service tiers of a run. */
export type ServiceTiers = {
  /** In the order of preference; empty if none is set. @throws AssayError `config` for a tier that the adapter cannot request. */
  readonly of: (adapter: LLMAdapter) => readonly string[]
  /** The tier whose price a call is expected to have: the dearest of several, or one without a price. `undefined` if no tier is set. */
  readonly pricedAt: (model: PricedAdapter, prices: PriceList) => string | undefined
  /** Counts a call by the tier that it was requested at. */
  readonly count: (adapter: LLMAdapter, requested: string | undefined) => void
  /** How many calls were made at a tier that was not the first choice, one sentence for each model. */
  readonly warnings: () => readonly string[]
}

/** @param written As a setting: `flex`, or `flex,default`. */
export function createServiceTiers(written: string | undefined): ServiceTiers {
  const wanted = written === undefined ? [] : written.split(',')
  const [first] = wanted
  const others = new Map<string, number>()
  return {
    of({ provider, modelId, capabilities }) {
      const { serviceTiers: offered = [] } = capabilities
      const unknown = wanted.find((tier) => !offered.includes(tier))
      if (unknown === undefined) return wanted
      const choice = offered.length === 0 ? 'It has none. Leave the service tier out' : `Use one of ${offered.join(', ')}`
      throw new AssayError({
        ...configError(`${provider}:${modelId} has no service tier ${unknown}. ${choice}.`).toJSON(),
        provider,
        modelId,
      })
    },
    pricedAt({ provider, modelId }, prices) {
      const costs = wanted.map((serviceTier) => costOf(ONE_TOKEN, { provider, modelId, serviceTier }, prices).cost)
      return wanted[costs.includes(null) ? costs.indexOf(null) : costs.indexOf(Math.max(...costs.map(Number)))]
    },
    count({ provider, modelId }, requested) {
      if (requested === first || requested === undefined) return
      const key = `${provider}:${modelId} at the service tier ${requested}`
      others.set(key, (others.get(key) ?? 0) + 1)
    },
    warnings: () =>
      Array.from(others, ([key, calls]) => `${calls} ${calls === 1 ? 'call' : 'calls'} of ${key}, because ${first} had no capacity.`),
  }
}
