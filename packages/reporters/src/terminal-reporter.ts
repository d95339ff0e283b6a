import type { EvaluatedRow, RunInfo, RunSummary } from '@assay/runner'
import { forTerminal } from './for-terminal.ts'
import { metricBlock } from './metric-block.ts'
import type { Reporter } from './reporter.ts'
import { rowBlock } from './row-block.ts'
import { counted, shownCount } from './shown-number.ts'
import { createTerminalPage, type TerminalPage, type TerminalPageOptions } from './terminal-page.ts'
import type { TextSink } from './text-sink.ts'
import { createWorstRows } from './worst-rows.ts'

const WORST_ROWS = 5

export type TerminalReporterOptions = TerminalPageOptions & { readonly sink: TextSink }

/** The first of the rows that one metric left unscored for one cause. */
type FirstUnscored = { readonly metric: string; readonly cause: string; readonly id: string; readonly reason: string }

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
      const page = createTerminalPage(options)
      head(page, summary, rowCount)
      for (const metric of metrics) {
        const found = summary.summary[metric.name]
        if (found === undefined) continue
        page.blank()
        metricBlock(page, metric, found)
      }
      if (unscored.size > 0) unscoredSection(page, Array.from(unscored.values()))
      const rows = worst.list()
      if (rows.length > 0) heading(page, 'Worst rows')
      for (const row of rows) rowBlock(page, row, metrics)
      await sink.write(page.text())
      return sink.close()
    },
    abandon: () => sink.discard(),
  }
}

function head(page: TerminalPage, { run, usage, stopped }: RunSummary, rowCount: number): void {
  const seconds = (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000
  page.flow([`${counted(rowCount, 'row')} in ${seconds.toFixed(1)} s`, { text: `run ${forTerminal(run.id)}`, look: 'faint' }], 0)
  if (usage.calls > 0) {
    page.flow([counted(usage.calls, 'call'), `${tokens(usage.inputTokens)} input tokens`, `${tokens(usage.outputTokens)} output tokens`], 0)
  }
  if (stopped !== undefined) page.paragraph({ text: `Stopped early: ${forTerminal(stopped.reason)}`, look: 'bad' }, 0)
}

function unscoredSection(page: TerminalPage, found: readonly FirstUnscored[]): void {
  heading(page, 'Unscored, the first of each kind')
  for (const { metric, cause, id, reason } of found) {
    page.flow([{ text: forTerminal(id), look: 'strong' }, forTerminal(metric), { text: forTerminal(cause), look: 'warn' }], 2)
    page.paragraph({ text: forTerminal(reason), look: 'faint' }, 4, 3)
  }
}

function heading(page: TerminalPage, text: string): void {
  page.blank()
  page.flow([{ text, look: 'strong' }], 0)
}

function tokens(count: number | null): string {
  return count === null ? 'unknown' : shownCount(count)
}
