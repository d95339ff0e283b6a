import { halfBinomial } from '../probability/binomial.ts'

export type McNemar = {
  /** min(1, 2 P(X ≤ k)): never wrong too often, and often too cautious. */
  readonly exact: number
  /** min(1, 2 P(X ≤ k) − P(X = k)): closer to its level, at times just above it. */
  readonly midP: number
}

/**
 * McNemar's test (1947) of two judges on the same items, two-sided: `onlyFirst` items that only the first judge had right, `onlySecond`
 * that only the second had; k the lesser, X ~ Binomial(both, ½). Both p are 1 without such an item. For items that are independent:
 * where they share documents, `pairedDifference` is the test.
 *
 * @throws RangeError for what is no count.
 */
export function mcnemar(onlyFirst: number, onlySecond: number): McNemar {
  const { mass, below } = halfBinomial(Math.min(onlyFirst, onlySecond), onlyFirst + onlySecond)
  return { exact: Math.min(1, 2 * below), midP: Math.min(1, 2 * below - mass) }
}
