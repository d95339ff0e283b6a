import { shownCount } from '../../src/figures/shown-number.ts'
import { choice } from '../choice.ts'
import { element, isolated } from '../element.ts'
import { groupChoices } from '../group-choices.ts'
import { arrangedRows, type PlacedRow } from './arranged-rows.ts'
import { matrixTable } from './matrix-table.ts'
import { openedRow } from './opened-row.ts'
import { type PageData, pageData } from './page-data.ts'
import { hashOf, type View, viewOf } from './view.ts'

const PAGE = 50

function start(place: HTMLElement, { about, rows, detailOf }: PageData): void {
  let view = viewOf(location.hash, about)
  let page = 0

  const count = element('p', { class: 'faint', role: 'status' })
  const list = element('div')
  const [above, below] = [element('div', { class: 'pager' }), element('div', { class: 'pager' })]
  const named = about.runs.map((label, at): [string, string] => [String(at), label])

  const metric = choice(about.metrics.map(({ name }, at) => [String(at), name]))
  metric.addEventListener('change', () => change({ metric: Number(metric.value) }))
  const search = element('input', { type: 'search', placeholder: 'id, question', autocomplete: 'off' })
  search.addEventListener('input', () => change({ query: search.value }))
  const show = choice([
    ['all', 'all rows'],
    ['differ', 'rows that differ'],
    ['unscored', 'unscored in some run'],
  ])
  show.addEventListener('change', () => change({ show: show.value === 'differ' || show.value === 'unscored' ? show.value : 'all' }))
  const better = choice([['', 'any run'], ...named])
  better.addEventListener('change', () => change({ better: placeOf(better.value) }))
  const than = choice([['', 'any run'], ...named])
  than.addEventListener('change', () => change({ than: placeOf(than.value) }))
  const groups = groupChoices(
    about.groups,
    rows.map(({ row }) => row),
    (column, group) => {
      const { [column]: _before, ...others } = view.groups
      change({ groups: group === undefined ? others : { ...others, [column]: group } })
    },
  )
  const boxes = about.runs.map((label, at) => {
    const box = element('input', { type: 'checkbox' })
    box.addEventListener('change', () => {
      const runs = about.runs.flatMap((_, run) => ((run === at ? box.checked : view.runs.includes(run)) ? [run] : []))
      // Without a run there would be nothing to see.
      change({ runs: runs.length === 0 ? view.runs : runs })
    })
    return { at, box, line: element('label', {}, box, isolated(label)) }
  })

  function change(changed: Partial<View>): void {
    view = { ...view, ...changed }
    page = 0
    remember()
    render()
  }

  /** Puts the view into the address, for whoever copies it, without a step back for each change. */
  function remember(): void {
    history.replaceState(null, '', hashOf(view, about) || location.pathname + location.search)
  }

  function render(): void {
    metric.value = String(view.metric)
    if (search.value !== view.query) search.value = view.query
    show.value = view.show
    better.value = view.better === undefined ? '' : String(view.better)
    than.value = view.than === undefined ? '' : String(view.than)
    for (const { column, values, select } of groups) {
      const at = values.indexOf(view.groups[column] ?? '')
      select.value = at === -1 ? '' : String(at)
    }
    for (const { at, box } of boxes) box.checked = view.runs.includes(at)
    const found = arrangedRows(rows, view, about)
    const pages = Math.max(1, Math.ceil(found.length / PAGE))
    page = Math.min(page, pages - 1)
    count.textContent = `${shownCount(found.length)} of ${shownCount(rows.length)} rows`
    list.replaceChildren(matrixTable(found.slice(page * PAGE, (page + 1) * PAGE), view, about, { onSort, onOpen, onClose }))
    fillPager(above, pages)
    fillPager(below, pages)
  }

  function onSort(by: View['by']): void {
    change({ by, falling: by === view.by ? !view.falling : by !== 'id' })
  }

  function onOpen({ row, at }: PlacedRow, cell: HTMLElement): void {
    view = { ...view, row: row.id }
    remember()
    cell.append(openedRow(detailOf(at), about, view.runs, hashOf(view, about)))
  }

  function onClose({ row }: PlacedRow): void {
    if (view.row !== row.id) return
    view = { ...view, row: undefined }
    remember()
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

  /** Shows what the address names: its row, on whichever page it is. */
  function follow(): void {
    view = viewOf(location.hash, about)
    const at = arrangedRows(rows, view, about).findIndex(({ row }) => row.id === view.row)
    page = Math.max(0, Math.floor(at / PAGE))
    render()
    list.querySelector('.open[aria-expanded=true]')?.scrollIntoView()
  }

  place.replaceChildren(
    element(
      'div',
      { class: 'tools' },
      element('label', {}, 'Metric', metric),
      element('label', { class: 'grow' }, 'Search', search),
      element('label', {}, 'Show', show),
      element('label', {}, 'Better is', better),
      element('label', {}, 'than', than),
      ...groups.map(({ column, select }) => element('label', {}, isolated(column), select)),
    ),
    element('fieldset', { class: 'runs-choice' }, element('legend', {}, 'Runs'), ...boxes.map(({ line }) => line)),
    count,
    above,
    list,
    below,
  )
  addEventListener('hashchange', follow)
  if (location.hash === '') render()
  else follow()
}

function placeOf(value: string): number | undefined {
  return value === '' ? undefined : Number(value)
}

const rowsPlace = document.getElementById('rows')
if (rowsPlace !== null) start(rowsPlace, pageData())
