import type { IntervalFigure } from '../figure.ts'
import { checkLevel } from '../intervals/t-interval.ts'
import { normalCdf, normalQuantile } from '../probability/normal.ts'
import { bootstrapFault, type BootstrapOptions, quantileOf, resample } from './resample.ts'

/** With more clusters, the jackknife leaves out groups of clusters: the same skewness in a fixed number of steps. */
const MOST_LEFT_OUT = 400

/**
 * The bias-corrected and accelerated bootstrap over clusters (Efron 1987), acceleration by the jackknife. Better than the percentile bootstrap if the
 * statistic is skewed, but too short on few clusters as well (docs/statistics.md).
 *
 * @throws RangeError for a level outside (0, 1), resamples under 100, and a statistic that gives NaN.
 */
export function bcaBootstrap<Cluster>(options: BootstrapOptions<Cluster>): IntervalFigure {
  const { clusters, statistic, level = 0.95 } = options
  checkLevel(level, 'bcaBootstrap')
  const replicates = resample(options)
  const estimate = statistic(clusters)
  const noInterval = bootstrapFault(clusters.length, estimate, replicates, level)
  if (noInterval !== null || estimate === null) return { interval: null, noInterval: noInterval ?? '' }
  return bcaEnds(replicates.values, estimate, acceleration(clusters, statistic), level)
}

/** `skew` is the acceleration, `null` where the statistic is undefined without some cluster. */
export function bcaEnds(ascending: Float64Array, estimate: number, skew: number | null, level: number): IntervalFigure {
  if (skew === null) return { interval: null, noInterval: 'the statistic is undefined without some of the clusters' }
  const below = shareBelow(ascending, estimate)
  if (below === 0 || below === 1) return { interval: null, noInterval: 'the resamples all lie on one side of the estimate' }
  const bias = normalQuantile(below)
  const shifted = (p: number): number => {
    const z = bias + normalQuantile(p)
    const scale = 1 - skew * z
    return scale > 0 ? normalCdf(bias + z / scale) : z > 0 ? 1 : 0
  }
  const [lo, hi] = [quantileOf(ascending, shifted((1 - level) / 2)), quantileOf(ascending, shifted((1 + level) / 2))]
  return { interval: { lo, hi }, noInterval: null }
}

export function acceleration<Cluster>(
  clusters: readonly Cluster[],
  statistic: (drawn: readonly Cluster[]) => number | null,
): number | null {
  const groups = Math.min(clusters.length, MOST_LEFT_OUT)
  const values: number[] = []
  let rest = clusters.slice(1)
  for (let group = 0; group < groups; group += 1) {
    if (groups < clusters.length) rest = without(clusters, group, groups)
    const value = statistic(rest)
    if (value === null) return null
    values.push(value)
    // The list is reused: this cluster takes the position of the next one to leave out.
    const own = clusters[group]
    if (own !== undefined && group < rest.length) rest[group] = own
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / groups
  let [squares, cubes] = [0, 0]
  for (const value of values) {
    squares += (mean - value) ** 2
    cubes += (mean - value) ** 3
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5)
}

/** All but every `step`-th from `first` on, copied in runs. */
function without<T>(list: readonly T[], first: number, step: number): T[] {
  const rest: T[] = []
  let from = 0
  for (let skipped = first; from < list.length; skipped += step) {
    rest.push(...list.slice(from, skipped))
    from = skipped + 1
  }
  return rest
}

/** Replicates equal to the estimate count half: a statistic of few possible values has many. */
function shareBelow(ascending: Float64Array, estimate: number): number {
  let doubled = 0
  for (const value of ascending) doubled += value < estimate ? 2 : value === estimate ? 1 : 0
  return doubled / (2 * ascending.length)
}
