import type { EnlargedMean } from './cluster-mean.ts'
import { FEW_CLUSTERS, type MeanEstimate, type MeanInterval } from './mean-estimator.ts'
import { checkLevel, tInterval } from './t-interval.ts'

export type AverageInterval = Omit<MeanInterval, 'method'> & { readonly method: 'welch-t-pseudo-clusters' }

export type AverageEstimate = {
  /** The unweighted mean of the parts' means; `null` if one of them has none. */
  readonly mean: number | null
  /** `clusters` are those of the part that has fewest. */
  readonly interval: AverageInterval | null
  /** Why there is no interval; `null` if there is one. */
  readonly noInterval: string | null
  /** The parts of the interval, for an average of averages; `null` if there is no interval. */
  readonly enlarged: EnlargedMean | null
}

/** A mean, or an average of means: either can be averaged again. */
export type AveragePart = Pick<MeanEstimate, 'mean' | 'noInterval' | 'enlarged'> & {
  readonly interval: Pick<MeanInterval, 'clusters' | 'unit'> | null
}

export type AverageOptions = {
  /** Confidence level in (0, 1). Default 0.95. */
  readonly level?: number
  /** `values` are in [0, 1], `differences` in [-1, 1], as in the parts. Default `values`. */
  readonly of?: 'values' | 'differences'
  /** Σ over the pairs of parts of the covariance of their means, if parts share clusters. Default 0. */
  readonly covariance?: number
  /** The most degrees of freedom to use. Default: no bound. */
  readonly maxDf?: number
}

/**
 * The unweighted mean of several means, as of one figure per source or of the rates of two classes, with its interval: t around the
 * mean of the parts' centres, with the degrees of freedom of Welch (1947) and Satterthwaite (1946), (Σ v)² / Σ (v² / df).
 * Parts are taken as independent unless their covariance is given.
 *
 * @throws RangeError for a level outside (0, 1) or without parts.
 */
export function averageOfMeans(parts: readonly AveragePart[], options: AverageOptions = {}): AverageEstimate {
  const { level = 0.95, of = 'values', covariance = 0, maxDf = Infinity } = options
  checkLevel(level, 'averageOfMeans')
  if (parts.length === 0) throw new RangeError('averageOfMeans: there is no mean to average')
  let [mean, centre, variance, squares, clusters]: [number | null, number, number, number, number] = [0, 0, 0, 0, Infinity]
  let noInterval: string | null = null
  let unit: 'row' | 'cluster' = 'row'
  for (const part of parts) {
    mean = mean === null || part.mean === null ? null : mean + part.mean / parts.length
    if (part.enlarged === null || part.interval === null) {
      noInterval ??= part.noInterval
      continue
    }
    centre += part.enlarged.centre / parts.length
    variance += part.enlarged.variance
    squares += part.enlarged.variance ** 2 / part.enlarged.df
    clusters = Math.min(clusters, part.interval.clusters)
    if (part.interval.unit === 'cluster') unit = 'cluster'
  }
  if (mean === null || noInterval !== null) return { mean, interval: null, noInterval: noInterval ?? 'nothing was scored', enlarged: null }
  const whole = {
    centre,
    variance: Math.max(0, variance + 2 * covariance) / parts.length ** 2,
    df: Math.min(variance ** 2 / squares, maxDf),
  }
  const ends = tInterval(whole, mean, level, of === 'values' ? 0 : -1)
  const interval = { ...ends, method: 'welch-t-pseudo-clusters', unit, clusters, level, few: clusters < FEW_CLUSTERS } as const
  return { mean, interval, noInterval: null, enlarged: whole }
}
