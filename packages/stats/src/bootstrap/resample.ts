import { seededRandom } from '../random/seeded-random.ts'

export type BootstrapOptions<Cluster> = {
  /** The independent units: rows, or everything that belongs to one document, claim or question. */
  readonly clusters: readonly Cluster[]
  /** Of clusters as drawn; `null` if it is undefined. The array is reused after the call: do not store it. */
  readonly statistic: (drawn: readonly Cluster[]) => number | null
  /** Confidence level in (0, 1). Default 0.95. */
  readonly level?: number
  /** Default 2,000. */
  readonly resamples?: number
  /** The same clusters and seed give the same interval. Default 1. */
  readonly seed?: number
}

export type Replicates = {
  /** The statistic of each resample that has one, ascending. */
  readonly values: Float64Array
  /** Resamples on which the statistic was undefined. */
  readonly missing: number
}

/**
 * The statistic on samples of whole clusters, drawn with replacement (Efron 1979).
 *
 * @throws RangeError if resamples is no whole number from 100, or the statistic gives NaN.
 */
export function resample<Cluster>({ clusters, statistic, resamples = 2000, seed = 1 }: BootstrapOptions<Cluster>): Replicates {
  if (!Number.isSafeInteger(resamples) || resamples < 100)
    throw new RangeError(`bootstrap: resamples = ${resamples} is no whole number from 100`)
  const random = seededRandom(seed)
  const size = clusters.length
  const drawn = [...clusters]
  const values = new Float64Array(resamples)
  let found = 0
  for (let round = 0; round < resamples; round += 1) {
    for (let at = 0; at < size; at += 1) {
      const cluster = clusters[(random() * size) | 0]
      if (cluster !== undefined) drawn[at] = cluster
    }
    const value = statistic(drawn)
    if (value === null) continue
    if (Number.isNaN(value)) throw new RangeError('bootstrap: the statistic is NaN on a resample; give null where it is undefined')
    values[found] = value
    found += 1
  }
  return { values: values.subarray(0, found).sort(), missing: resamples - found }
}

/** Linear between neighbours (type 7 of Hyndman and Fan, 1996). */
export function quantileOf(ascending: Float64Array, p: number): number {
  const rank = (ascending.length - 1) * p
  const below = Math.floor(rank)
  const low = ascending[below] ?? 0
  return low + (rank - below) * ((ascending[below + 1] ?? low) - low)
}

/** Why there is no interval, or `null`. With more missing replicates than a tail has, an end might be among them. */
export function bootstrapFault(clusters: number, estimate: number | null, { values, missing }: Replicates, level: number): string | null {
  if (clusters < 2) return `${clusters} cluster${clusters === 1 ? '' : 's'}: a bootstrap needs at least 2`
  if (estimate === null) return 'the statistic is undefined on the sample'
  const resamples = values.length + missing
  return missing > (resamples * (1 - level)) / 2 ? `the statistic is undefined on ${missing} of ${resamples} resamples` : null
}
