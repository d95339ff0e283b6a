import type { Label } from '../agreement/binary-agreement.ts'
import { type AverageEstimate, type AverageInterval, averageOfMeans } from '../intervals/average-of-means.ts'
import { sharedClusters } from '../intervals/class-rates.ts'
import { createClusterMean } from '../intervals/cluster-mean.ts'
import { estimateOf } from '../intervals/mean-estimator.ts'
import { checkLevel } from '../intervals/t-interval.ts'
import { agreeWithP } from './agree-with-p.ts'
import { createClusterSums } from './cluster-sums.ts'
import type { DifferenceOptions } from './paired-difference.ts'
import { type SignFlip, signFlipTest } from './sign-flip.ts'

export type JudgedPair = { readonly human: Label; readonly a: Label; readonly b: Label; readonly cluster?: string | undefined }

export type BalancedAccuracyDifference = SignFlip & {
  readonly pairs: number
  /** Balanced accuracy of b minus that of a, in [-1, 1]; `null` if a human label is absent. */
  readonly difference: number | null
  /** Contains 0 exactly if p ≥ 1 − level. */
  readonly interval: AverageInterval | null
  /** Why there is no interval; `null` if there is one. */
  readonly noInterval: string | null
  /** The parts of the interval, for an average over sources; `null` if there is no interval. */
  readonly enlarged: AverageEstimate['enlarged']
}

/**
 * The difference in balanced accuracy of two judges on the same items. Since people's labels are the same for both, it is the mean of two
 * mean differences, one per class: the test flips whole clusters, each item weighing 1 / (2 × items of its class), which is the same
 * as exchanging the two judges' labels on that cluster. The interval is that of `averageOfMeans`; an end that would contradict p is moved.
 *
 * @throws RangeError for a level outside (0, 1).
 */
export function balancedAccuracyDifference(
  items: readonly JudgedPair[],
  { level = 0.95 }: DifferenceOptions = {},
): BalancedAccuracyDifference {
  checkLevel(level, 'balancedAccuracyDifference')
  const { average, counts } = averageGain(items, level)
  const shown = { pairs: items.length, difference: average.mean, enlarged: average.enlarged }
  const absent = counts[0] === 0 ? 0 : counts[1] === 0 ? 1 : null
  if (absent !== null) {
    const reason = `no item with human label ${absent}`
    return { ...shown, interval: null, noInterval: reason, p: null, noP: reason, exact: false }
  }
  const sums = createClusterSums()
  for (const item of items) sums.add(gain(item) / (2 * counts[item.human]), item.cluster)
  const test = signFlipTest(sums.result().map(({ sum }) => sum))
  const { mean, interval } = average
  if (mean === null || interval === null || test.p === null) return { ...shown, interval, noInterval: average.noInterval, ...test }
  const ends = agreeWithP(interval, { difference: mean, p: test.p, level })
  return { ...shown, interval: { ...interval, ...ends }, noInterval: null, ...test }
}

/**
 * The same difference and its interval without a test, for an average over several sources, and the items of each class by its label.
 */
export function averageGain(
  items: readonly JudgedPair[],
  level: number,
): { readonly average: AverageEstimate; readonly counts: readonly [negatives: number, positives: number] } {
  const classes = [createClusterMean(-1), createClusterMean(-1)] as const
  for (const item of items) classes[item.human].add(gain(item), item.cluster)
  const [negatives, positives] = [estimateOf(classes[0], level, -1), estimateOf(classes[1], level, -1)]
  const shared = sharedClusters([classes[1], positives], [classes[0], negatives])
  return {
    average: averageOfMeans([positives, negatives], { level, of: 'differences', ...shared }),
    counts: [negatives.count, positives.count],
  }
}

/** 1 where only b is right, −1 where only a is. */
function gain({ human, a, b }: JudgedPair): number {
  return Number(b === human) - Number(a === human)
}
