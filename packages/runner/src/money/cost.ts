/** What something cost. */
export type Cost = {
  /** US dollars. `null` where a price is unknown, or nothing limits what was taken. */
  readonly cost: number | null
  /** Set where `cost` is the most that it can be: what nobody counted stands in it at the highest price that it can have. */
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
