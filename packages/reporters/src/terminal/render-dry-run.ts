import type { DryRunLine, DryRunReport } from '@assay/runner'
import { forTerminal } from '../escaping/for-terminal.ts'

const WIDTH = 80
const HEAD = ['metric', 'judge', 'rows', 'calls', 'cached', 'tokens in', 'out', 'cost'] as const
/** Names are cut to make space for numbers; at least this much of them remains. */
const LEAST_NAME = 8

/**
 * A dry run as a table of 80 columns, for people.
 * @param escape Escapes untrusted text for the medium: names can come from a file. Default `forTerminal`.
 */
export function renderDryRun(report: DryRunReport, escape: (text: string) => string = forTerminal): string {
  const { lines, total, method, rows } = report
  const body = lines.map((line) => cellsOf(line, escape(line.metric), line.model === null ? 'none' : escape(nameOf(line.model))))
  const all = [[...HEAD], ...body, cellsOf(total, 'total', '')]
  const widths = widthsOf(all)
  const table = all.map((cells) =>
    cells
      .map((cell, at) => fitted(cell, widths[at] ?? 0, at < 2))
      .join('  ')
      .trimEnd(),
  )
  table.splice(
    -1,
    0,
    '-'.repeat(
      Math.min(
        WIDTH,
        widths.reduce((sum, width) => sum + width + 2, -2),
      ),
    ),
  )
  return [`Dry run over ${counted(rows, 'row')}: no call was made.`, '', ...table, '', method, ...notes(report)].join('\n')
}

function notes({ total, lines }: DryRunReport): string[] {
  const unpriced = lines.some(({ cost }) => cost === null)
  return [
    ...(unpriced ? ['A cost of "?" is unknown: add the price of that judge to your prices.'] : []),
    ...(total.unrehearsed > 0
      ? [`No sample reply could be made for ${counted(total.unrehearsed, 'call')}:`, 'calls of these rows after it are not counted.']
      : []),
  ]
}

function cellsOf(
  { calls, stored, inputTokens, outputTokens, cost, ...line }: DryRunReport['total'] & Partial<Pick<DryRunLine, 'rows'>>,
  metric: string,
  judge: string,
): string[] {
  return [
    metric,
    judge,
    line.rows === undefined ? '' : grouped(line.rows),
    grouped(calls),
    grouped(stored),
    shownTokens(inputTokens),
    shownTokens(outputTokens),
    shownCost(cost),
  ]
}

function nameOf({ provider, modelId }: NonNullable<DryRunLine['model']>): string {
  return `${provider}:${modelId}`
}

/** Three digits of an estimate are enough: `940`, `9.4k`, `612k`, `1.23M`. */
function shownTokens(tokens: number): string {
  const [unit, sign] = tokens < 1000 ? [1, ''] : tokens < 999_500 ? [1000, 'k'] : [1e6, 'M']
  return `${Number((tokens / unit).toPrecision(3))}${sign}`
}

function shownCost(cost: number | null): string {
  if (cost === null) return '?'
  return cost > 0 && cost < 0.01 ? '<$0.01' : `$${cost.toFixed(2)}`
}

/** As wide as what stands in them; where that is too much, the two columns of names share what the numbers leave. */
function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)))
  const numbers = widths.slice(2).reduce((sum, width) => sum + width + 2, 0)
  const [metric = 0, judge = 0] = widths
  const available = Math.max(2 * LEAST_NAME, WIDTH - numbers - 2)
  if (metric + judge <= available) return widths
  const half = Math.floor(available / 2)
  const first = metric <= half ? metric : judge <= half ? available - judge : half
  return [first, available - first, ...widths.slice(2)]
}

function fitted(cell: string, width: number, isName: boolean): string {
  if (!isName) return cell.padStart(width)
  return cell.length <= width ? cell.padEnd(width) : `${cell.slice(0, width - 1).toWellFormed()}…`
}

function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}
