import { addTo, type CompensatedSum, emptySum, totalOf } from '../spread/compensated-sum.ts'

/** A mean estimated from the enlarged set, which includes the two pseudo-clusters. */
export type EnlargedMean = {
  /** The mean of the enlarged set: the centre of the interval. */
  readonly centre: number
  /** Its squared standard error. */
  readonly variance: number
  /** Degrees of freedom: clusters + 1. */
  readonly df: number
}

export type ClusterMean = {
  readonly add: (value: number, cluster?: string) => void
  readonly count: () => number
  readonly sum: () => number
  /** The plain mean, never outside the values by rounding: the mean of three times 0.7 is 0.7. NaN without values. */
  readonly mean: () => number
  readonly clusters: () => number
  readonly unit: () => 'row' | 'cluster'
  /** NaN throughout without values. */
  readonly enlarged: () => EnlargedMean
  /** The distance of a named cluster's sum from its expectation under the enlarged mean, as a share of the enlarged weight. */
  readonly residual: (cluster: string, centre: number) => number
  readonly names: () => Iterable<string>
  readonly has: (cluster: string) => boolean
}

type Cluster = { rows: number; readonly sum: CompensatedSum }

/**
 * A mean over clusters after two pseudo-clusters of mean size, at `least` and at 1, were added. With G = clusters + 2, sizes n_g and
 * means ȳ_g: m = Σ n_g ȳ_g / Σ n_g, se² = G/(G−1) · Σ (n_g (ȳ_g − m))² / (Σ n_g)². A value without a cluster is its own. It streams.
 */
export function createClusterMean(least: 0 | -1): ClusterMean {
  const sum = emptySum()
  const singles = { rows: 0, sum: emptySum(), squares: emptySum() }
  const named = new Map<string, Cluster>()
  let count = 0
  let [lowest, highest] = [Infinity, -Infinity]
  const clusters = (): number => singles.rows + named.size
  const weight = (): number => count + (2 * count) / clusters()

  return {
    add(value, cluster) {
      count += 1
      addTo(sum, value)
      if (value < lowest) lowest = value
      if (value > highest) highest = value
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
    count: () => count,
    sum: () => totalOf(sum),
    mean: () => (count === 0 ? Number.NaN : Math.min(highest, Math.max(lowest, totalOf(sum) / count))),
    clusters,
    unit: () => (named.size > 0 ? 'cluster' : 'row'),
    enlarged() {
      const pseudoSize = count / clusters()
      const m = (totalOf(sum) + pseudoSize * (least + 1)) / weight()
      let squares = totalOf(singles.squares) - 2 * m * totalOf(singles.sum) + singles.rows * m * m
      for (const { rows, sum: clusterSum } of named.values()) squares += (totalOf(clusterSum) - rows * m) ** 2
      squares += (pseudoSize * (least - m)) ** 2 + (pseudoSize * (1 - m)) ** 2
      const groups = clusters() + 2
      return { centre: m, variance: ((groups / (groups - 1)) * squares) / weight() ** 2, df: groups - 1 }
    },
    residual(cluster, centre) {
      const found = named.get(cluster)
      return found === undefined ? 0 : (totalOf(found.sum) - found.rows * centre) / weight()
    },
    names: () => named.keys(),
    has: (cluster) => named.has(cluster),
  }
}
