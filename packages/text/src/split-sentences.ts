import { sentenceEnds } from './sentence-ends.ts'
import { proseBlocks } from './prose-blocks.ts'

/** A sentence unit and where it stands, in UTF-16 code units. */
export type SentenceUnit = { readonly text: string; readonly start: number; readonly end: number }

/**
 * The sentence units of a text in any language, which need not be named. Each unit holds at least one letter or digit; together
 * they hold every letter and digit of the text, in order. List items, table rows, headings and fenced blocks are units of their
 * own, without an end mark. The time taken is linear in the length of the text, whatever stands in it.
 */
export function splitSentences(text: string): SentenceUnit[] {
  // In a text without capitals, a small letter may begin a sentence.
  const caseless = !/\p{Lu}/u.test(text)
  const units: SentenceUnit[] = []
  let carried: number | undefined
  for (const block of proseBlocks(text)) {
    const source = text.slice(block.start, block.end)
    const ends = block.whole ? [source.length] : sentenceEnds(source, caseless)
    let from = 0
    for (const to of ends) {
      const piece = source.slice(from, to)
      const trimmed = piece.trim()
      if (LETTER_OR_DIGIT.test(trimmed)) {
        const start = block.start + from + (piece.length - piece.trimStart().length)
        const end = start + trimmed.length
        if (BARE_MARKER.test(trimmed)) {
          // A number alone belongs to the text after it, if there is any.
          carried ??= start
        } else {
          units.push({ text: text.slice(carried ?? start, end), start: carried ?? start, end })
          carried = undefined
        }
      }
      from = to
    }
  }
  if (carried !== undefined) {
    const rest = text.slice(carried).trimEnd()
    units.push({ text: rest, start: carried, end: carried + rest.length })
  }
  return units
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const BARE_MARKER = /^\(?\d{1,3}[.)]$/
