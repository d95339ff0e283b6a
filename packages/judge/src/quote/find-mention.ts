import { foldText, type FoldedText } from './fold-text.ts'
import { indexOfText } from './index-of-text.ts'

export type Mention = {
  /** Index in the list of texts searched. */
  readonly context: number
  /** In the original text, in UTF-16 units. */
  readonly span: readonly [start: number, end: number]
}

/** Part of a word or a number. */
const WORD = /[\p{L}\p{M}\p{N}]/u
const DIGIT = /\p{N}/u
/** Characters between the digits of one number. */
const IN_NUMBER = /[.,\u066B\u066C]/u
/** Scripts without spaces between words: any position in them may be a word boundary. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]/u

/**
 * Looks for names in texts, folded as quotes are, at the boundaries of words and numbers: "UN" is not found in "United", nor "AD 70" in
 * "AD 700", nor 50,000 in 150,000 or 50,000.5. In scripts without spaces any position counts.
 */
export function createMentionFinder(texts: readonly string[]): (name: string) => Mention | undefined {
  const folded = texts.map(foldText)
  return (name) => {
    const wanted = foldText(name).text
    if (wanted === '') return undefined
    for (const [context, text] of folded.entries()) {
      const span = placeIn(text, wanted)
      if (span !== undefined) return { context, span }
    }
    return undefined
  }
}

/** Distinct names, compared in folded form. The first of equal ones is returned, trimmed; empty ones are dropped. */
export function distinctNames(names: readonly string[]): string[] {
  const distinct = new Map<string, string>()
  for (const name of names) {
    const key = foldText(name).text
    if (WORD.test(key) && !distinct.has(key)) distinct.set(key, name.trim())
  }
  return [...distinct.values()]
}

function placeIn({ text, starts, ends }: FoldedText, wanted: string): readonly [number, number] | undefined {
  for (let from = 0; from <= text.length - wanted.length;) {
    const found = indexOfText(from === 0 ? text : text.slice(from), wanted)
    if (found === -1) return undefined
    const at = from + found
    const end = at + wanted.length
    if (isEdge(text, at) && isEdge(text, end)) {
      const [start, stop] = [starts[at], ends[end - 1]]
      return start === undefined || stop === undefined ? undefined : [start, stop]
    }
    from = at + 1
  }
  return undefined
}

/** Whether no word and no number continues across this position. */
function isEdge(text: string, at: number): boolean {
  const [before, after] = [characterBefore(text, at), characterAt(text, at)]
  if (WORD.test(before) && WORD.test(after)) return UNSPACED.test(before) || UNSPACED.test(after)
  if (DIGIT.test(before) && IN_NUMBER.test(after)) return !DIGIT.test(characterAt(text, at + after.length))
  if (IN_NUMBER.test(before) && DIGIT.test(after)) return !DIGIT.test(characterBefore(text, at - before.length))
  return true
}

function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at)
  return point === undefined ? '' : String.fromCodePoint(point)
}

function characterBefore(text: string, at: number): string {
  if (at <= 0) return ''
  const unit = text.charCodeAt(at - 1)
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && at > 1
  return isLow ? characterAt(text, at - 2) : text.charAt(at - 1)
}
