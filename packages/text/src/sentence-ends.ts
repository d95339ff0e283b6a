import { isAbbreviation } from './abbreviation.ts'
import { codeSpans } from './code-spans.ts'

/**
 * Where the sentences of one paragraph end, in UTF-16 code units; the last is the paragraph's own end. Marks that no language uses
 * inside a sentence (`。`, `।`, `؟` …) end one wherever they stand. `.`, `!`, `?` and `…` need white space after them and a word that
 * can begin a sentence.
 */
export function sentenceEnds(text: string, caseless: boolean): number[] {
  const ends: number[] = []
  const spans = codeSpans(text)
  const nextWord = wordFinder(text)
  let at = afterMarker(text, 0)
  for (;;) {
    MARK.lastIndex = at
    const found = MARK.exec(text)
    if (found === null) break
    const { index } = found
    const marks = found[0]
    if (marks.startsWith('`')) {
      at = spans.get(index) ?? index + marks.length
      continue
    }
    const after = index + marks.length
    const end = afterClosers(text, after)
    at = end
    if (end >= text.length) break
    if (!endsHere({ text, index, marks, closed: end > after, end, caseless, nextWord })) continue
    ends.push(end)
    at = afterMarker(text, end)
  }
  ends.push(text.length)
  return ends
}

type Candidate = {
  readonly text: string
  /** Where the end marks begin. */
  readonly index: number
  readonly marks: string
  /** Something follows the marks without a space: quotation marks, brackets, footnote numbers. */
  readonly closed: boolean
  /** The end of all of these. */
  readonly end: number
  readonly caseless: boolean
  readonly nextWord: (from: number) => string | undefined
}

/** Repeated at most 100,000 times, like the closing marks: V8 stores a backtracking state for each, and fails beyond some millions. */
const MARK = /[\p{Sentence_Terminal}…]{1,100000}|`+/gu
const CLOSERS =
  /(?:[\p{Pe}\p{Pf}\p{Pi}"'*_\p{Sentence_Terminal}…]|\[\d{1,3}\]){0,100000}(?:[ \u00A0\u202F]»(?=[\s\p{Sentence_Terminal},;:]|$))?/uy
const MARKER = /\s*(?:\(?\d{1,3}[.)]|[IVXLC]{1,5}\.)(?=\s|$)/y
const SPACE = /\s/
const STARTS_WORD = /[\p{L}\p{N}]/u
const NEEDS_SPACE = /^[.!?…]+$/
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const STARTS_SMALL = /^\p{Ll}(?!\p{Lu})/u
/** The length of the longest listed word. */
const WORD_LENGTH = 20

function endsHere(candidate: Candidate): boolean {
  const { text, index, marks, closed, end, caseless, nextWord } = candidate
  const following = text.charAt(end)
  if (!NEEDS_SPACE.test(marks)) {
    if (marks === '．' && /[0-9０-９]/.test(following)) return false
    // 「…。」と goes on after the bracket; 「…。」「…。」 does not.
    return !closed || SPACE.test(following) || /[\p{Ps}\p{Pi}]/u.test(following)
  }
  if (!SPACE.test(following)) return !closed && SPACELESS.test(following) && SPACELESS.test(text.charAt(index - 1))
  const word = nextWord(end)
  if (word === undefined) return false
  const small = STARTS_SMALL.test(word)
  if (small && (!caseless || marks.length > 1 || marks === '…' || closed)) return false
  return marks !== '.' || !isAbbreviation(text, index, { word, small })
}

function afterClosers(text: string, from: number): number {
  CLOSERS.lastIndex = from
  return from + (CLOSERS.exec(text)?.[0].length ?? 0)
}

/** "2." at the start of a sentence numbers it; the full stop ends nothing. */
function afterMarker(text: string, from: number): number {
  MARKER.lastIndex = from
  return from + (MARKER.exec(text)?.[0].length ?? 0)
}

/** Finds the next word at or after a position. Positions only grow, so one search serves all marks before that word. */
function wordFinder(text: string): (from: number) => string | undefined {
  const start = new RegExp(STARTS_WORD, 'gu')
  let known = -1
  return (from) => {
    if (known < from) {
      start.lastIndex = from
      known = start.exec(text)?.index ?? Number.POSITIVE_INFINITY
    }
    if (known === Number.POSITIVE_INFINITY) return undefined
    return /^[\p{L}\p{M}\p{N}]+/u.exec(text.slice(known, known + WORD_LENGTH))?.[0]
  }
}
