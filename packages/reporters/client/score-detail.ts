import type { PageRow, PageScore } from '../src/html/page-row.ts'
import { checkedValue, checkText } from '../src/figures/check-text.ts'
import { shownNumber, shownSpan } from '../src/figures/shown-number.ts'
import { element, isolated } from './element.ts'
import { quoteInPlace, type Span } from './marked-text.ts'
import { type VerdictGroup, verdictGroups } from '../src/figures/verdict-groups.ts'
import { isRecord, listOf, spanOf, textOf } from './read.ts'

/** Explains one score of a row. */
export function scoreDetail(name: string, score: PageScore, row: PageRow): HTMLElement {
  const { value, range, cause, reason, check, passed, undecidedAt, reply, repeats, detail } = score
  const isOpen = undecidedAt !== undefined
  const claims = verdictGroups(detail).flatMap((group) => groupItems(group, row))
  const references = isRecord(detail) ? referenceItems(detail, row) : []
  const missing = isRecord(detail) ? listOf(detail['missing']).map(textOf) : []
  return element(
    'section',
    {},
    element(
      'h4',
      {},
      isolated(name),
      ' ',
      value === null ? chip(cause ?? 'unscored', 'undecided') : element('span', {}, checkedValue(value, check)),
      typeof passed === 'boolean' &&
        (isOpen ? chip('check undecided', 'undecided') : chip(checkText(score) ?? '', passed ? 'passed' : 'failed')),
    ),
    isOpen && element('p', {}, checkText(score) ?? ''),
    element('p', { dir: 'auto', class: 'text' }, reason),
    range !== undefined && element('p', { class: 'faint' }, `${shownSpan(range)} with undecided claims all unsupported … all supported`),
    repeats !== undefined &&
      element('p', { class: 'faint' }, `repeats: ${repeats.map((one) => (one === null ? 'unscored' : shownNumber(one))).join(', ')}`),
    reply !== undefined &&
      element('div', {}, element('p', { class: 'faint' }, 'The reply began:'), element('blockquote', { dir: 'auto' }, reply)),
    ...claims,
    ...references,
    missing.length > 0 &&
      element(
        'p',
        {},
        missing.length === 1 ? 'Missing id: ' : 'Missing ids: ',
        ...missing.flatMap((id, at) => [at > 0 && ', ', isolated(id)]),
      ),
    detail !== undefined &&
      element('details', {}, element('summary', {}, 'All details'), element('pre', { dir: 'auto' }, JSON.stringify(detail, null, 2))),
  )
}

/** All quotes in a context that support a claim. Quotes of an unsupported claim are shown with that claim only. */
export function spansIn(row: PageRow, context: number): Span[] {
  const spans: Span[] = []
  for (const { detail } of Object.values(row.scores)) {
    for (const { answer, evidence } of verdictGroups(detail).flatMap(({ items }) => items)) {
      if (answer !== 'yes') continue
      for (const piece of evidence) {
        if (!isRecord(piece) || piece['context'] !== context || piece['verified'] !== true || piece['against'] !== undefined) continue
        const span = spanOf(piece['span'])
        if (span !== undefined) spans.push(span)
      }
    }
  }
  return spans
}

const LOOKS = { yes: 'supported', no: 'unsupported', undecided: 'undecided' } as const

function groupItems({ title, words: [yes, no], items }: VerdictGroup, row: PageRow): (HTMLElement | false)[] {
  return [
    title !== '' && items.length > 0 && element('p', { class: 'faint' }, title),
    ...items.map(({ text, context, answer, reason, votes, evidence }) => {
      const look = LOOKS[answer]
      const word = { yes, no, undecided: 'undecided' }[answer]
      const cast = votes.filter(isRecord)
      return element(
        'div',
        { class: `claim ${look}` },
        chip(word, look),
        ' ',
        context === undefined ? isolated(text ?? '') : element('span', {}, `context ${context + 1}`),
        element('p', { class: 'faint text', dir: 'auto' }, reason),
        cast.length > 0 &&
          element(
            'p',
            { class: 'faint' },
            'votes: ',
            ...cast.flatMap((vote, at) => [at > 0 && ', ', isolated(`${textOf(vote['by'])} ${textOf(vote['outcome']) || 'failed'}`)]),
          ),
        ...evidence.filter(isRecord).map((piece) => evidenceItem(piece, row, answer === 'yes')),
      )
    }),
  ]
}

/** The quote of an unsupported claim was found, but does not support it. */
function evidenceItem(
  { context, quote, verified, span, against }: Record<string, unknown>,
  { contexts = [], reference, response }: PageRow,
  isSupported: boolean,
): HTMLElement {
  const number = typeof context === 'number' ? context : -1
  const other = { reference, response }[textOf(against)]
  const text = against === undefined ? contexts[number] : other
  const place = spanOf(span)
  const found = isSupported ? 'Found in' : 'Held against'
  const where = against !== undefined ? `the ${textOf(against)}` : number < 0 ? 'a context it was not shown' : `context ${number + 1}`
  if (verified !== true)
    return element(
      'div',
      {},
      element('p', { class: 'faint' }, `Quoted from ${where}, but not found there:`),
      element('blockquote', { dir: 'auto' }, textOf(quote)),
    )
  if (text === undefined || place === undefined || place[1] > text.length) {
    return element(
      'div',
      {},
      element('p', { class: 'faint' }, `${found} ${where}, in parts:`),
      element('blockquote', { dir: 'auto' }, element('mark', {}, textOf(quote))),
    )
  }
  return element('div', {}, element('p', { class: 'faint' }, `${found} ${where}:`), quoteInPlace(text, place))
}

function referenceItems({ contexts }: Record<string, unknown>, { referenceContexts = [] }: PageRow): HTMLElement[] {
  return listOf(contexts)
    .filter(isRecord)
    .flatMap(({ index, matched, retrieved, similarity }) => {
      if (typeof index !== 'number') return []
      const word = matched === true ? 'found' : 'missing'
      const notes = [
        typeof similarity === 'number' ? `similarity ${similarity.toFixed(3)}` : '',
        typeof retrieved === 'number' ? `retrieved context ${retrieved + 1}` : '',
      ].filter((fact) => fact !== '')
      return [
        element(
          'div',
          { class: `claim ${typeof matched === 'boolean' ? word : ''}` },
          typeof matched === 'boolean' && chip(word, word),
          ' ',
          element('span', { class: 'faint' }, `reference context ${index + 1}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`),
          element('div', { class: 'text', dir: 'auto' }, referenceContexts[index] ?? ''),
        ),
      ]
    })
}

export function chip(text: string, look: string): HTMLElement {
  return element('span', { class: `chip ${look}` }, text)
}
