import type { PageMetric, PageRow } from '../src/html/page-row.ts'
import { checkedValue } from '../src/figures/check-text.ts'
import { shownInHtml } from '../src/escaping/for-html.ts'
import { element, isolated } from './element.ts'
import { rowDetail } from './row-detail.ts'
import type { Order } from './row-order.ts'
import { chip } from './score-detail.ts'

export type RowTableOptions = {
  readonly metrics: readonly PageMetric[]
  readonly hasGates: boolean
  readonly order: Order
  readonly onOrder: (by: string) => void
  /** The row that is open at once. */
  readonly linked: PageRow | undefined
}

/** Rows of one page as a table. */
export function rowTable(rows: readonly PageRow[], { metrics, hasGates, order, onOrder, linked }: RowTableOptions): HTMLElement {
  const columns = metrics.length + (hasGates ? 2 : 1)
  const heading = (by: string, label: string): HTMLElement => {
    const button = element('button', { type: 'button' }, isolated(label), by === order.by && (order.falling ? ' ▼' : ' ▲'))
    button.addEventListener('click', () => onOrder(by))
    const sorted = by === order.by ? (order.falling ? 'descending' : 'ascending') : undefined
    return element('th', { scope: 'col', 'aria-sort': sorted }, button)
  }
  const head = element(
    'tr',
    {},
    heading('id', 'row'),
    ...metrics.map(({ name }) => heading(`score:${name}`, name)),
    hasGates && element('th', { scope: 'col' }, 'checks'),
  )
  const body = element('tbody', {}, ...rows.flatMap((row) => rowLines(row, columns, { metrics, hasGates, linked })))
  return element('div', { class: 'scroll' }, element('table', { class: 'rows' }, element('thead', {}, head), body))
}

function rowLines(
  row: PageRow,
  columns: number,
  { metrics, hasGates, linked }: Pick<RowTableOptions, 'metrics' | 'hasGates' | 'linked'>,
): HTMLElement[] {
  const open = element(
    'button',
    { type: 'button', class: 'open', 'aria-expanded': 'false' },
    isolated(row.id === '' ? '(empty id)' : row.id),
  )
  const cell = element('td', { colspan: columns })
  const detail = element('tr', { class: 'detail', hidden: true }, cell)
  const toggle = (): void => {
    if (cell.firstChild === null) cell.append(rowDetail(row))
    detail.hidden = !detail.hidden
    open.setAttribute('aria-expanded', String(!detail.hidden))
  }
  open.addEventListener('click', toggle)
  if (row === linked) toggle()
  const line = element(
    'tr',
    {},
    element('td', {}, open, row.question !== undefined && element('div', { class: 'question', dir: 'auto' }, row.question.slice(0, 300))),
    ...metrics.map(({ name }) => scoreCell(name, row)),
    hasGates && gateCell(row),
  )
  return [line, detail]
}

function scoreCell(name: string, row: PageRow): HTMLElement {
  const score = row.scores[name]
  const cell = element('td', { class: 'score', 'data-label': shownInHtml(name) })
  if (score === undefined) cell.append(element('span', { class: 'faint' }, '–'))
  else if (score.value === null) cell.append(chip(score.cause ?? 'unscored', 'undecided'))
  else {
    const fill = element('i')
    fill.style.setProperty('--value', String(score.value))
    cell.append(element('span', {}, checkedValue(score.value, score.check)))
    if (score.undecidedAt !== undefined) cell.append(chip('undecided', 'undecided'))
    else if (score.passed === false) cell.append(chip('failed', 'failed'))
    cell.append(element('span', { class: 'level', 'aria-hidden': 'true' }, fill))
  }
  return cell
}

/** A row counts as undecided where one of its checks is. */
function gateCell({ gate, scores }: PageRow): HTMLElement {
  const cell = element('td', { class: 'score', 'data-label': 'checks' })
  if (gate === undefined) cell.append(element('span', { class: 'faint' }, '–'))
  else if (gate.passed === null || Object.values(scores).some(({ undecidedAt }) => undecidedAt !== undefined))
    cell.append(chip('undecided', 'undecided'))
  else cell.append(gate.passed ? chip('passed', 'passed') : chip('failed', 'failed'))
  return cell
}
