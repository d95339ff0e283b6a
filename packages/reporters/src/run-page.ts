import type { EvaluatedRow, RunMetric, RunSummary } from '@assay/runner'
import { forTerminal } from './for-terminal.ts'
import { metricBlock } from './metric-block.ts'
import { rowBlock } from './row-block.ts'
import { counted, shownCount } from './shown-number.ts'
import { createTerminalPage, type TerminalPage, type TerminalPageOptions } from './terminal-page.ts'

/** The first of the rows that one metric left unscored for one cause. */
export type FirstUnscored = { readonly metric: string; readonly cause: string; readonly id: string; readonly reason: string }

export type FinishedRun = {
  readonly summary: RunSummary
  readonly metrics: readonly RunMetric[]
  readonly rowCount: number
  readonly unscored: readonly FirstUnscored[]
  readonly worst: readonly EvaluatedRow[]
}

/** A finished run as one page of text. */
export function runPage({ summary, metrics, rowCount, unscored, worst }: FinishedRun, options: TerminalPageOptions): string {
  const page = createTerminalPage(options)
  head(page, summary, rowCount)
  for (const metric of metrics) {
    const found = summary.summary[metric.name]
    if (found === undefined) continue
    page.blank()
    metricBlock(page, metric, found)
  }
  if (unscored.length > 0) unscoredSection(page, unscored)
  if (worst.length > 0) heading(page, 'Worst rows')
  for (const row of worst) rowBlock(page, row, metrics)
  return page.text()
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
    page.paragraph({ text: forTerminal(reason), look: 'faint' }, 4)
  }
}

function heading(page: TerminalPage, text: string): void {
  page.blank()
  page.flow([{ text, look: 'strong' }], 0)
}

function tokens(count: number | null): string {
  return count === null ? 'unknown' : shownCount(count)
}
