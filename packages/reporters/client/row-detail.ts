import type { PageRow } from '../src/html/page-row.ts'
import { rowCheckText } from '../src/figures/row-check-text.ts'
import { contextItem } from './context-item.ts'
import { element } from './element.ts'
import { labelled } from './labelled.ts'
import { rowHash } from './row-link.ts'
import { scoreDetail } from './score-detail.ts'

/** Everything the page knows of one row. */
export function rowDetail(row: PageRow): HTMLElement {
  const { question, reference, response, contexts, gate, skipped = [], scores } = row
  return element(
    'div',
    {},
    element('p', {}, element('a', { href: rowHash(row) }, 'Link to this row')),
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
