import { createMeanEstimator, wilsonInterval } from '../../src/index.ts'
import { acceleration, bcaEnds } from '../../src/bootstrap/bca-bootstrap.ts'
import { percentileEnds } from '../../src/bootstrap/percentile-bootstrap.ts'
import { resample } from '../../src/bootstrap/resample.ts'
import { alike, clusterSize, type Draw, type Scenario, yes } from './scenario.ts'

/** Few, since the mean over draws is used. */
const RESAMPLES = 200

type Tally = { readonly sum: number; readonly rows: number }

export const meanOfRows: Scenario = {
  name: 'mean of rows, each 0 or 1',
  draw(random, p, n) {
    const estimator = createMeanEstimator()
    const values: number[] = []
    for (let row = 0; row < n; row += 1) {
      const value = yes(random, p)
      estimator.add(value)
      values.push(value)
    }
    const { sum, interval } = estimator.result()
    return [
      { interval: 't-pseudo-clusters', truth: p, ends: interval },
      { interval: 'Wilson', truth: p, ends: wilsonInterval(sum, n).interval },
      ...bootstraps(values, mean, p, random),
    ]
  },
}

export const meanOfClusters: Scenario = {
  name: 'mean over clusters of 1–6 alike rows',
  draw(random, p, n) {
    const estimator = createMeanEstimator()
    const tallies: Tally[] = []
    for (let cluster = 0; cluster < n; cluster += 1) {
      const own = yes(random, p)
      const rows = clusterSize(random)
      let sum = 0
      for (let row = 0; row < rows; row += 1) {
        const value = alike(random, own, p)
        estimator.add(value, `c${cluster}`)
        sum += value
      }
      tallies.push({ sum, rows })
    }
    return [{ interval: 't-pseudo-clusters', truth: p, ends: estimator.result().interval }, ...bootstraps(tallies, ratio, p, random)]
  },
}

function bootstraps<Cluster>(
  clusters: readonly Cluster[],
  statistic: (drawn: readonly Cluster[]) => number,
  truth: number,
  random: () => number,
): Draw {
  const seed = Math.floor(random() * 1e9)
  const { values } = resample({ clusters, statistic, resamples: RESAMPLES, seed })
  const bca = bcaEnds(values, statistic(clusters), acceleration(clusters, statistic), 0.95)
  return [
    { interval: 'percentile bootstrap', truth, ends: percentileEnds(values, 0.95) },
    { interval: 'BCa bootstrap', truth, ends: bca.interval },
  ]
}

function ratio(drawn: readonly Tally[]): number {
  let [sum, rows] = [0, 0]
  for (const cluster of drawn) {
    sum += cluster.sum
    rows += cluster.rows
  }
  return sum / rows
}

function mean(drawn: readonly number[]): number {
  let sum = 0
  for (const value of drawn) sum += value
  return sum / drawn.length
}
