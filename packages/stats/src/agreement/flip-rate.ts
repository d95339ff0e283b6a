import { addTo, emptySum, totalOf } from '../spread/compensated-sum.ts'

export type FlipRate = {
  /** The mean over items of the share of pairs of repeats whose verdicts differ, in [0, 1]; `null` without an item that has two. */
  readonly flipRate: number | null
  /** The share of those items whose verdicts are all the same, in [0, 1]. */
  readonly unanimous: number | null
  /** Why both are `null`; `null` if they are not. */
  readonly noFlipRate: 'no item has two verdicts' | null
  /** The number of items with at least two verdicts; others are ignored. */
  readonly items: number
}

export type FlipCounter<Verdict extends string | number | boolean> = {
  /** The verdicts that one item was given, in any order; `null` is a missing one. */
  readonly add: (verdicts: readonly (Verdict | null)[]) => void
  readonly result: () => FlipRate
}

/** How often repeated verdicts of a judge differ, from a stream of items. Two flips of a coin differ half of the time. */
export function createFlipRate<Verdict extends string | number | boolean>(): FlipCounter<Verdict> {
  const shares = emptySum()
  let items = 0
  let unanimous = 0
  return {
    add(verdicts) {
      const counts = new Map<Verdict, number>()
      let given = 0
      for (const verdict of verdicts) {
        if (verdict === null) continue
        counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
        given += 1
      }
      if (given < 2) return
      items += 1
      if (counts.size === 1) unanimous += 1
      let different = given * given
      for (const count of counts.values()) different -= count * count
      addTo(shares, different / (given * (given - 1)))
    },
    result() {
      if (items === 0) return { flipRate: null, unanimous: null, noFlipRate: 'no item has two verdicts', items }
      return { flipRate: totalOf(shares) / items, unanimous: unanimous / items, noFlipRate: null, items }
    },
  }
}
