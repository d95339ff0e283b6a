import { type ClusterMean, createClusterMean, type EnlargedMean } from './cluster-mean.ts'
import { checkLevel, tInterval } from './t-interval.ts'

/** With fewer clusters there is no interval. */
const FEWEST_CLUSTERS = 5
/** With fewer clusters the interval is marked: its coverage is right, but it is wide. */
export const FEW_CLUSTERS = 20

export type MeanInterval = {
  readonly lo: number
  readonly hi: number
  readonly method: 't-pseudo-clusters'
  /** The independent units. */
  readonly unit: 'row' | 'cluster'
  readonly clusters: number
  readonly level: number
  /** Under 20 clusters. */
  readonly few: boolean
}

export type MeanEstimate = {
  /** Values seen. */
  readonly count: number
  readonly sum: number
  /** The plain mean; `null` without values. */
  readonly mean: number | null
  readonly interval: MeanInterval | null
  /** Why there is no interval; `null` if there is one. */
  readonly noInterval: string | null
  /** The parts of the interval, for means of means; `null` if there is no interval. */
  readonly enlarged: EnlargedMean | null
}

export type MeanEstimatorOptions = {
  /** Confidence level in (0, 1). Default 0.95. */
  readonly level?: number
}

export type MeanEstimator = {
  /** @throws RangeError for a value outside the range, NaN included. */
  readonly add: (value: number, cluster?: string) => void
  /** The result so far; more may be added afterwards. */
  readonly result: () => MeanEstimate
}

/**
 * The mean of a stream of values with its confidence interval: t over cluster means after two pseudo-clusters, at 0 and 1,
 * were added; degrees of freedom clusters + 1. A row without a cluster is a cluster of its own.
 * Memory grows with the number of named clusters, never with the number of rows.
 *
 * With G = clusters + 2, sizes n_g (a pseudo-cluster has the mean size) and means ȳ_g: m = Σ n_g ȳ_g / Σ n_g,
 * se² = G/(G−1) · Σ (n_g (ȳ_g − m))² / (Σ n_g)², which is the plain s²/G where all sizes are equal. The interval m ± t·se is cut
 * to the possible values, and widened if needed to contain the plain mean.
 * @throws RangeError for a level outside (0, 1).
 */
export function createMeanEstimator({ level = 0.95 }: MeanEstimatorOptions = {}): MeanEstimator {
  checkLevel(level, 'createMeanEstimator')
  const values = createClusterMean(0)
  return {
    add(value, cluster) {
      if (!(value >= 0 && value <= 1)) throw new RangeError(`createMeanEstimator: the value ${value} is not in [0, 1]`)
      values.add(value, cluster)
    },
    result: () => estimateOf(values, level, 0),
  }
}

/** The estimate of a cluster mean at `level`. All means use it. */
export function estimateOf(values: ClusterMean, level: number, least: 0 | -1): MeanEstimate {
  const [count, sum, clusters, unit] = [values.count(), values.sum(), values.clusters(), values.unit()]
  if (clusters < FEWEST_CLUSTERS) {
    const mean = count === 0 ? null : values.mean()
    return { count, sum, mean, interval: null, noInterval: reasonFor(clusters, unit), enlarged: null }
  }
  const mean = values.mean()
  const enlarged = values.enlarged()
  const ends = tInterval(enlarged, mean, level, least)
  const interval = { ...ends, method: 't-pseudo-clusters', unit, clusters, level, few: clusters < FEW_CLUSTERS } as const
  return { count, sum, mean, interval, noInterval: null, enlarged }
}

function reasonFor(clusters: number, unit: 'row' | 'cluster'): string {
  if (clusters === 0) return 'nothing was scored'
  return `${clusters} ${unit}${clusters === 1 ? '' : 's'}: an interval needs at least ${FEWEST_CLUSTERS}`
}
