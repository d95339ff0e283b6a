import { counted, forTerminal, JUDGE_NOTE, shownCount, shownNumber } from '@assay/reporters'
import { wrapText } from '@assay/reporters/parts'
import type { NamedCount } from '@assay/reporters/comparison'
import type { ChangedRow, ComparedMetric, Comparison } from '../comparison.ts'
import { differenceBasis, evidenceText, figuresOf, pairCounts, shownRows, type ShownRows } from './comparison-facts.ts'

const ID_COLUMNS = 32

/** A comparison for a terminal of `width` columns. What stems from data or judges is neutral in it. */
export function comparisonText(comparison: Comparison, width: number): string {
  const lines: string[] = []
  /** Wrapped, with what follows the first line one step further in. */
  const say = (text: string, indent = 0): void => {
    const [first = '', ...rest] = wrapText(text, width - indent - 2)
    lines.push(' '.repeat(indent) + first, ...rest.map((line) => ' '.repeat(indent + 2) + line))
  }
  const { differs, a, b, rows, metrics, gates, notes } = comparison
  for (const text of differs) say(`differs  ${forTerminal(text)}`)
  if (differs.length > 0) lines.push('')
  say(`A  ${forTerminal(a.file)}  ${counted(a.rows, 'row')}`)
  say(`B  ${forTerminal(b.file)}  ${counted(b.rows, 'row')}`)
  say(`${counted(rows.pairs, 'pair')} of rows${namedText(', only in A ', rows.onlyInA)}${namedText(', only in B ', rows.onlyInB)}`)
  if (rows.inOrder > 0) say(`${counted(rows.inOrder, 'pair')} of rows without ids that ask the same as others: paired in their order`)
  for (const note of notes) say(`note: ${forTerminal(note)}`)
  for (const [name, metric] of Object.entries(metrics)) {
    lines.push('')
    metricLines(name, metric)
  }
  if (gates.length > 0) lines.push('')
  for (const { text, held } of gates) say(`${held ? 'held  ' : 'FAILED'}  ${forTerminal(text)}`)
  return `${lines.join('\n')}\n`

  function metricLines(name: string, metric: ComparedMetric): void {
    say(`${forTerminal(name)}  ${figuresOf(metric).join('  ')}`)
    say(differenceBasis(metric), 2)
    if (metric.evidence === 'judge' && metric.pairs > 0) say(JUDGE_NOTE, 2)
    say(pairCounts(metric), 2)
    const { claimLists } = metric
    if (claimLists !== null && claimLists.count > 0) {
      say(`the reference was split into other claims in ${namedText('', claimLists)} of ${shownCount(claimLists.compared)} pairs`, 2)
    }
    for (const shown of shownRows(metric)) {
      lines.push('')
      say(shown.title, 2)
      for (const row of shown.rows) rowLines(row, shown.column)
    }
  }

  function rowLines(row: ChangedRow, column: ShownRows['column']): void {
    say(`${wrapText(forTerminal(row.id), ID_COLUMNS, { maxLines: 1 })[0] ?? ''}  ${shownNumber(row.a)} -> ${shownNumber(row.b)}`, 4)
    for (const one of row[column]) say(`- ${column} ${evidenceText(one, forTerminal)}`, 6)
  }
}

function namedText(before: string, { count, ids }: NamedCount): string {
  if (count === 0) return ''
  return `${before}${shownCount(count)} (${ids.map(forTerminal).join(', ')}${count > ids.length ? ', …' : ''})`
}
