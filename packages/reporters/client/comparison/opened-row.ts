import type { PageComparison, RowDetail, RunPart, SharedPart } from '../../src/comparison/page/compared-row.ts'
import type { PageRow } from '../../src/html/page-row.ts'
import { shownNumber } from '../../src/figures/shown-number.ts'
import { contextItem } from '../context-item.ts'
import { element, isolated } from '../element.ts'
import { labelled } from '../labelled.ts'
import { chip, scoreDetail } from '../score-detail.ts'
import { claimTable } from './claim-table.ts'

type ShownRun = { readonly label: string; readonly part: RunPart | null }

/** A row with what each of the shown runs made of it, side by side. */
export function openedRow({ shared, runs }: RowDetail, about: PageComparison, shown: readonly number[], link: string): HTMLElement {
  const { question, reference, referenceContextIds } = shared
  const own = shown.map((at): ShownRun => ({ label: about.runs[at] ?? '', part: runs[at] ?? null }))
  return element(
    'div',
    {},
    element('p', {}, element('a', { href: link }, 'Link to this row')),
    question !== undefined && labelled('Question', question),
    reference !== undefined && labelled('Reference', reference),
    referenceContextIds !== undefined && referenceContextIds.length > 0 && idList('Reference ids: ', referenceContextIds, () => undefined),
    ...about.metrics.flatMap(({ name }) => claimTable(name, own) ?? []),
    element('div', { class: 'beside' }, ...own.map((run) => runSection(run, shared, own, about))),
  )
}

function runSection({ label, part }: ShownRun, shared: SharedPart, all: readonly ShownRun[], about: PageComparison): HTMLElement {
  const heading = element('h4', {}, isolated(label))
  if (part === null) return element('section', {}, heading, element('p', { class: 'faint' }, 'Nothing of it is on this page.'))
  const { response, contexts, contextIds } = part
  const row = pageRow(part, shared)
  return element(
    'section',
    {},
    heading,
    ...about.metrics.flatMap(({ name }) => scoreLine(name, part) ?? []),
    response !== undefined && labelled('Response', response),
    contexts !== undefined &&
      element('p', { class: 'faint' }, contexts.length === 0 ? 'Nothing was retrieved.' : `Retrieved contexts (${contexts.length})`),
    ...(contexts ?? []).map((text, at) =>
      contextItem(
        text,
        at,
        row,
        differing(text, all, (other) => other.contexts),
      ),
    ),
    contextIds !== undefined &&
      contextIds.length > 0 &&
      idList('Retrieved ids: ', contextIds, (id) =>
        shared.referenceContextIds?.includes(id) === true ? chip('reference', 'found') : differing(id, all, (other) => other.contextIds),
      ),
    explained(row, part),
  )
}

/** Says how many of the shown runs found it, where not all did. */
function differing(
  text: string,
  all: readonly ShownRun[],
  listOf: (part: RunPart) => readonly string[] | undefined,
): HTMLElement | undefined {
  const having = all.filter(({ part }) => part !== null && listOf(part)?.includes(text) === true).length
  if (having === all.length || all.length < 2) return undefined
  return chip(having === 1 ? 'only here' : `in ${having} of ${all.length} runs`, 'undecided')
}

function scoreLine(name: string, { scores }: RunPart): HTMLElement | undefined {
  const score = scores[name]
  if (score === undefined) return undefined
  const { value, cause, reason } = score
  return element(
    'p',
    {},
    isolated(name),
    ' ',
    value === null ? chip(cause ?? 'unscored', 'undecided') : element('strong', {}, shownNumber(value)),
    value === null && element('span', { class: 'faint', dir: 'auto' }, ` ${reason}`),
  )
}

/** Built when it is unfolded: most are not. */
function explained(row: PageRow, { scores }: RunPart): HTMLElement {
  const body = element('div')
  const details = element('details', {}, element('summary', {}, 'How the scores came about'), body)
  details.addEventListener('toggle', () => {
    if (details.open && body.firstChild === null)
      body.append(...Object.entries(scores).map(([name, score]) => scoreDetail(name, score, row)))
  })
  return details
}

function pageRow({ contexts, scores }: RunPart, { question, reference, referenceContexts }: SharedPart): PageRow {
  return { id: '', index: 0, badness: 0, question, reference, contexts, referenceContexts, scores }
}

function idList(label: string, ids: readonly string[], mark: (id: string) => HTMLElement | undefined): HTMLElement {
  return element(
    'p',
    {},
    element('span', { class: 'faint' }, label),
    ...ids.flatMap((id, at) => [at > 0 && ', ', isolated(id), ' ', mark(id)]),
  )
}
