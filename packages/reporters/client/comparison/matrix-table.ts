import { shownNumber } from '../../src/figures/shown-number.ts'
import type { PageComparison } from '../../src/comparison/page/compared-row.ts'
import { element, isolated } from '../element.ts'
import { type PlacedRow, spreadOf } from './arranged-rows.ts'
import type { View } from './view.ts'

export type MatrixActions = {
  readonly onSort: (by: View['by']) => void
  /** Fills the cell of a row that is opened. */
  readonly onOpen: (row: PlacedRow, cell: HTMLElement) => void
  readonly onClose: (row: PlacedRow) => void
}

/** Rows by runs: the scores of one metric. */
export function matrixTable(rows: readonly PlacedRow[], view: View, about: PageComparison, actions: MatrixActions): HTMLElement {
  const heading = (by: View['by'], label: string): HTMLElement => {
    const isSorted = by === view.by
    const button = element('button', { type: 'button' }, isolated(label), isSorted && (view.falling ? ' ▼' : ' ▲'))
    button.addEventListener('click', () => actions.onSort(by))
    return element('th', { scope: 'col', 'aria-sort': isSorted ? (view.falling ? 'descending' : 'ascending') : undefined }, button)
  }
  const head = element(
    'tr',
    {},
    heading('id', 'row'),
    ...view.runs.map((run) => heading(run, about.runs[run] ?? '')),
    heading('spread', 'spread'),
  )
  const body = element('tbody', {}, ...rows.flatMap((row) => rowLines(row, view, actions)))
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Scores by row and run' },
    element('table', { class: 'matrix' }, element('thead', {}, head), body),
  )
}

function rowLines(placed: PlacedRow, view: View, { onOpen, onClose }: MatrixActions): HTMLElement[] {
  const { row } = placed
  const open = element(
    'button',
    { type: 'button', class: 'open', 'aria-expanded': 'false' },
    isolated(row.id === '' ? '(empty id)' : row.id),
  )
  const cell = element('td', { colspan: view.runs.length + 2 })
  const detail = element('tr', { class: 'detail', hidden: true }, cell)
  const show = (): void => {
    if (cell.firstChild === null) onOpen(placed, cell)
    detail.hidden = false
    open.setAttribute('aria-expanded', 'true')
  }
  open.addEventListener('click', () => {
    if (detail.hidden) {
      cell.replaceChildren()
      show()
      return
    }
    detail.hidden = true
    open.setAttribute('aria-expanded', 'false')
    onClose(placed)
  })
  const scores = row.scores[view.metric] ?? []
  const line = element(
    'tr',
    {},
    element('td', { class: 'first' }, open, row.question !== undefined && element('div', { class: 'question', dir: 'auto' }, row.question)),
    ...view.runs.map((run) => valueCell(scores[run] ?? null)),
    element('td', { class: 'value' }, shownNumber(spreadOf(row, view))),
  )
  if (row.id === view.row) show()
  return [line, detail]
}

function valueCell(value: number | null): HTMLElement {
  if (value === null) return element('td', { class: 'value none' }, 'unscored')
  const bar = element('i', { 'aria-hidden': 'true' })
  bar.style.setProperty('--value', String(value))
  return element('td', { class: 'value' }, shownNumber(value), bar)
}
