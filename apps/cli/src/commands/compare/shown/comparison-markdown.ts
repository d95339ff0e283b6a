import { counted, forMarkdown, JUDGE_NOTE, shownCount, shownNumber } from '@assay/reporters'
import type { NamedCount } from '@assay/reporters/comparison'
import type { ComparedMetric, Comparison } from '../comparison.ts'
import { differenceBasis, evidenceText, figuresOf, pairCounts, shownRows } from './comparison-facts.ts'

/** A comparison for a pull request. What stems from data or judges stands in code spans: nothing in it is a link or a mention. */
export function comparisonMarkdown({ differs, a, b, rows, metrics, gates, notes }: Comparison): string {
  const lines: string[] = []
  for (const text of differs) lines.push(`**differs** ${forMarkdown(text)}  `)
  if (differs.length > 0) lines.push('')
  lines.push('## Comparison', '')
  for (const { text, held } of gates) lines.push(`- ${held ? '✅ held' : '❌ **failed**'} ${forMarkdown(text)}`)
  if (gates.length > 0) lines.push('')
  lines.push(
    `- A: ${forMarkdown(a.file)}, ${counted(a.rows, 'row')}`,
    `- B: ${forMarkdown(b.file)}, ${counted(b.rows, 'row')}`,
    `- ${counted(rows.pairs, 'pair')} of rows${namedText(', only in A: ', rows.onlyInA)}${namedText(', only in B: ', rows.onlyInB)}`,
  )
  if (rows.inOrder > 0)
    lines.push(`- ${counted(rows.inOrder, 'pair')} of rows without ids that ask the same as others: paired in their order`)
  for (const note of notes) lines.push(`- note: ${forMarkdown(note)}`)
  for (const [name, metric] of Object.entries(metrics)) lines.push('', ...metricLines(name, metric))
  return `${lines.join('\n')}\n`
}

function metricLines(name: string, metric: ComparedMetric): string[] {
  const { claimLists } = metric
  const lines = [`### ${forMarkdown(name)}`, '', `**${figuresOf(metric).join(' · ')}**`, '', `- ${differenceBasis(metric)}`]
  if (metric.evidence === 'judge' && metric.pairs > 0) lines.push(`- ${JUDGE_NOTE}`)
  lines.push(`- ${pairCounts(metric)}`)
  if (claimLists !== null && claimLists.count > 0) {
    lines.push(`- the reference was split into other claims in ${namedText('', claimLists)} of ${shownCount(claimLists.compared)} pairs`)
  }
  for (const { title, column, rows } of shownRows(metric)) {
    lines.push('', `${title.charAt(0).toUpperCase()}${title.slice(1)}:`, '', `| row | A | B | ${column} |`, '|---|---|---|---|')
    for (const row of rows) {
      const changes = row[column].map((one) => evidenceText(one, cell))
      lines.push(`| ${cell(row.id)} | ${shownNumber(row.a)} | ${shownNumber(row.b)} | ${changes.join('<br>')} |`)
    }
  }
  return lines
}

function namedText(before: string, { count, ids }: NamedCount): string {
  if (count === 0) return ''
  return `${before}${shownCount(count)} (${ids.map((id) => forMarkdown(id)).join(', ')}${count > ids.length ? ', …' : ''})`
}

function cell(text: string): string {
  return forMarkdown(text, { cell: true })
}
