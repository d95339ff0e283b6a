import { checkLevel } from '../intervals/t-interval.ts'
import { FEW_CLUSTERS } from '../intervals/mean-estimator.ts'
import { normalQuantile } from '../probability/normal.ts'
import { isShown } from './agree-with-p.ts'
import { createClusterSums } from './cluster-sums.ts'
import { differenceInterval, type DifferenceSums, differenceSums, standardError } from './difference-interval.ts'
import { FEWEST_CLUSTERS, signFlipTest, tooFew } from './sign-flip.ts'

export type Pair = {
  /** In [0, 1]. */
  readonly a: number
  /** In [0, 1]. */
  readonly b: number
  readonly cluster?: string | undefined
}

export type DifferenceOptions = {
  /** Confidence level in (0, 1). Default 0.95. */
  readonly level?: number
}

export type DifferenceInterval = {
  readonly lo: number
  readonly hi: number
  readonly method: 'sign-flip-score'
  /** The independent units. */
  readonly unit: 'row' | 'cluster'
  readonly clusters: number
  readonly level: number
  /** Under 20 clusters. */
  readonly few: boolean
}

export type PairedDifference = {
  readonly pairs: number
  /** A pair without a cluster is its own. */
  readonly clusters: number
  /** The mean of b − a, in [-1, 1]: above 0 where b is higher. `null` without a pair. */
  readonly difference: number | null
  /** Contains 0 exactly if p ≥ 1 − level. */
  readonly interval: DifferenceInterval | null
  /** Two-sided, in (0, 1]. */
  readonly p: number | null
  /** Why there are neither interval nor p; `null` if there are both. */
  readonly noInterval: string | null
  /** Whether p counts all sign patterns; else it is a close approximation. */
  readonly exact: boolean
  /** The direction of a significant difference (p < 1 − level); `null` if it is not significant. */
  readonly shown: 'higher' | 'lower' | null
  /** Clusters whose differences do not cancel. */
  readonly moved: number
  /** A difference of this size would be significant in about 4 of 5 samples like this one; `null` if too few clusters differ to estimate it. */
  readonly detectable: number | null
}

/** The power for a difference of `detectable`. */
const POWER = 0.8

/**
 * The mean difference b − a of two runs or judges on the same items, with the p of `signFlipTest` over clusters and a score interval
 * that never contradicts it. There is no random sampling, and the order of pairs has no effect.
 * @throws RangeError for a value outside [0, 1], NaN included, and for a level outside (0, 1).
 */
export function pairedDifference(pairs: Iterable<Pair>, { level = 0.95 }: DifferenceOptions = {}): PairedDifference {
  checkLevel(level, 'pairedDifference')
  const sums = createClusterSums()
  for (const { a, b, cluster } of pairs) {
    if (!(a >= 0 && a <= 1 && b >= 0 && b <= 1)) throw new RangeError(`pairedDifference: the values ${a} and ${b} are not both in [0, 1]`)
    sums.add(b - a, cluster)
  }
  const found = sums.result()
  const { p, exact } = signFlipTest(found.map(({ sum }) => sum))
  return differenceOf(differenceSums(found), { unit: sums.unit(), level, z: normalQuantile((1 + level) / 2), p, exact })
}

export type DifferenceTest = {
  readonly unit: 'row' | 'cluster'
  readonly level: number
  /** See `IntervalOptions`. */
  readonly z: number
  readonly p: number | null
  readonly exact: boolean
}

/** A difference by cluster whose p was computed before. */
export function differenceOf(sums: DifferenceSums, { unit, level, z, p, exact }: DifferenceTest): PairedDifference {
  const { clusters, moved } = sums
  const difference = sums.rows === 0 ? null : sums.total / sums.rows
  const counts = { pairs: sums.rows, clusters, moved, difference }
  if (p === null) {
    const noInterval = clusters === 0 ? 'nothing was scored' : tooFew(clusters, unit, 'an interval needs')
    return { ...counts, interval: null, p, noInterval, exact: false, shown: null, detectable: null }
  }
  const ends = differenceInterval(sums, { z, p, level })
  const shown = !isShown(p, level) ? null : sums.total > 0 ? 'higher' : 'lower'
  return {
    ...counts,
    interval: { ...ends, method: 'sign-flip-score', unit, clusters, level, few: clusters < FEW_CLUSTERS },
    p,
    noInterval: null,
    exact,
    shown,
    detectable: moved < fewestShown(level) ? null : (z + normalQuantile(POWER)) * standardError(sums),
  }
}

/** The least number of clusters, all differing in one direction, that is significant at this level: six at .95, since the least p of five is 2 / 2⁵ = .0625. */
export function fewestShown(level: number): number {
  let clusters = FEWEST_CLUSTERS
  while (!isShown(2 ** (1 - clusters), level)) clusters += 1
  return clusters
}
