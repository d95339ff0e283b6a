import type { Ends } from '../figure.ts'
import { checkLevel } from '../intervals/t-interval.ts'
import { type EnlargedRows, enlargedRows, momentsOf, type RowMoments } from './enlarged-rows.ts'
import { checkLabelledRows, type LabelledRows } from './labelled-rows.ts'

/** With fewer labels the judge's errors cannot be estimated. */
const FEWEST_LABELS = 30

export type CorrectedInterval = {
  readonly lo: number
  readonly hi: number
  readonly method: 'ppi-t-pseudo-pairs'
  readonly unit: 'row'
  readonly level: number
}

export type CorrectedMean = {
  /** The mean human score over the population of the rows, in [0, 1]; `null` without a labelled row. */
  readonly estimate: number | null
  /** The weight of the judge's scores: 0 uses people's scores alone, 1 the judge's mean minus its mean error. */
  readonly lambda: number
  readonly interval: CorrectedInterval | null
  /** Why there is no interval; `null` if there is one. */
  readonly noInterval: string | null
  readonly labelled: number
  readonly unlabelled: number
  /** For `labelsNeeded`; `null` without a labelled row. */
  readonly moments: RowMoments | null
}

/**
 * The mean human score over all rows, from a few labels and a judge's score everywhere: PPI++ (Angelopoulos, Duchi and Zrnic, 2023),
 * estimate = mean(y) + λ (mean(u) − mean(f)) clipped to [0, 1], λ in [0, 1] tuned to the shortest interval. For the interval, the two pairs
 * (human 0, judge 1) and (human 1, judge 0) are added to the labelled rows, and 0 and 1 to the unlabelled ones: t with labelled + 1 degrees of
 * freedom around the enlarged estimate, clipped to [0, 1] and widened if needed to contain the estimate. With λ = 0 it is the interval
 * of `createMeanEstimator`; where the judge would not make it shorter, λ is 0.
 *
 * Rows must be independent. Where several belong to one document or question, give the mean of each as one row.
 *
 * @throws RangeError for lists of different length, a score outside [0, 1] and a level outside (0, 1).
 */
export function correctedMean(rows: LabelledRows, { level = 0.95 }: { readonly level?: number } = {}): CorrectedMean {
  checkLevel(level, 'correctedMean')
  checkLabelledRows(rows, 'correctedMean')
  const counts = { labelled: rows.human.length, unlabelled: rows.judgeUnlabelled.length }
  if (counts.labelled === 0) return { estimate: null, lambda: 0, interval: null, noInterval: 'no labelled row', ...counts, moments: null }
  const moments = momentsOf(rows)
  const [alone, tuned] = [withEnds(moments, enlargedRows(moments, level, 0)), withEnds(moments, enlargedRows(moments, level))]
  const { lambda, estimate, lo, hi } = tuned.hi - tuned.lo < alone.hi - alone.lo ? tuned : alone
  if (counts.labelled < FEWEST_LABELS) {
    const noInterval = `${counts.labelled} labelled row${counts.labelled === 1 ? '' : 's'}: an interval needs at least ${FEWEST_LABELS}`
    return { estimate, lambda, interval: null, noInterval, ...counts, moments }
  }
  const interval = { lo, hi, method: 'ppi-t-pseudo-pairs', unit: 'row', level } as const
  return { estimate, lambda, interval, noInterval: null, ...counts, moments }
}

function withEnds(
  moments: RowMoments,
  { lambda, centre, reach }: EnlargedRows,
): Ends & { readonly lambda: number; readonly estimate: number } {
  const estimate = cut(moments.humanMean + lambda * (moments.unlabelledMean - moments.judgeMean))
  return { lambda, estimate, lo: Math.min(estimate, cut(centre - reach)), hi: Math.max(estimate, cut(centre + reach)) }
}

function cut(value: number): number {
  return Math.min(1, Math.max(0, value))
}
