import type { AnyMetric, Sample } from '@assay/core'
import { rankRuns } from '@assay/stats'
import type { SeveralComparison, SeveralRun } from '../comparison/several-comparison.ts'
import { comparisonPage } from '../comparison/page/comparison-page.ts'
import { createPageRows } from '../comparison/page/page-rows.ts'
import { createJsonReporter } from '../json/json-reporter.ts'
import { finishedRun, memorySink, reported, sampleMetrics } from './sample-run.ts'

type ReportRow = { readonly id: string; readonly scores: Readonly<Record<string, { readonly value: number | null }>> } & Readonly<Record<string, unknown>>

export type ComparedRuns = { readonly comparison: SeveralComparison; readonly reports: readonly (readonly ReportRow[])[] }

export type ComparedOptions = {
  readonly metrics?: readonly AnyMetric[]
  readonly samples?: boolean
  readonly direction?: 'maximize' | 'minimize'
  readonly effort?: readonly Partial<SeveralRun>[]
}

/** Runs over the same rows through the runner, by label, and their comparison. */
export async function comparedRuns(runs: Readonly<Record<string, readonly Sample[]>>, options: ComparedOptions = {}): Promise<ComparedRuns> {
  const { metrics = sampleMetrics, samples, direction = 'maximize', effort = [] } = options
  const labels = Object.keys(runs)
  const reports: ReportRow[][] = []
  for (const rows of Object.values(runs)) {
    const sink = memorySink()
    await reported(createJsonReporter(sink, { samples }), await finishedRun(rows, metrics))
    reports.push(JSON.parse(sink.text()).rows)
  }
  const rows = (reports[0] ?? []).map((row, at) => ({ row, ofRow: reports.map((report) => report[at]) }))
  const scoresOf = (name: string) => rows.map(({ ofRow }) => ofRow.map((row) => row?.scores[name]?.value ?? null))
  const comparison: SeveralComparison = {
    schemaVersion: 1,
    kind: 'runs',
    differs: [],
    runs: labels.map((label, at) => ({
      label,
      file: `${label}.json`,
      run: `run-${at}`,
      rows: rows.length,
      notInAll: { count: 0, ids: [] },
      calls: 0,
      tokens: 0,
      cost: 0,
      costIsBound: false,
      p50: null,
      ...effort[at],
    })),
    baseline: null,
    rows: { joined: rows.length, changed: { count: 0, ids: [] }, inOrder: 0 },
    metrics: Object.fromEntries(
      metrics.map(({ name, signature, kind }) => {
        const values = scoresOf(name)
        const found = rankRuns(values.map((ofRow) => ({ values: ofRow })), { runs: labels.length, direction })
        const label = (run: number): string => labels[run] ?? ''
        return [
          name,
          {
            direction,
            evidence: kind === 'llm' ? 'judge' : 'exact',
            signature,
            used: found.used,
            unscored: { count: found.unscored.length, ids: found.unscored.map((at) => rows[at]?.row.id ?? '') },
            notAsked: { count: 0, ids: [] },
            unit: found.unit,
            clusters: found.clusters,
            level: found.level,
            exact: found.exact,
            noInterval: found.noInterval,
            table: found.standings.map(({ run, mean, difference, interval, p, letters, verdict, unscored }) => ({ label: label(run), mean, difference, interval, p, letters, verdict, unscored })),
            best: found.best?.map(label) ?? null,
            pairs: found.pairs.map(({ a, b, difference, interval, p }) => ({ a: label(a), b: label(b), difference, interval, p })),
          },
        ]
      }),
    ),
    curves: [],
    gates: [],
    notes: [],
    scores: rows.map(({ row, ofRow }) => ({
      id: row.id,
      scores: Object.fromEntries(metrics.map(({ name }) => [name, ofRow.map((one) => one?.scores[name]?.value ?? null)])),
    })),
  }
  return { comparison, reports }
}

/** The page of a comparison, with the first `rows` of its rows. */
export function pageOfRuns({ comparison, reports }: ComparedRuns, limits = { rows: 2000, bytes: 48 * 1024 * 1024 }): string {
  const rows = createPageRows(comparison, limits)
  for (const [run, report] of reports.entries()) for (const [at, row] of report.entries()) rows.add(at, run, row)
  return Array.from(comparisonPage(comparison, rows.result())).join('')
}
