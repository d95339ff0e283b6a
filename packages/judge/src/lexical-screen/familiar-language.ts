import type { InverseDocumentFrequency } from './document-frequencies.ts'
import { FUNCTION_WORDS } from './function-words.ts'

export type StemmedWord = { readonly word: string; readonly stem: string }

/**
 * Whether a text reads like the language the screen was learned on: of its different words (numbers aside) at least half are
 * known. A text without words is not foreign.
 */
export function isFamiliarLanguage(words: Iterable<StemmedWord>, idf: InverseDocumentFrequency): boolean {
  let all = 0
  let known = 0
  for (const { word, stem } of words) {
    if (DIGIT_FIRST.test(word)) continue
    all += 1
    if (FUNCTION_WORDS.has(word) || idf.knows(stem)) known += 1
  }
  return known * 2 >= all
}

const DIGIT_FIRST = /^\p{N}/u
