import { addUsage, type AnyMetric, type MetricConfig, type MetricKind, noUsage, type Usage } from '@assay/core'
import type { RowResult } from './data-row.ts'
import type { Stopped } from './failure-watch.ts'
import { createMetricSummarizer, evidenceOf, type MetricSummary } from './metric-summary.ts'

export type RunMetric = {
  readonly name: string
  readonly version: string
  readonly signature: string
  readonly config: MetricConfig | null
  readonly kind: MetricKind
  /** What the scores rest on: rules alone, a model's judgement, or a screen's. */
  readonly evidence: 'exact' | 'judge' | 'screen'
  readonly direction: 'maximize' | 'minimize'
}

/** What is known of a run when it begins. */
export type RunInfo = {
  /** Sorts by time: `20261128T101500Z-3f9a2c`. */
  readonly id: string
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly assayVersion: string
  readonly metrics: readonly RunMetric[]
}

/** A finished run without its rows: a result file is this with `rows`. */
export type RunSummary = {
  readonly schemaVersion: 1
  readonly run: RunInfo & { readonly finishedAt: string }
  /** By metric name. */
  readonly summary: Readonly<Record<string, MetricSummary>>
  /** Over all scores, unscored ones included. */
  readonly usage: Usage
  /** `null` where prices are unknown. */
  readonly cost: number | null
  /** Set where the run ended before its data: the rows finished until then are whole. */
  readonly stopped?: Stopped
}

export function runMetric(metric: AnyMetric): RunMetric {
  const { name, version, signature, config, kind, direction } = metric
  return { name, version, signature, config, kind, evidence: evidenceOf(metric), direction }
}

export type RunSummarizer = {
  readonly add: (rows: readonly { readonly result: RowResult }[]) => void
  readonly finish: (run: RunInfo, finishedAt: string, stopped: Stopped | undefined) => RunSummary
}

export function createRunSummarizer(metrics: readonly AnyMetric[]): RunSummarizer {
  const summarizers = metrics.map((metric) => ({ name: metric.name, summarizer: createMetricSummarizer(metric) }))
  let usage: Usage = noUsage
  return {
    add(rows) {
      for (const { result } of rows) {
        for (const { name, summarizer } of summarizers) {
          const score = result.scores[name]
          if (score === undefined) continue
          summarizer.add(score, result.cluster)
          usage = addUsage(usage, score.usage)
        }
      }
    },
    finish(run, finishedAt, stopped) {
      return {
        schemaVersion: 1,
        run: { ...run, finishedAt },
        summary: Object.fromEntries(summarizers.map(({ name, summarizer }) => [name, summarizer.result()])),
        usage,
        cost: null,
        ...(stopped === undefined ? {} : { stopped }),
      }
    },
  }
}
