import { createClusterMean } from '../intervals/cluster-mean.ts'
import { estimateOf, type MeanInterval } from '../intervals/mean-estimator.ts'
import { checkLevel } from '../intervals/t-interval.ts'
import { type SignFlip, signFlipTest } from './sign-flip.ts'

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
  /** Of the flips that are drawn beyond 16 clusters. Default 1. */
  readonly seed?: number
}

export type PairedDifference = SignFlip & {
  readonly pairs: number
  /** A pair without a cluster is its own. */
  readonly clusters: number
  /** The mean of b − a, in [-1, 1]: above 0 where b is higher. `null` without a pair. */
  readonly difference: number | null
  readonly interval: MeanInterval | null
  /** Why there is no interval; `null` where there is one. */
  readonly noInterval: string | null
}

/**
 * The mean difference b − a of two runs or judges on the same items: with the interval of `createMeanEstimator` for differences
 * (pseudo-clusters at −1 and 1, cut to [-1, 1]) and the p of `signFlipTest` over clusters.
 * With few clusters the interval is the more careful of the two, and can hold 0 where p is small.
 *
 * @throws RangeError for a value outside [0, 1], NaN included, and for a level outside (0, 1).
 */
export function pairedDifference(pairs: Iterable<Pair>, { level = 0.95, seed = 1 }: DifferenceOptions = {}): PairedDifference {
  checkLevel(level, 'pairedDifference')
  const differences = createClusterMean(-1)
  const sums = createClusterSums()
  for (const { a, b, cluster } of pairs) {
    if (!(a >= 0 && a <= 1 && b >= 0 && b <= 1)) throw new RangeError(`pairedDifference: the values ${a} and ${b} are not both in [0, 1]`)
    differences.add(b - a, cluster)
    sums.add(b - a, cluster)
  }
  const { count, mean, interval, noInterval } = estimateOf(differences, level, -1)
  return {
    pairs: count,
    clusters: differences.clusters(),
    difference: mean,
    interval,
    noInterval,
    ...signFlipTest(sums.result(), { seed }),
  }
}

/** Sums by cluster, in the order in which the clusters came. */
export function createClusterSums(): { readonly add: (value: number, cluster?: string) => void; readonly result: () => number[] } {
  const sums: number[] = []
  const places = new Map<string, number>()
  return {
    add(value, cluster) {
      const place = cluster === undefined ? undefined : places.get(cluster)
      if (place !== undefined) {
        sums[place] = (sums[place] ?? 0) + value
        return
      }
      if (cluster !== undefined) places.set(cluster, sums.length)
      sums.push(value)
    },
    result: () => sums,
  }
}
