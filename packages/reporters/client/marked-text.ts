import { element } from './element.ts'

/** Start and end in UTF-16 units. */
export type Span = readonly [start: number, end: number]

/** What is shown of a context on both sides of a quote. */
const AROUND = 160

/** A text with places highlighted. */
export function markedText(text: string, spans: readonly Span[]): Node[] {
  const nodes: Node[] = []
  let at = 0
  for (const [start, end] of merged(text, spans)) {
    if (start > at) nodes.push(element('span', {}, text.slice(at, start)))
    nodes.push(element('mark', {}, text.slice(start, end)))
    at = end
  }
  if (at < text.length) nodes.push(element('span', {}, text.slice(at)))
  return nodes
}

/** One quote with what stands around it. */
export function quoteInPlace(text: string, [start, end]: Span): HTMLElement {
  const from = wordStart(text, Math.max(0, start - AROUND))
  const to = wordEnd(text, Math.min(text.length, end + AROUND))
  return element(
    'blockquote',
    { dir: 'auto' },
    from > 0 && '… ',
    ...markedText(text.slice(from, to), [[start - from, end - from]]),
    to < text.length && ' …',
  )
}

/** In order and without overlaps, only what stands in the text. */
function merged(text: string, spans: readonly Span[]): [number, number][] {
  const found: [number, number][] = []
  const within = spans.filter(([start, end]) => start >= 0 && start < end && end <= text.length)
  for (const [start, end] of within.toSorted((a, b) => a[0] - b[0])) {
    const last = found.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else found.push([start, end])
  }
  return found
}

/** The beginning of a word not far after `at`; never inside a pair of surrogates. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.slice(at, at + 30).search(/\s/)
  return space === -1 ? whole(text, at) : at + space + 1
}

function wordEnd(text: string, at: number): number {
  if (at === text.length) return at
  const space = text.slice(Math.max(0, at - 30), at).search(/\s\S*$/)
  return space === -1 ? whole(text, at) : Math.max(0, at - 30) + space
}

function whole(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at
}
