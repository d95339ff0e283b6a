import type { PageRow, PageRun } from '../src/html/page-row.ts'
import { shownCount } from '../src/figures/shown-number.ts'
import { choice } from './choice.ts'
import { element, isolated } from './element.ts'
import { groupChoices } from './group-choices.ts'
import { arrangedRows, type Filter, type Order } from './row-order.ts'
import { rowInHash } from './row-link.ts'
import { rowTable } from './row-table.ts'

const PAGE = 50

function start(place: HTMLElement): void {
  const { metrics }: PageRun = JSON.parse(document.getElementById('run-data')?.textContent ?? '{}')
  const rows: readonly PageRow[] = JSON.parse(document.getElementById('row-data')?.textContent ?? '[]')
  const hasGates = rows.some(({ gate }) => gate !== undefined)
  let filter: Filter = { query: '', show: 'all', groups: {} }
  let order: Order = { by: 'worst', falling: false }
  let page = 0
  let linked: PageRow | undefined

  const count = element('p', { class: 'faint', role: 'status' })
  const list = element('div')
  const above = element('div', { class: 'pager' })
  const below = element('div', { class: 'pager' })

  const search = element('input', { type: 'search', placeholder: 'id, question, reference, reason', autocomplete: 'off' })
  search.addEventListener('input', () => change({ query: search.value }))
  const show = choice([
    ['all', 'all rows'],
    ...(hasGates || rows.some(({ scores }) => Object.values(scores).some(({ passed }) => passed !== undefined))
      ? ([['failed', 'failed checks']] as const)
      : []),
    ['imperfect', 'imperfect or unscored'],
    ['unscored', 'unscored'],
  ])
  show.addEventListener('change', () => change({ show: show.value }))
  const sort = choice([
    ['worst', 'worst first'],
    ['index', 'as in the data'],
    ['id', 'by id'],
    ...metrics.flatMap(({ name }): [string, string][] => [
      [`score:${name}`, `${name}, low first`],
      [`-score:${name}`, `${name}, high first`],
    ]),
  ])
  sort.addEventListener('change', () => {
    const falling = sort.value.startsWith('-')
    setOrder({ by: falling ? sort.value.slice(1) : sort.value, falling })
  })

  const groups = groupChoices([...new Set(rows.flatMap((row) => Object.keys(row.groups ?? {})))], rows, (column, group) => {
    const { [column]: _before, ...others } = filter.groups
    change({ groups: group === undefined ? others : { ...others, [column]: group } })
  })

  function change(changed: Partial<Filter>): void {
    filter = { ...filter, ...changed }
    page = 0
    render()
  }

  function setOrder(next: Order): void {
    order = next
    page = 0
    sort.value = `${next.falling ? '-' : ''}${next.by}`
    render()
  }

  function render(): void {
    const found = arrangedRows(rows, filter, order, metrics)
    const pages = Math.max(1, Math.ceil(found.length / PAGE))
    page = Math.min(page, pages - 1)
    count.textContent = `${shownCount(found.length)} of ${shownCount(rows.length)} rows`
    const onOrder = (by: string): void => setOrder({ by, falling: order.by === by && !order.falling })
    list.replaceChildren(rowTable(found.slice(page * PAGE, (page + 1) * PAGE), { metrics, hasGates, order, onOrder, linked }))
    fillPager(above, pages)
    fillPager(below, pages)
  }

  function fillPager(pager: HTMLElement, pages: number): void {
    pager.hidden = pages === 1
    const step = (label: string, to: number): HTMLButtonElement => {
      const button = element('button', { type: 'button', disabled: to < 0 || to >= pages }, label)
      button.addEventListener('click', () => {
        page = to
        render()
        const again = Array.from(pager.querySelectorAll('button'))
        ;(again.find((one) => one.textContent === label && !one.disabled) ?? again.find((one) => !one.disabled))?.focus()
      })
      return button
    }
    pager.replaceChildren(step('Previous', page - 1), element('span', {}, `page ${page + 1} of ${pages}`), step('Next', page + 1))
  }

  place.replaceChildren(
    element(
      'div',
      { class: 'tools' },
      element('label', { class: 'grow' }, 'Search', search),
      element('label', {}, 'Show', show),
      element('label', {}, 'Order', sort),
      ...groups.map(({ column, select }) => element('label', {}, isolated(column), select)),
    ),
    count,
    above,
    list,
    below,
  )
  addEventListener('hashchange', follow)
  follow()

  /** Shows the row that the address names, on whichever page it is, whatever is filtered. */
  function follow(): void {
    linked = rowInHash(location.hash, rows)
    let at = linked === undefined ? -1 : arrangedRows(rows, filter, order, metrics).indexOf(linked)
    if (linked !== undefined && at === -1) {
      filter = { query: '', show: 'all', groups: {} }
      search.value = ''
      show.value = 'all'
      for (const { select } of groups) select.value = ''
      at = arrangedRows(rows, filter, order, metrics).indexOf(linked)
    }
    if (at !== -1) page = Math.floor(at / PAGE)
    render()
    if (linked !== undefined) list.querySelector('.open[aria-expanded=true]')?.scrollIntoView()
  }
}

const rowsPlace = document.getElementById('rows')
if (rowsPlace !== null) start(rowsPlace)
