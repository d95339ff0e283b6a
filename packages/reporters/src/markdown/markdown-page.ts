import type { GroupComparison, MetricSummary, RunMetric, RunSummary, SkippedSummary } from '@assay/runner'
import { clipText } from '../figures/clip-text.ts'
import { comparedCells, comparisonTexts } from '../figures/group-comparison-texts.ts'
import { boundsText, causesText, groupName, groupSpread, ownNote, rangeText, scoredText, spreadOf } from '../figures/metric-texts.ts'
import type { FirstUnscored, RowDigest } from '../figures/row-digest.ts'
import { gateWord, JUDGE_NOTE, rowGatesText, runLength } from '../figures/run-texts.ts'
import { shownCount, shownNumber } from '../figures/shown-number.ts'
import { skippedReason, skippedText } from '../figures/skipped-text.ts'
import { usageTexts } from '../figures/usage-texts.ts'
import { forMarkdown } from '../escaping/for-markdown.ts'
import type { GateResult, ReportExtras } from '../reporter.ts'
import { rowItem } from './row-item.ts'

/** GitHub refuses comments of more than 65,536 characters; half of that leaves space for text around the summary. */
const MOST_CHARACTERS = 32_000
const MOST_METRICS = 40
const MOST_GATES = 40
const MOST_GROUPS = 10
const MOST_UNSCORED = 20
const MOST_SKIPPED = 20
const NAME_UNITS = 100
const LINE_UNITS = 400
const IN_CELL = { cell: true }

const GATE_MARKS = { held: '✅ held', failed: '❌ failed', undecided: '⚠️ undecided' } as const

export type MarkdownRun = RowDigest & ReportExtras & { readonly summary: RunSummary }

/** A finished run as Markdown that fits into a GitHub comment, the most important parts first. The page says so if parts were left out. */
export function markdownPage({ summary, gates = [], ...rows }: MarkdownRun): string {
  const metrics = summary.run.metrics.flatMap((metric) => {
    const found = summary.metrics[metric.name]
    return found === undefined ? [] : [[metric, found] as const]
  })
  const blocks = [
    head(summary, rows),
    ...gatesBlocks(gates),
    metricTable(metrics),
    ...metrics.slice(0, MOST_METRICS).map(([metric, found]) => notes(metric, found)),
    ...skippedBlocks(summary.skipped),
    ...unscoredBlocks(rows.unscored),
    ...(rows.worst.length === 0 ? [] : ['### Worst rows', ...rows.worst.map((row) => rowItem(row, summary.run.metrics))]),
    ...metrics.flatMap(([metric, found]) =>
      Object.entries(found.groups).map(([column, groups]) =>
        groupTable(metric, { column, groups, comparison: found.comparisons?.[column] }),
      ),
    ),
  ]
  return within(blocks.filter((block) => block !== ''))
}

/** As many blocks as fit, in their order. */
function within(blocks: readonly string[]): string {
  const end = 'This is not all: it was cut to fit into a comment. The JSON and HTML reports have the rest.\n'
  let text = ''
  for (const block of blocks) {
    if (text.length + block.length + end.length + 2 > MOST_CHARACTERS) return text + end
    text += `${block}\n\n`
  }
  return `${text.trimEnd()}\n`
}

function head(summary: RunSummary, { rowCount, rowGates }: Pick<RowDigest, 'rowCount' | 'rowGates'>): string {
  const { run, skipped, stopped, warnings = [] } = summary
  const lines = [
    '## Assay',
    '',
    [runLength(summary, rowCount), ...usageTexts(summary).map(plainOrCode), `run ${name(run.id)}`].join(' · '),
    ...(rowGates === undefined ? [] : ['', rowGatesText(rowGates)]),
    ...(skipped === undefined ? [] : ['', `**Skipped:** ${line(skippedText(skipped))}`]),
    ...(stopped === undefined ? [] : ['', `**Stopped early:** ${line(stopped.reason)}`]),
    ...warnings.slice(0, 10).flatMap((warning) => ['', `**Warning:** ${line(warning)}`]),
  ]
  return lines.join('\n')
}

function gatesBlocks(gates: readonly GateResult[]): string[] {
  if (gates.length === 0) return []
  const order = { failed: 0, undecided: 1, held: 2 }
  const shown = gates.toSorted((a, b) => order[gateWord(a)] - order[gateWord(b)]).slice(0, MOST_GATES)
  const table = [
    '| gate | |',
    '|---|---|',
    ...shown.map((gate) => `| ${line(gate.text, IN_CELL)}${note(gate)} | ${GATE_MARKS[gateWord(gate)]} |`),
  ]
  const more = gates.length > shown.length ? [`and ${shownCount(gates.length - shown.length)} more`] : []
  return ['### Gates', table.join('\n'), ...more]
}

function note({ note: text }: GateResult): string {
  return text === undefined ? '' : ` ${line(text, IN_CELL)}`
}

function metricTable(metrics: readonly (readonly [RunMetric, MetricSummary])[]): string {
  if (metrics.length === 0) return ''
  const lines = metrics.slice(0, MOST_METRICS).map(([metric, summary]) => {
    const { span, about, cautions } = spreadOf(metric, summary)
    const mean = summary.mean === null ? 'nothing was scored' : `**${shownNumber(summary.mean)}**`
    const spread = summary.mean === null ? '' : [span === null ? about : `${span} ${about}`, ...cautions].join(', ')
    const unscored = summary.unscored === 0 ? '' : `, unscored: ${plainOrCode(causesText(summary))}`
    return `| ${name(metric.name, IN_CELL)} | ${mean} | ${spread} | ${scoredText(summary)}${unscored} |`
  })
  const more = metrics.length > MOST_METRICS ? [`\nand ${shownCount(metrics.length - MOST_METRICS)} more metrics`] : []
  return ['| metric | mean | how sure | rows |', '|---|---|---|---|', ...lines, ...more].join('\n')
}

function notes(metric: RunMetric, summary: MetricSummary): string {
  const own = ownNote(summary)
  const found = [
    metric.evidence === 'judge' && summary.mean !== null ? JUDGE_NOTE : undefined,
    boundsText(summary),
    rangeText(metric, summary),
    own === undefined ? undefined : line(own),
    ...[metric.signature, ...(metric.otherSignatures ?? [])].slice(0, 5).map(line),
  ]
  return `- ${name(metric.name)}: ${found.filter((text) => text !== undefined).join(' · ')}`
}

function skippedBlocks(skipped: SkippedSummary | undefined): string[] {
  if (skipped === undefined) return []
  const { kinds } = skipped
  const items = kinds.slice(0, MOST_SKIPPED).map((kind) => `- ${name(kind.name)} ${line(skippedReason(kind))}`)
  const more = kinds.length > MOST_SKIPPED ? [`- and ${shownCount(kinds.length - MOST_SKIPPED)} more kinds`] : []
  return ['### Skipped', [...items, ...more].join('\n')]
}

function unscoredBlocks(found: readonly FirstUnscored[]): string[] {
  if (found.length === 0) return []
  const items = found
    .slice(0, MOST_UNSCORED)
    .map(({ metric, cause, id, reason }) => `- ${name(id)} ${name(metric)} ${name(cause)}: ${line(reason)}`)
  const more = found.length > MOST_UNSCORED ? [`- and ${shownCount(found.length - MOST_UNSCORED)} more kinds`] : []
  return ['### Unscored, the first of each kind', [...items, ...more].join('\n')]
}

type ShownGroups = {
  readonly column: string
  readonly groups: MetricSummary['groups'][string]
  readonly comparison: GroupComparison | undefined
}

function groupTable(metric: RunMetric, { column, groups, comparison }: ShownGroups): string {
  const lines = groups.slice(0, MOST_GROUPS).map((group) => {
    const mean = group.mean === null ? '–' : shownNumber(group.mean)
    const cells = [name(groupName(group), IN_CELL), mean, groupSpread(metric, group) ?? 'no interval', scoredText(group)]
    return `| ${[...cells, ...comparedCells(group, comparison)].join(' | ')} |`
  })
  const more = groups.length > MOST_GROUPS ? [`\nand ${shownCount(groups.length - MOST_GROUPS)} more groups`] : []
  return [
    `### ${name(metric.name)} by ${name(column)}`,
    '',
    `| group | mean | how sure | rows |${comparison === undefined ? '' : ' to the best mean | letters |'}`,
    `|---|---|---|---|${comparison === undefined ? '' : '---|---|'}`,
    ...lines,
    ...more,
    ...comparisonTexts(comparison, (text) => name(text)).map((text) => `\n${text}`),
  ].join('\n')
}

/** Fixed words as plain text; anything that may hold other text, such as a judge's name, as code. */
function plainOrCode(text: string): string {
  return /^[\w ,.$]*$/.test(text) ? text.replaceAll('$', '\\$').replaceAll('_', '\\_') : name(text, IN_CELL)
}

function name(text: string, place = {}): string {
  return forMarkdown(clipText(text, NAME_UNITS), place)
}

function line(text: string, place = {}): string {
  return forMarkdown(clipText(text, LINE_UNITS), place)
}
