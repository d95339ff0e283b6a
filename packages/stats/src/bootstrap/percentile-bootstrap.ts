import type { Ends, IntervalFigure } from '../figure.ts'
import { checkLevel } from '../intervals/t-interval.ts'
import { bootstrapFault, type BootstrapOptions, quantileOf, resample } from './resample.ts'

/**
 * The percentile bootstrap over clusters (Efron 1979): the middle `level` of the statistic on resamples. For statistics without a formula of
 * their own; it covers too little on few clusters and near the ends of the range (docs/statistics.md has the figures), so no
 * report of Assay shows one.
 *
 * @throws RangeError for a level outside (0, 1), resamples under 100, and a statistic that gives NaN.
 */
export function percentileBootstrap<Cluster>(options: BootstrapOptions<Cluster>): IntervalFigure {
  const { clusters, statistic, level = 0.95 } = options
  checkLevel(level, 'percentileBootstrap')
  const replicates = resample(options)
  const noInterval = bootstrapFault(clusters.length, statistic(clusters), replicates, level)
  if (noInterval !== null) return { interval: null, noInterval }
  return { interval: percentileEnds(replicates.values, level), noInterval: null }
}

export function percentileEnds(ascending: Float64Array, level: number): Ends {
  return { lo: quantileOf(ascending, (1 - level) / 2), hi: quantileOf(ascending, (1 + level) / 2) }
}
