import type { RunSummary } from '@assay/runner'
import { causesText, scoredText, spreadOf } from '../figures/metric-texts.ts'
import { JUDGE_NOTE } from '../figures/run-texts.ts'
import { shownNumber } from '../figures/shown-number.ts'
import { forTerminal } from '../escaping/for-terminal.ts'

/**
 * A finished run as a table in plain text, a line for each metric: its mean, its interval, and how many rows were scored. Use a reporter
 * for a page with the worst rows.
 */
export function resultTable({ run, metrics }: RunSummary): string {
  const rows = run.metrics.flatMap((metric) => {
    const found = metrics[metric.name]
    if (found === undefined) return []
    const { span, about, cautions } = spreadOf(metric, found)
    const judged = metric.evidence === 'judge' && found.mean !== null ? [JUDGE_NOTE] : []
    const unscored = found.unscored === 0 ? [] : [`unscored: ${causesText(found)}`]
    const cells = [
      metric.name,
      found.mean === null ? '-' : shownNumber(found.mean),
      span ?? '-',
      scoredText(found),
      [found.mean === null ? 'nothing was scored' : about, ...cautions, ...unscored, ...judged].join('; '),
    ]
    return [cells.map(forTerminal)]
  })
  const table = [['metric', 'mean', 'span', 'rows', ''], ...rows]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...table.map((cells) => Array.from(cells[at] ?? '').length)))
  return table
    .map(
      (cells) =>
        `${cells
          .map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - Array.from(cell).length)))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
