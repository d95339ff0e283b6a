import type { GroupComparison, GroupSummary, MetricSummary, RunMetric } from '@assay/runner'
import { comparedCells, comparisonTexts } from '../figures/group-comparison-texts.ts'
import {
  boundsText,
  causesText,
  distributionTexts,
  groupName,
  groupSpread,
  ownNote,
  rangeText,
  scoredText,
  spreadOf,
} from '../figures/metric-texts.ts'
import { JUDGE_NOTE } from '../figures/run-texts.ts'
import { shownCount, shownNumber } from '../figures/shown-number.ts'
import { forTerminal } from '../escaping/for-terminal.ts'
import { harmlessLine } from '../escaping/harmless-line.ts'
import { bars } from './bars.ts'
import { fitText } from './fit-text.ts'
import type { Piece, TerminalPage } from './terminal-page.ts'

/** How many groups of each column are shown. The JSON report has all. */
const MOST_GROUPS = 10
const GROUP_NAME_COLUMNS = 30

/** One metric of a finished run. */
export function metricBlock(page: TerminalPage, metric: RunMetric, summary: MetricSummary): void {
  const { unicode } = page.options
  const ellipsis = unicode ? '…' : '...'
  page.flow([{ text: forTerminal(metric.name), look: 'strong' }, ...meanPieces(metric, summary)], 0)
  if (metric.evidence === 'judge' && summary.mean !== null) page.paragraph({ text: JUDGE_NOTE, look: 'faint' }, 2)
  for (const text of [rangeText(metric, summary, ellipsis), ownNote(summary)]) if (text !== undefined) page.paragraph(forTerminal(text), 2)
  const counts: Piece[] = [scoredText(summary)]
  if (summary.unscored > 0) counts.push({ text: `unscored: ${forTerminal(causesText(summary))}`, look: 'warn' })
  const bounds = boundsText(summary)
  page.flow(bounds === undefined ? counts : [...counts, bounds], 2)
  const distribution = distributionTexts(summary)
  if (distribution.length > 0) {
    page.flow(distribution, 2)
    page.flow([`0 |${bars(summary.histogram, unicode)}| 1`], 2)
  }
  for (const [column, groups] of Object.entries(summary.groups))
    groupTable(page, metric, { column, groups, comparison: summary.comparisons?.[column] })
  page.paragraph({ text: forTerminal(metric.signature), look: 'faint' }, 2)
  for (const signature of metric.otherSignatures ?? []) page.paragraph({ text: `also ${forTerminal(signature)}`, look: 'faint' }, 2)
}

function meanPieces(metric: RunMetric, summary: Pick<MetricSummary, 'mean' | 'interval' | 'noInterval' | 'range'>): Piece[] {
  if (summary.mean === null) return [{ text: 'nothing was scored', look: 'warn' }]
  const { span, about, cautions } = spreadOf(metric, summary)
  const lower = cautions.filter((caution) => caution === 'lower is better')
  const others = cautions.filter((caution) => caution !== 'lower is better').map((text): Piece => ({ text, look: 'warn' }))
  const mean: Piece[] = [{ text: shownNumber(summary.mean), look: 'strong' }, ...lower]
  if (metric.evidence === 'screen') return [...mean, ...(span === null ? [] : [`${about} ${span}`]), ...others]
  return span === null ? [...mean, { text: about, look: 'faint' }] : [...mean, span, about, ...others]
}

type ShownGroups = {
  readonly column: string
  readonly groups: readonly GroupSummary[]
  readonly comparison: GroupComparison | undefined
}

function groupTable(page: TerminalPage, metric: RunMetric, { column, groups, comparison }: ShownGroups): void {
  page.paragraph(`by ${forTerminal(column)}`, 2, 1)
  const rest = groups.length - MOST_GROUPS
  const shown = groups.slice(0, MOST_GROUPS)
  page.table(
    shown.map((group) => [
      nameCell(page, group),
      { text: group.mean === null ? '-' : shownNumber(group.mean), look: 'strong' },
      groupSpread(metric, group) ?? { text: 'no interval', look: 'faint' },
      scoredText(group),
    ]),
    4,
  )
  if (rest > 0) page.paragraph({ text: `and ${shownCount(rest)} more`, look: 'faint' }, 4)
  if (comparison === undefined) return
  page.paragraph('differences to the best mean, and letters', 4, 1)
  const compared = shown.map((group) => [nameCell(page, group)].concat(comparedCells(group, comparison)))
  page.table(compared, 4)
  for (const text of comparisonTexts(comparison, forTerminal)) page.paragraph(text, 4)
}

function nameCell({ options }: TerminalPage, group: GroupSummary): string {
  return fitText(harmlessLine(forTerminal(groupName(group))), GROUP_NAME_COLUMNS, options.unicode ? '…' : '...')
}
