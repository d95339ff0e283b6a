import { toClaims } from '../extractor/to-claims.ts'
import type { TextShape } from '../reply/text-shape.ts'

/** A statement of the reference in the judge's words, with its mark. */
export type MarkedLine = { readonly text: string; readonly supported: boolean }

/** Statements on separate lines, each with one marker at its start or end. Lines without a marker are prose. */
export const rubricShape: TextShape<readonly MarkedLine[]> = {
  key: 'rubric',
  form: 'Write every statement on a line of its own, with exactly one marker, [FOUND] or [NOT FOUND], at its end.',
  readText(text, prompt) {
    const echoes = new Set(
      prompt.flatMap((shown) =>
        linesOf(shown)
          .map(({ line }) => readLine(line))
          .flatMap(keyOf),
      ),
    )
    const marked = new Map<string, MarkedLine>()
    const repairs: string[] = []
    for (const { line, number } of linesOf(text)) {
      const read = readLine(line)
      if ('defect' in read) return { ok: false, defect: `line ${number} ${read.defect}` }
      if ('note' in read) repairs.push(`rubric: line ${number} not counted, since ${read.note}`)
      else if (keyOf(read).some((key) => echoes.has(key))) repairs.push(`rubric: line ${number} not counted, since it stands in the prompt`)
      else {
        const same = marked.get(read.text.normalize('NFC'))
        if (same !== undefined && same.supported !== read.supported) {
          return { ok: false, defect: `line ${number} marks a statement otherwise than a line before it` }
        }
        if (same !== undefined) repairs.push(`rubric: line ${number} not counted, since it repeats a line before it`)
        else marked.set(read.text.normalize('NFC'), read)
      }
    }
    if (marked.size === 0) return { ok: false, defect: 'no line in it has a marker, [FOUND] or [NOT FOUND], at its start or end' }
    return { ok: true, value: [...marked.values()], repairs }
  },
}

type LineReading = MarkedLine | { readonly defect: string } | { readonly note: string }

const MARKER = /\[[ \t]{0,3}(not[ \t]{1,3})?(?:found|attributed)[ \t]{0,3}\]/giu
/** Signs of lists, quotations, headings and tables, and emphasis. A dash is one only where a space or emphasis follows it. V8 fails at millions of them. */
const SIGNS = /^(?:[\s>#|*_~`•◦▪‣·]|[-+–—](?=[\s*_~`[]|$)|\[[ x]\](?=\s)){1,10000}/iu
/** The number or letter of a list item: not the beginning of "1.5 km". */
const LABEL = /^\(?(?:\d{1,4}|[a-z])[.):](?=[\s*_~`[]|$)/iu
/** Characters allowed between a statement and its marker. */
const SEPARATORS = /^(?:[\s*_~`|:]|[-–—→=](?=\s|>|$)|(?<=[-=])>){1,10000}/u
/** Characters not allowed after a marker at the end. */
const NOT_CLOSING = /[^\s*_~`|.,;:!)]/u
const TRAILING = new Set(Array.from(' \t\u00A0*_~`|:-–—→=>'))
const EMPHASIS = new Set(Array.from(' \t\u00A0*_~`|'))

/** Only lines that hold a marker, counted from 1. */
function linesOf(text: string): { readonly line: string; readonly number: number }[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.search(MARKER) !== -1)
}

function readLine(line: string): LineReading {
  const [marker, second] = line.matchAll(MARKER)
  if (marker === undefined) return { note: 'it has no marker' }
  if (second !== undefined) return { defect: `has two markers, ${marker[0]} and ${second[0]}; a statement has exactly one` }
  const before = line.slice(0, marker.index).replace(SIGNS, '')
  const after = line.slice(marker.index + marker[0].length)
  const lead = before.replace(LABEL, '').replace(SIGNS, '')
  const text =
    lead === '' && saysSomething(after)
      ? trimmedEnd(after.replace(SEPARATORS, ''), EMPHASIS)
      : NOT_CLOSING.test(after)
        ? undefined
        : // "A." alone is a short statement, "1." alone is none.
          trimmedEnd(lead === '' && !/\d/u.test(before) ? before : lead, TRAILING)
  if (text === undefined) return { note: `its marker ${marker[0]} stands neither at its start nor at its end` }
  const [claim] = toClaims([text])
  return claim === undefined
    ? { defect: `has the marker ${marker[0]} and no statement` }
    : { text: claim.text, supported: marker[1] === undefined }
}

function saysSomething(text: string): boolean {
  return toClaims([text]).length > 0
}

function keyOf(read: LineReading): string[] {
  return 'text' in read ? [`${read.supported} ${read.text.normalize('NFC')}`] : []
}

function trimmedEnd(text: string, signs: ReadonlySet<string>): string {
  let end = text.length
  while (end > 0 && signs.has(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
