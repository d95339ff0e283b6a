import type { AnyMetric, JsonObject, Score, ScoredScore, UnscoredCause } from '@assay/core'
import { addTo, createDistribution, createMeanEstimator, emptySum, type MeanInterval, type Quantiles, totalOf } from '@assay/stats'
import type { RowResult } from '../rows/data-row.ts'
import type { GroupComparison } from './group-comparison.ts'
import { createGroupTable, type GroupSummary, NO_SCREEN_INTERVAL } from './group-table.ts'

/** One metric over all rows of a run. */
export type MetricSummary = {
  /** Over the scored rows; `null` if none was scored. */
  readonly mean: number | null
  readonly interval: MeanInterval | null
  /** Why there is no interval; `null` if there is one. */
  readonly noInterval: string | null
  /** The mean over all rows with the unscored ones at 0 … at 1; `null` only over no rows. */
  readonly bounds: readonly [lo: number, hi: number] | null
  /**
   * The mean with undecided claims all unsupported … all supported; a row without a range counts with its value at both ends. `null` if
   * no row has one, except on a screen's mean.
   */
  readonly range: readonly [lo: number, hi: number] | null
  readonly median: number | null
  readonly quantiles: Quantiles | null
  /** The largest error of a quantile: 0 up to 4,096 distinct values, 2⁻¹⁴ beyond. */
  readonly quantileError: number
  /** Counts in ten equal bins over [0, 1], the last one closed. */
  readonly histogram: readonly number[]
  /** Between rows. */
  readonly stddev: number | null
  /** Within rows: the root of the mean variance (n − 1) of a row's scored repeats; `null` if no row has two. */
  readonly repeatStddev: number | null
  readonly min: number | null
  readonly max: number | null
  readonly scored: number
  readonly unscored: number
  readonly total: number
  /** Unscored rows by cause, the most frequent first. */
  readonly causes: { readonly [Cause in UnscoredCause]?: number }
  /** By the column that rows were grouped by, as in `metadata.topic`. Empty without grouping. */
  readonly groups: Readonly<Record<string, readonly GroupSummary[]>>
  /** By column, if its groups have the same rows: their comparison. Absent if none do. */
  readonly comparisons?: Readonly<Record<string, GroupComparison>>
  /** The metric's own summary of the run (`Metric.summarize`); `null` if it has none. */
  readonly detail: JsonObject | null
}

/** What the scores of a metric rest on; a model's judgement unless an LLM metric declares otherwise. */
export function evidenceOf({ evidence, kind }: AnyMetric): 'exact' | 'judge' | 'screen' {
  return evidence ?? (kind === 'llm' ? 'judge' : 'exact')
}

export type MetricSummarizer = {
  /** `groups` are the row's values in the columns that rows are grouped by, in their order. */
  readonly add: (score: Score, row: Pick<RowResult, 'id' | 'cluster'>, groups?: readonly (string | null)[]) => void
  readonly result: () => MetricSummary
}

/** Sums up one metric as its scores arrive, in bounded memory (apart from named clusters). */
export function createMetricSummarizer(metric: AnyMetric, groupBy: readonly string[] = []): MetricSummarizer {
  const means = createMeanEstimator()
  const distribution = createDistribution()
  const causes = new Map<UnscoredCause, number>()
  const [low, high] = [emptySum(), emptySum()]
  const detail = summarizeDetail(metric)
  const isScreen = evidenceOf(metric) === 'screen'
  const tables = groupBy.map((column) => ({ column, table: createGroupTable(isScreen) }))
  const within = { sum: 0, rows: 0 }
  let hasRange = isScreen
  let unscored = 0

  return {
    add(score, row, groups) {
      const { cluster } = row
      detail?.add(score, row)
      for (let at = 0; at < tables.length; at += 1) tables[at]?.table.add(groups?.[at] ?? null, score, cluster)
      if (score.status === 'unscored') {
        unscored += 1
        causes.set(score.cause, (causes.get(score.cause) ?? 0) + 1)
        return
      }
      const { value, range } = score
      means.add(value, cluster)
      distribution.add(value)
      if (range !== undefined) hasRange = true
      addTo(low, range === undefined ? value : range[0])
      addTo(high, range === undefined ? value : range[1])
      if (score.repeats !== undefined) addWithin(within, score.repeats)
    },
    result() {
      const { count, sum, mean, interval, noInterval } = means.result()
      const { min, max, median, quantiles, quantileError, histogram, stddev } = distribution.result()
      const total = count + unscored
      return {
        mean,
        interval: isScreen ? null : interval,
        noInterval: isScreen ? NO_SCREEN_INTERVAL : noInterval,
        bounds: total === 0 ? null : boundsOf({ sum, mean, unscored, total }),
        range: hasRange && count > 0 ? [totalOf(low) / count, totalOf(high) / count] : null,
        median,
        quantiles,
        quantileError,
        histogram,
        stddev,
        repeatStddev: within.rows === 0 ? null : Math.sqrt(within.sum / within.rows),
        min,
        max,
        scored: count,
        unscored,
        total,
        causes: Object.fromEntries(Array.from(causes).sort(([, a], [, b]) => b - a)),
        groups: Object.fromEntries(tables.map(({ column, table }) => [column, table.result()])),
        detail: detail?.result() ?? null,
      }
    },
  }
}

/** Without unscored rows both are exactly the mean: a gate at the mean must hold for either. */
function boundsOf({ sum, mean, unscored, total }: { sum: number; mean: number | null; unscored: number; total: number }): [number, number] {
  return unscored === 0 && mean !== null ? [mean, mean] : [sum / total, (sum + unscored) / total]
}

function addWithin(within: { sum: number; rows: number }, repeats: NonNullable<ScoredScore['repeats']>): void {
  const values = repeats.flatMap((repeat) => (repeat.status === 'scored' ? [repeat.value] : []))
  if (values.length < 2) return
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  within.sum += values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  within.rows += 1
}

/** A metric's own summary. One that throws is lost, with a warning: the scores are complete without it. */
function summarizeDetail(metric: AnyMetric): ReturnType<NonNullable<AnyMetric['summarize']>> | undefined {
  if (metric.summarize === undefined) return undefined
  let fault: string | undefined
  const guarded = <T>(work: () => T): T | undefined => {
    try {
      return fault === undefined ? work() : undefined
    } catch (error) {
      fault = `${metric.name} could not sum up its scores: ${error instanceof Error ? error.message : String(error)}`
      return undefined
    }
  }
  const own = guarded(() => metric.summarize?.())
  return {
    add: (score, row) => guarded(() => own?.add(score, row)),
    result() {
      const found = guarded(() => own?.result())
      return fault === undefined ? (found ?? null) : { note: fault }
    },
  }
}
