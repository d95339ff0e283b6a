import type { PageRow } from '../src/html/page-row.ts'
import { rowCheckText } from '../src/figures/row-check-text.ts'
import { element } from './element.ts'
import { markedText } from './marked-text.ts'
import { scoreDetail, spansIn } from './score-detail.ts'

/** A context longer than this is folded up. */
const LONG = 1500

/** Everything the page knows of one row. */
export function rowDetail(row: PageRow): HTMLElement {
  const { question, reference, response, contexts, gate, skipped = [], scores } = row
  return element(
    'div',
    {},
    question !== undefined && labelled('Question', question),
    reference !== undefined && labelled('Reference', reference),
    response !== undefined && labelled('Response', response),
    gate !== undefined && element('p', { dir: 'auto', class: 'text' }, rowCheckText(gate, scores, skipped.length)),
    ...Object.entries(scores).map(([name, score]) => scoreDetail(name, score, row)),
    skipped.length > 0 &&
      element(
        'section',
        {},
        element('h4', {}, `Skipped (${skipped.length})`),
        ...skipped.map(({ name, reason }) => element('p', { dir: 'auto', class: 'text' }, `${name}: ${reason}`)),
      ),
    contexts !== undefined &&
      element(
        'section',
        {},
        element('h4', {}, `Retrieved contexts (${contexts.length})`),
        contexts.length === 0 && element('p', {}, 'Nothing was retrieved.'),
        ...contexts.map((text, at) => contextItem(text, at, row)),
      ),
  )
}

function labelled(label: string, text: string): HTMLElement {
  return element('div', {}, element('p', { class: 'faint' }, label), element('div', { class: 'text', dir: 'auto' }, text))
}

function contextItem(text: string, at: number, row: PageRow): HTMLElement {
  const body = element('div', { class: 'text', dir: 'auto' }, ...markedText(text, spansIn(row, at)))
  const label = `Context ${at + 1}`
  if (text.length <= LONG) return element('div', { class: 'context' }, element('p', { class: 'faint' }, label), body)
  return element('details', { class: 'context' }, element('summary', {}, `${label} (${text.length} characters)`), body)
}
