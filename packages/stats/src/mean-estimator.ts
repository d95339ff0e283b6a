import { addTo, type CompensatedSum, emptySum, totalOf } from './compensated-sum.ts'
import { studentTQuantile } from './student-t.ts'

/** Fewer clusters than this say nothing about a mean that an interval could hold. */
const FEWEST_CLUSTERS = 5
/** Fewer than this are marked: the interval covers, but it is wide. */
const FEW_CLUSTERS = 20

export type MeanInterval = {
  readonly lo: number
  readonly hi: number
  readonly method: 't-pseudo-clusters'
  /** What was counted as independent. */
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
  /** The plain mean; `null` over nothing. */
  readonly mean: number | null
  readonly interval: MeanInterval | null
  /** Why there is no interval; `null` where there is one. */
  readonly noInterval: string | null
}

export type MeanEstimatorOptions = {
  /** Confidence level in (0, 1). Default 0.95. */
  readonly level?: number
  /** `values` lie in [0, 1], `differences` of two such values in [-1, 1]. Default `values`. */
  readonly of?: 'values' | 'differences'
}

export type MeanEstimator = {
  /** @throws RangeError for a value outside the range, NaN included. */
  readonly add: (value: number, cluster?: string) => void
  /** What is known so far; more may be added afterwards. */
  readonly result: () => MeanEstimate
}

type Cluster = { rows: number; readonly sum: CompensatedSum }

/**
 * The mean of a stream of values with its confidence interval: t over cluster means after two pseudo-clusters, at the least and
 * the greatest possible value, were added; degrees of freedom clusters + 1. A row without a cluster is a cluster of its own.
 * Memory grows with the number of named clusters, never with the number of rows.
 *
 * With G = clusters + 2, sizes n_g (a pseudo-cluster has the mean size) and means ȳ_g: m = Σ n_g ȳ_g / Σ n_g,
 * se² = G/(G−1) · Σ (n_g (ȳ_g − m))² / (Σ n_g)², which is the plain s²/G where all sizes are equal. The interval m ± t·se is cut
 * to the possible values, and widened if need be to hold the plain mean.
 * @throws RangeError for a level outside (0, 1).
 */
export function createMeanEstimator({ level = 0.95, of = 'values' }: MeanEstimatorOptions = {}): MeanEstimator {
  if (!(level > 0 && level < 1)) throw new RangeError(`createMeanEstimator: the level ${level} is not in (0, 1)`)
  const least = of === 'values' ? 0 : -1
  const sum = emptySum()
  const singles = { rows: 0, sum: emptySum(), squares: emptySum() }
  const named = new Map<string, Cluster>()
  let count = 0

  function interval(): MeanInterval {
    const clusters = singles.rows + named.size
    const pseudoSize = count / clusters
    const weight = count + 2 * pseudoSize
    const m = (totalOf(sum) + pseudoSize * (least + 1)) / weight
    let squares = totalOf(singles.squares) - 2 * m * totalOf(singles.sum) + singles.rows * m * m
    for (const { rows, sum: clusterSum } of named.values()) squares += (totalOf(clusterSum) - rows * m) ** 2
    squares += (pseudoSize * (least - m)) ** 2 + (pseudoSize * (1 - m)) ** 2
    const groups = clusters + 2
    const se = Math.sqrt((groups / (groups - 1)) * squares) / weight
    const reach = studentTQuantile((1 + level) / 2, clusters + 1) * se
    const mean = totalOf(sum) / count
    return {
      lo: Math.min(mean, Math.max(least, m - reach)),
      hi: Math.max(mean, Math.min(1, m + reach)),
      method: 't-pseudo-clusters',
      unit: named.size > 0 ? 'cluster' : 'row',
      clusters,
      level,
      few: clusters < FEW_CLUSTERS,
    }
  }

  return {
    add(value, cluster) {
      if (!(value >= least && value <= 1)) throw new RangeError(`createMeanEstimator: the value ${value} is not in [${least}, 1]`)
      count += 1
      addTo(sum, value)
      if (cluster === undefined) {
        singles.rows += 1
        addTo(singles.sum, value)
        addTo(singles.squares, value * value)
        return
      }
      let found = named.get(cluster)
      if (found === undefined) named.set(cluster, (found = { rows: 0, sum: emptySum() }))
      found.rows += 1
      addTo(found.sum, value)
    },
    result() {
      const clusters = singles.rows + named.size
      const enough = clusters >= FEWEST_CLUSTERS
      return {
        count,
        sum: totalOf(sum),
        mean: count === 0 ? null : totalOf(sum) / count,
        interval: enough ? interval() : null,
        noInterval: enough ? null : reasonFor(clusters, named.size > 0 ? 'cluster' : 'row'),
      }
    },
  }
}

function reasonFor(clusters: number, unit: 'row' | 'cluster'): string {
  if (clusters === 0) return 'nothing was scored'
  return `${clusters} ${unit}${clusters === 1 ? '' : 's'}: an interval needs at least ${FEWEST_CLUSTERS}`
}
