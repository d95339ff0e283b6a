import type { RunSummary, SkippedSummary } from '@assay/runner'
import type { FirstUnscored, RowDigest } from '../figures/row-digest.ts'
import { gateWord, rowGatesText, runLength } from '../figures/run-texts.ts'
import { skippedReason, skippedText } from '../figures/skipped-text.ts'
import { usageTexts } from '../figures/usage-texts.ts'
import { forTerminal } from '../escaping/for-terminal.ts'
import type { GateResult, ReportExtras } from '../reporter.ts'
import { metricBlock } from './metric-block.ts'
import { rowBlock } from './row-block.ts'
import { createTerminalPage, type TerminalPage, type TerminalPageOptions } from './terminal-page.ts'

const GATE_LOOKS = { held: 'good', failed: 'bad', undecided: 'warn' } as const

export type FinishedRun = RowDigest & ReportExtras & { readonly summary: RunSummary }

/** A finished run as one page of text. */
export function runPage({ summary, gates = [], ...rows }: FinishedRun, options: TerminalPageOptions): string {
  const page = createTerminalPage(options)
  const { metrics } = summary.run
  head(page, summary, rows)
  for (const metric of metrics) {
    const found = summary.metrics[metric.name]
    if (found === undefined) continue
    page.blank()
    metricBlock(page, metric, found)
  }
  if (gates.length > 0) gatesSection(page, gates)
  if (summary.skipped !== undefined) skippedSection(page, summary.skipped)
  if (rows.unscored.length > 0) unscoredSection(page, rows.unscored)
  if (rows.worst.length > 0) heading(page, 'Worst rows')
  for (const row of rows.worst) rowBlock(page, row, metrics)
  return page.text()
}

function head(page: TerminalPage, summary: RunSummary, { rowCount, rowGates }: Pick<RowDigest, 'rowCount' | 'rowGates'>): void {
  const { run, skipped, stopped, warnings = [] } = summary
  page.flow([runLength(summary, rowCount), { text: `run ${forTerminal(run.id)}`, look: 'faint' }], 0)
  const usage = usageTexts(summary)
  if (usage.length > 0) page.flow(usage.map(forTerminal), 0)
  if (rowGates !== undefined) page.flow([rowGatesText(rowGates)], 0)
  if (skipped !== undefined) page.paragraph({ text: forTerminal(skippedText(skipped)), look: 'warn' }, 0)
  if (stopped !== undefined) page.paragraph({ text: `Stopped early: ${forTerminal(stopped.reason)}`, look: 'bad' }, 0)
  for (const warning of warnings) page.paragraph({ text: `warning: ${forTerminal(warning)}`, look: 'warn' }, 0)
}

function gatesSection(page: TerminalPage, gates: readonly GateResult[]): void {
  heading(page, 'Gates')
  for (const gate of gates) {
    const word = gateWord(gate)
    page.flow([{ text: word, look: GATE_LOOKS[word] }, forTerminal(gate.text)], 2)
    if (gate.note !== undefined) page.paragraph({ text: forTerminal(gate.note), look: 'faint' }, 4)
  }
}

function skippedSection(page: TerminalPage, { kinds }: SkippedSummary): void {
  heading(page, 'Skipped')
  for (const kind of kinds) {
    page.flow([{ text: forTerminal(kind.name), look: 'strong' }], 2)
    page.paragraph({ text: forTerminal(skippedReason(kind)), look: 'faint' }, 4)
  }
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
