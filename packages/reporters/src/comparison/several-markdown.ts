import { clipText } from '../figures/clip-text.ts'
import { JUDGE_NOTE } from '../figures/run-texts.ts'
import { counted, shownCount, shownNumber } from '../figures/shown-number.ts'
import { forMarkdown } from '../escaping/for-markdown.ts'
import type { SeveralComparison, SeveralMetric, SeveralRun } from './several-comparison.ts'
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

const QUESTION_UNITS = 200

/**
 * Several runs for a pull request. What stems from data, labels or judges stands in code spans: nothing in it is a link or a mention.
 * @param questionOf the question of a row, by its place among the scores; `undefined` where its text was not kept.
 */
export function severalMarkdown(comparison: SeveralComparison, questionOf: (row: number) => string | undefined): string {
  const { differs, runs, baseline, rows, metrics, gates, notes } = comparison
  const lines: string[] = []
  for (const text of differs) lines.push(`**differs** ${forMarkdown(text)}  `)
  if (differs.length > 0) lines.push('')
  lines.push('## Comparison of runs', '')
  for (const { text, held } of gates) lines.push(`- ${held ? '✅ held' : '❌ **failed**'} ${forMarkdown(text)}`)
  if (gates.length > 0) lines.push('')
  lines.push(`- ${joinedText(comparison)}`)
  for (const { label, file, rows: own, notInAll } of runs) {
    const left = notInAll.count === 0 ? '' : `, ${namedText(notInAll, 'not in every run', span)}`
    lines.push(`- ${forMarkdown(label)}: ${forMarkdown(file)}, ${counted(own, 'row')}${left}`)
  }
  if (rows.inOrder > 0) lines.push(`- ${counted(rows.inOrder, 'row')} without ids that ask the same as others: joined in their order`)
  for (const note of notes) lines.push(`- note: ${forMarkdown(note)}`)
  for (const [name, metric] of Object.entries(metrics))
    lines.push('', ...metricLines(name, metric, { runs, baseline, joined: rows.joined }))
  const differing = differingRows(comparison)
  if (differing.rows.length > 0) {
    const title = differingTitle(differing.rows.length, differing.count)
    lines.push('', `${title.charAt(0).toUpperCase()}${title.slice(1)}:`, '')
    const asked = differing.rows.map(({ at }) => questionOf(at))
    const hasTexts = asked.some((question) => question !== undefined)
    const head = ['row', ...(hasTexts ? ['question'] : []), 'metric', ...runs.map(({ label }) => cell(label))]
    lines.push(...tableHead(head))
    for (const [at, { id, metric, values }] of differing.rows.entries()) {
      const question = asked[at]
      const text = question === undefined ? '' : cell(clipText(question, QUESTION_UNITS))
      lines.push(tableLine([cell(id), ...(hasTexts ? [text] : []), cell(metric), ...values.map(valueText)]))
    }
    if (!hasTexts) lines.push('', 'The reports keep no texts (`--no-samples`): only scores are compared.')
  }
  return `${lines.join('\n')}\n`
}

function metricLines(
  name: string,
  metric: SeveralMetric,
  { runs, baseline, joined }: { readonly runs: readonly SeveralRun[]; readonly baseline: string | null; readonly joined: number },
): string[] {
  const withEffort = hasEffort(runs)
  const head = [
    'run',
    'mean',
    baseline === null ? 'to the best mean' : 'to the baseline',
    baseline === null ? 'letters' : 'shown',
    'rows',
    'unscored',
  ]
  const lines = [
    `### ${forMarkdown(name)}`,
    '',
    `**${bestText(metric, baseline, span)}**`,
    '',
    ...tableHead(withEffort ? [...head, 'tokens', 'cost', 'p50'] : head),
    ...metric.table.map((line) => {
      const run = runs.find(({ label }) => label === line.label)
      const cells = [
        cell(line.label),
        meanText(line),
        differenceText(line, baseline),
        standingText(line),
        shownCount(metric.used),
        shownCount(line.unscored),
      ]
      return tableLine(withEffort && run !== undefined ? [...cells, ...effortTexts(run)] : cells)
    }),
    '',
  ]
  const basis = severalBasis(metric)
  if (basis !== '') lines.push(`- ${basis}`)
  if (metric.evidence === 'judge' && metric.used > 0) lines.push(`- ${JUDGE_NOTE}`)
  lines.push(`- ${usedText(metric, joined, span)}`)
  return lines
}

function tableHead(names: readonly string[]): string[] {
  return [tableLine(names), `|${'---|'.repeat(names.length)}`]
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function valueText(value: number | null): string {
  return value === null ? '–' : shownNumber(value)
}

function span(text: string): string {
  return forMarkdown(text)
}

function cell(text: string): string {
  return forMarkdown(text, { cell: true })
}
