import type { EvaluatedRow, RunInfo } from '@assay/runner'
import type { Reporter } from './reporter.ts'
import type { FirstUnscored } from './run-page.ts'
import type { TerminalPageOptions } from './terminal-page.ts'
import type { TextSink } from './text-sink.ts'
import { createWorstRows } from './worst-rows.ts'

const WORST_ROWS = 5

export type TerminalReporterOptions = TerminalPageOptions & { readonly sink: TextSink }

/** A run for people: every metric with its interval, why rows have no score, and the worst rows with what they lack. */
export function createTerminalReporter({ sink, ...options }: TerminalReporterOptions): Reporter {
  let metrics: RunInfo['metrics'] = []
  let worst = createWorstRows([], WORST_ROWS)
  let rowCount = 0
  const unscored = new Map<string, FirstUnscored>()

  function see(row: EvaluatedRow): void {
    rowCount += 1
    worst.add(row)
    for (const { name } of metrics) {
      const score = row.result.scores[name]
      if (score?.status !== 'unscored') continue
      const key = `${score.cause} ${name}`
      if (!unscored.has(key)) unscored.set(key, { metric: name, cause: score.cause, id: row.result.id, reason: score.reason })
    }
  }

  return {
    begin(run) {
      metrics = run.metrics
      worst = createWorstRows(metrics, WORST_ROWS)
      return sink.open()
    },
    rows(rows) {
      for (const row of rows) see(row)
    },
    async end(summary) {
      // Loaded only now: measuring text takes tables that a run without this page need not wait for.
      const { runPage } = await import('./run-page.ts')
      await sink.write(runPage({ summary, metrics, rowCount, unscored: Array.from(unscored.values()), worst: worst.list() }, options))
      return sink.close()
    },
    abandon: () => sink.discard(),
  }
}
