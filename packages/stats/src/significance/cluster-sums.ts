import { sumInAnyOrder } from '../spread/sum-in-any-order.ts'

/** A cluster's rows and the sum of their values. */
export type ClusterSum = { readonly rows: number; readonly sum: number }

export type ClusterSums = {
  readonly add: (value: number, cluster?: string) => void
  /** The independent units. */
  readonly unit: () => 'row' | 'cluster'
  /** Ascending by sum, then by rows. */
  readonly result: () => ClusterSum[]
}

/** A sum this near to 0, for each of its terms in [-1, 1], is 0: the rest is rounding. */
const ROUNDING = 1e-12

/** Sums by cluster; a value without a cluster is its own. The result does not depend on the order of values and clusters, to the last bit. */
export function createClusterSums(): ClusterSums {
  const singles: number[] = []
  const named = new Map<string, number[]>()
  return {
    add(value, cluster) {
      if (cluster === undefined) {
        singles.push(value)
        return
      }
      const found = named.get(cluster)
      if (found === undefined) named.set(cluster, [value])
      else found.push(value)
    },
    unit: () => (named.size > 0 ? 'cluster' : 'row'),
    result() {
      const sums = singles.map((value) => clusterSum([value]))
      for (const values of named.values()) sums.push(clusterSum(values))
      return sums.sort((a, b) => a.sum - b.sum || a.rows - b.rows)
    },
  }
}

/** The sum of the values of one cluster, each in [-1, 1]. */
export function clusterSum(values: readonly number[]): ClusterSum {
  const sum = values.length === 1 ? (values[0] ?? 0) : sumInAnyOrder(values)
  return { rows: values.length, sum: Math.abs(sum) <= ROUNDING * values.length ? 0 : sum }
}
