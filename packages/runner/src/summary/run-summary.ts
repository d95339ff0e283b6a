import { addUsage, type AnyMetric, type MetricConfig, type MetricKind, noUsage, type Usage } from '@assay/core'
import type { EvaluatedRow } from '../rows/data-row.ts'
import type { Stopped } from '../calls/failure-watch.ts'
import type { Cost } from '../money/cost.ts'
import { createGroupComparer } from './group-comparison.ts'
import { createGroupColumns } from './group-columns.ts'
import { createMetricSummarizer, evidenceOf, type MetricSummarizer, type MetricSummary } from './metric-summary.ts'
import type { Uncached } from './effort.ts'
import type { LatencySummary } from './latencies.ts'
import { createSkippedSummarizer, type SkippedSummary } from './skipped-summary.ts'

export type RunMetric = {
  readonly name: string
  readonly version: string
  readonly signature: string
  /** Other signatures of rows, if they were judged by different judges. */
  readonly otherSignatures?: readonly string[]
  readonly config: MetricConfig | null
  readonly kind: MetricKind
  /** What the scores rest on: rules alone, a model's judgement, or a screen's. */
  readonly evidence: 'exact' | 'judge' | 'screen'
  readonly direction: 'maximize' | 'minimize'
}

/** What only the code that starts a run knows about it. */
export type RunAbout = {
  /** Its name beside other runs. */
  readonly label?: string | undefined
  /** Its data files, by the names that the user gave. */
  readonly data?: readonly string[] | undefined
}

/** What is known of a run when it begins. */
export type RunInfo = RunAbout & {
  /** Sorts by time: `20261128T101500Z-3f9a2c`. */
  readonly id: string
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly assayVersion: string
  /** If a function chooses each row's metrics, those known so far: all of them are in the summary. */
  readonly metrics: readonly RunMetric[]
}

/**
 * A finished run without its rows: a result file is this with `rows`, and calls `metrics` its `summary`. Its cost is that of the requests
 * of this run, failed ones included.
 */
export type RunSummary = Cost & {
  readonly schemaVersion: 1
  readonly run: RunInfo & {
    /** ISO 8601, UTC. */
    readonly finishedAt: string
    /** Measured duration in milliseconds. The two times of day come from a clock that may have been set meanwhile. */
    readonly durationMs: number
  }
  /** By name: the mean of each, its interval, why rows are unscored. */
  readonly metrics: Readonly<Record<string, MetricSummary>>
  /** Over all scores, unscored ones included. */
  readonly usage: Usage
  /** What the run would have used without cached replies. Absent if there were none. */
  readonly uncached?: Uncached
  /** How long the called models took, in milliseconds; cached replies count with their original time. Absent without replies. */
  readonly latencyMs?: LatencySummary
  /** Why the cost is not known, or is a bound, in a few words that name the models: `no price for openai:x`. Absent if it is exact. */
  readonly costNote?: string
  /** What the user should know about the run as a whole, a sentence each. */
  readonly warnings?: readonly string[]
  /** Requested checks that could not be run; absent if there is none. */
  readonly skipped?: SkippedSummary
  /** Set if the run ended early: the rows finished until then are complete. */
  readonly stopped?: Stopped
}

export function runMetric(metric: AnyMetric, others: readonly AnyMetric[] = []): RunMetric {
  const { name, version, signature, config, kind, direction } = metric
  const plain = { name, version, signature, config, kind, evidence: evidenceOf(metric), direction }
  return others.length === 0 ? plain : { ...plain, otherSignatures: others.map((other) => other.signature) }
}

export type RunSummarizer = {
  /** A metric that rows may use from now on. */
  readonly begin: (metric: AnyMetric) => void
  readonly add: (rows: readonly EvaluatedRow[]) => void
  readonly finish: (
    run: RunInfo,
    end: {
      readonly finishedAt: string
      readonly durationMs: number
      readonly stopped: Stopped | undefined
      readonly cost: Cost
      readonly costNote?: string | undefined
      readonly uncached?: Uncached | undefined
      readonly latencyMs?: LatencySummary | undefined
      readonly warnings: readonly string[]
    },
  ) => RunSummary
}

/** @param groupBy columns by which rows are grouped: see `RowResult`. */
export function createRunSummarizer(groupBy: readonly string[] = []): RunSummarizer {
  const summarizers: { readonly metric: AnyMetric; readonly summarizer: MetricSummarizer }[] = []
  const columns = createGroupColumns(groupBy)
  const comparers = groupBy.map((column) => ({ column, comparer: createGroupComparer() }))
  const skipped = createSkippedSummarizer()
  let usage: Usage = noUsage

  function groupsIn(row: EvaluatedRow): (string | null)[] {
    const groups = groupBy.map((column) => row.result.groups?.[column] ?? null)
    columns.see(row, groups)
    for (const [at, { comparer }] of comparers.entries()) comparer.add(row, groups[at] ?? null)
    return groups
  }

  return {
    begin(metric) {
      summarizers.push({ metric, summarizer: createMetricSummarizer(metric, groupBy) })
    },
    add(rows) {
      for (const row of rows) {
        const { result } = row
        if (result.skipped !== undefined) skipped.add(result.skipped)
        const groups = groupBy.length === 0 ? undefined : groupsIn(row)
        for (const { metric, summarizer } of summarizers) {
          const score = result.scores[metric.name]
          if (score === undefined) continue
          summarizer.add(score, result, groups)
          usage = addUsage(usage, score.usage)
        }
      }
    },
    finish(run, { finishedAt, durationMs, stopped, cost, costNote, uncached, latencyMs, warnings }) {
      const results = summarizers.map(({ metric, summarizer }) => {
        const compared = comparers.flatMap(({ column, comparer }) => {
          const found = comparer.result(metric)
          return found === undefined ? [] : [[column, found] as const]
        })
        const own = summarizer.result()
        return [metric.name, compared.length === 0 ? own : { ...own, comparisons: Object.fromEntries(compared) }] as const
      })
      const ofMetrics = results.flatMap(([, { detail }]) => (typeof detail?.['warning'] === 'string' ? [detail['warning']] : []))
      const all = [...warnings, ...columns.missing(), ...ofMetrics]
      const left = skipped.result()
      return {
        schemaVersion: 1,
        run: { ...run, finishedAt, durationMs },
        metrics: Object.fromEntries(results),
        usage,
        ...cost,
        ...(costNote === undefined ? {} : { costNote }),
        ...(uncached === undefined ? {} : { uncached }),
        ...(latencyMs === undefined ? {} : { latencyMs }),
        ...(all.length === 0 ? {} : { warnings: all }),
        ...(left === undefined ? {} : { skipped: left }),
        ...(stopped === undefined ? {} : { stopped }),
      }
    },
  }
}
