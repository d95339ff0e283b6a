import type { PageRow } from '../src/html/page-row.ts'
import { element } from './element.ts'
import { markedText } from './marked-text.ts'
import { spansIn } from './score-detail.ts'

/** A context longer than this is folded up. */
const LONG = 1500

/** One retrieved context, the places that carry a claim highlighted. `mark` stands beside its name, where it is to stand out. */
export function contextItem(text: string, at: number, row: PageRow, mark?: HTMLElement): HTMLElement {
  const body = element('div', { class: 'text', dir: 'auto' }, ...markedText(text, spansIn(row, at)))
  const label = `Context ${at + 1}`
  const look = mark === undefined ? 'context' : 'context differ'
  if (text.length <= LONG) return element('div', { class: look }, element('p', { class: 'faint' }, label, ' ', mark), body)
  return element('details', { class: look }, element('summary', {}, `${label} (${text.length} characters) `, mark), body)
}
