import type { ContextIndex } from './context-index.ts'
import type { InverseDocumentFrequency } from './document-frequencies.ts'
import { isFamiliarLanguage } from './familiar-language.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { numberMentions } from './number-mentions.ts'
import { wordForms } from './word-forms.ts'

/** A claim with fewer content words may differ by its wording alone. */
const FEWEST_WORDS = 4

/**
 * Whether a claim has no overlap with the contexts: of at least four different content words none shares its stem or its first five
 * letters with any word there, and no number of it occurs there in any form. Only for English claims against English contexts: in other
 * languages different words may mean the same.
 */
export function hasNoOverlap(claim: { readonly text: string; readonly words: readonly string[] }, contexts: ContextIndex): boolean {
  const content = [...new Set(claim.words)].filter((word) => !FUNCTION_WORDS.has(word))
  if (content.length < FEWEST_WORDS || content.some((word) => NOT_LATIN.test(word))) return false
  const isShared = (word: string): boolean => {
    const { stem, beginning } = wordForms(word)
    return [contexts.byWord(word), contexts.byStem(stem), contexts.byBeginning(beginning)].some((places) => places.length > 0)
  }
  return (
    !content.some(isShared) && !numberMentions(claim.text).some(({ readings }) => readings.some((reading) => contexts.hasNumber(reading)))
  )
}

/** Stricter than `isFamiliarLanguage`: short texts of other languages are full of words that English has too. */
export function isSurelyEnglish(words: readonly string[], idf: InverseDocumentFrequency): boolean {
  const distinct = [...new Set(words)]
  return (
    distinct.some((word) => ENGLISH_ONLY.has(word)) &&
    isFamiliarLanguage(
      distinct.map((word) => ({ word, stem: wordForms(word).stem })),
      idf,
    )
  )
}

const NOT_LATIN = /[^\p{Script=Latin}\p{M}\p{N}]/u

/** Words of grammar that are common in English and no words of its neighbours. */
const ENGLISH_ONLY: ReadonlySet<string> = new Set(
  'the and with from this that these those which who whose were been being have having their they there its would should could about after before between because while through during when where'.split(
    ' ',
  ),
)
