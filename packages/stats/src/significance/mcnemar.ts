import { halfBinomial } from '../probability/binomial.ts'

export type McNemar = {
  /** min(1, 2 P(X ≤ k)): exact, and often conservative. */
  readonly exact: number
  /** min(1, 2 P(X ≤ k) − P(X = k)): closer to the level, at times slightly above it. */
  readonly midP: number
}

/**
 * McNemar's test (1947) of two judges on the same items, two-sided: `onlyFirst` items that only the first judge had right, `onlySecond`
 * that only the second had; k the lesser, X ~ Binomial(both, ½). Both p are 1 without such an item. For independent items; for
 * items that share documents use `pairedDifference`.
 *
 * @throws RangeError for a value that is not a count.
 */
export function mcnemar(onlyFirst: number, onlySecond: number): McNemar {
  const { mass, below } = halfBinomial(Math.min(onlyFirst, onlySecond), onlyFirst + onlySecond)
  return { exact: Math.min(1, 2 * below), midP: Math.min(1, 2 * below - mass) }
}
