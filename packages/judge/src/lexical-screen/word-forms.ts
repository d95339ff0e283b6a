import { stemmer } from 'stemmer'

/** The weaker forms by which a word may match: equal stems, or equal beginnings. */
export type WordForms = { readonly stem: string; readonly beginning: string }

/** Letters that two words must share at their start to match. */
const BEGINNING = 5

/** The forms of a lower-cased word. Numbers, and words of other alphabets, have only themselves. */
export function wordForms(word: string): WordForms {
  if (!STEMMABLE.test(word)) return { stem: word, beginning: LETTERS_ONLY.test(word) ? beginningOf(word) : word }
  return { stem: stemmer(word), beginning: word.slice(0, BEGINNING) }
}

/** Porter's rules are for English; a longer run of letters is no word. */
const STEMMABLE = /^[a-z]{3,40}$/
const LETTERS_ONLY = /^[\p{L}\p{M}]{6,40}$/u

function beginningOf(word: string): string {
  return Array.from(word).slice(0, BEGINNING).join('')
}
