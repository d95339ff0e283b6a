import { AssayError, configError, type LLMAdapter } from '@assay/core'

/** The service tiers of a run. */
export type ServiceTiers = {
  /** In the order of preference; empty if none is set. @throws AssayError `config` for a tier that the adapter cannot request. */
  readonly of: (adapter: LLMAdapter) => readonly string[]
  /** The tier that a call is priced at before it is made: the normal one if it may end there. */
  readonly pricedAt: string | undefined
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
    pricedAt: wanted.length > 1 ? undefined : first,
    count({ provider, modelId }, requested) {
      if (requested === first || requested === undefined) return
      const key = `${provider}:${modelId} at the service tier ${requested}`
      others.set(key, (others.get(key) ?? 0) + 1)
    },
    warnings: () =>
      Array.from(others, ([key, calls]) => `${calls} ${calls === 1 ? 'call' : 'calls'} of ${key}, because ${first} had no capacity.`),
  }
}
