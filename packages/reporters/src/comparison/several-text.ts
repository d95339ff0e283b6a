import { JUDGE_NOTE } from '../figures/run-texts.ts'
import { counted, shownCount, shownNumber } from '../figures/shown-number.ts'
import { forTerminal } from '../escaping/for-terminal.ts'
import { wrapText } from '../terminal/fit-text.ts'
import type { SeveralComparison, SeveralMetric } from './several-comparison.ts'
import {
  bestText,
  differenceText,
  differingRows,
  differingTitle,
  effortTexts,
  hasEffort,
  joinedText,
  meanText,
  namedText,
  severalBasis,
  standingText,
  usedText,
} from './several-texts.ts'
import { textTable } from '../terminal/text-table.ts'

const LABEL_COLUMNS = 24
const ID_COLUMNS = 32
const NUMBERS = new Set(['mean', 'rows', 'unscored', 'tokens', 'cost', 'p50'])

/** Several runs for a terminal of `width` columns. What stems from data, labels or judges is escaped. */
export function severalText(comparison: SeveralComparison, width: number): string {
  const lines: string[] = []
  /** Wrapped, with what follows the first line one step further in. */
  const say = (text: string, indent = 0): void => {
    const [first = '', ...rest] = wrapText(text, width - indent - 2)
    lines.push(' '.repeat(indent) + first, ...rest.map((line) => ' '.repeat(indent + 2) + line))
  }
  const { differs, runs, baseline, rows, metrics, gates, notes } = comparison
  for (const text of differs) say(`differs  ${forTerminal(text)}`)
  if (differs.length > 0) lines.push('')
  const withEffort = hasEffort(runs)
  const files = Math.max(12, width - LABEL_COLUMNS - (withEffort ? 40 : 14))
  lines.push(
    ...textTable(
      ['run', 'report', 'rows', ...(withEffort ? ['tokens', 'cost', 'p50'] : [])],
      runs.map((run) => [
        fitted(run.label, LABEL_COLUMNS),
        fitted(run.file, files),
        shownCount(run.rows),
        ...(withEffort ? effortTexts(run) : []),
      ]),
      NUMBERS,
    ),
    '',
  )
  say(joinedText(comparison))
  for (const { label, notInAll } of runs)
    if (notInAll.count > 0) say(`${forTerminal(label)}: ${namedText(notInAll, 'not in every run', forTerminal)}`)
  if (rows.inOrder > 0) say(`${counted(rows.inOrder, 'row')} without ids that ask the same as others: joined in their order`)
  for (const note of notes) say(`note: ${forTerminal(note)}`)
  for (const [name, metric] of Object.entries(metrics)) {
    lines.push('')
    metricLines(name, metric)
  }
  const differing = differingRows(comparison)
  if (differing.rows.length > 0) {
    lines.push('')
    say(differingTitle(differing.rows.length, differing.count))
    for (const { id, metric, values } of differing.rows) {
      const held = values.map((value, run) => `${forTerminal(runs[run]?.label ?? '')} ${value === null ? '-' : shownNumber(value)}`)
      say(`${fitted(id, ID_COLUMNS)}  ${forTerminal(metric)}: ${held.join(', ')}`, 2)
    }
  }
  if (gates.length > 0) lines.push('')
  for (const { text, held } of gates) say(`${held ? 'held  ' : 'FAILED'}  ${forTerminal(text)}`)
  return `${lines.join('\n')}\n`

  function metricLines(name: string, metric: SeveralMetric): void {
    say(forTerminal(name))
    const table = textTable(
      [
        'run',
        'mean',
        baseline === null ? 'to the best mean' : 'to the baseline',
        baseline === null ? 'letters' : 'shown',
        'rows',
        'unscored',
      ],
      metric.table.map((line) => [
        fitted(line.label, LABEL_COLUMNS),
        meanText(line),
        differenceText(line, baseline),
        standingText(line),
        shownCount(metric.used),
        shownCount(line.unscored),
      ]),
      NUMBERS,
    )
    lines.push(...table.map((line) => `  ${line}`))
    say(bestText(metric, baseline, forTerminal), 2)
    const basis = severalBasis(metric)
    if (basis !== '') say(basis, 2)
    if (metric.evidence === 'judge' && metric.used > 0) say(JUDGE_NOTE, 2)
    say(usedText(metric, rows.joined, forTerminal), 2)
  }
}

function fitted(text: string, columns: number): string {
  return wrapText(forTerminal(text), columns, { maxLines: 1 })[0] ?? ''
}
