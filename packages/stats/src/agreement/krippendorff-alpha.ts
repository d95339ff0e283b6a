import { addTo, emptySum, totalOf } from '../spread/compensated-sum.ts'

export type KrippendorffAlpha = {
  /** 1 for perfect agreement, 0 for chance agreement, below 0 for less; `null` if it is undefined. */
  readonly alpha: number | null
  /** Why it is undefined; `null` if it is not. */
  readonly noAlpha: 'no unit has two values' | 'all pairable values are the same' | null
  /** The number of units with at least two values; others are ignored. */
  readonly units: number
}

export type AgreementCounter<Value extends string | number> = {
  /** The values one unit was given, in any order; `null` is a missing one. */
  readonly add: (values: readonly (Value | null)[]) => void
  readonly result: () => KrippendorffAlpha
}

/**
 * Krippendorff's alpha for nominal values, with missing ones, from a stream of units: 1 − observed / expected disagreement
 * (Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011). Memory grows with the number of different values only.
 */
export function createKrippendorffAlpha<Value extends string | number>(): AgreementCounter<Value> {
  const counts = new Map<Value, number>()
  const disagreement = emptySum()
  let units = 0
  let values = 0
  return {
    add(given) {
      const own = new Map<Value, number>()
      let size = 0
      for (const value of given) {
        if (value === null) continue
        own.set(value, (own.get(value) ?? 0) + 1)
        size += 1
      }
      if (size < 2) return
      units += 1
      values += size
      for (const [value, count] of own) counts.set(value, (counts.get(value) ?? 0) + count)
      addTo(disagreement, differentPairs(own, size) / (size - 1))
    },
    result() {
      if (units === 0) return { alpha: null, noAlpha: 'no unit has two values', units }
      const expected = differentPairs(counts, values) / (values - 1)
      if (expected === 0) return { alpha: null, noAlpha: 'all pairable values are the same', units }
      return { alpha: 1 - totalOf(disagreement) / expected, noAlpha: null, units }
    },
  }
}

/** Ordered pairs of different values. */
function differentPairs(counts: ReadonlyMap<unknown, number>, all: number): number {
  let same = 0
  for (const count of counts.values()) same += count * count
  return all * all - same
}
