/** A cost. */
export type Cost = {
  /** US dollars. `null` if a price is unknown, or unknown usage has no limit. */
  readonly cost: number | null
  /** Set if `cost` is a maximum: unknown usage is included at its highest possible price. */
  readonly costIsBound?: true
}

export const noCost: Cost = Object.freeze({ cost: 0 })

/** A sum with an unknown part is unknown; with a part that is a bound, it is a bound. */
export function addCosts(a: Cost, b: Cost): Cost {
  if (a.cost === null || b.cost === null) return { cost: null }
  return costOfAmount(a.cost + b.cost, a.costIsBound === true || b.costIsBound === true)
}

export function costOfAmount(cost: number, isBound: boolean): Cost {
  return isBound ? { cost, costIsBound: true } : { cost }
}
