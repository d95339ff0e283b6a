import { normalizeNfc, runFinder, splitSentences, wordTokens } from '@assay/text'
import type { ContextIndex } from './context-index.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { MONTHS } from './number-mentions.ts'
import { wordForms } from './word-forms.ts'

/** The capitalised words of a claim, each once, that begin no sentence and occur in no context. */
export function missingNames(claim: string, contexts: ContextIndex): string[] {
  return [...new Set(capitalisedWords(claim))].filter((name) => !wordTokens(name).every((word) => isNamed(word, contexts)))
}

function isNamed(word: string, contexts: ContextIndex): boolean {
  if (FUNCTION_WORDS.has(word) || contexts.byWord(word).length > 0) return true
  if (contexts.byStem(wordForms(word).stem).length > 0) return true
  const month = MONTHS.get(word)
  return month !== undefined && contexts.hasNumber(String(month))
}

/** Capitalised words inside a sentence. A text entirely in capitals has none: there they mean nothing. */
function capitalisedWords(claim: string): string[] {
  const text = normalizeNfc(claim)
  if (!/\p{Ll}/u.test(text)) return []
  const names: string[] = []
  for (const sentence of splitSentences(text)) {
    let isFirst = true
    for (const word of wordsOf(sentence.text)) {
      if (!isFirst && /^\p{Lu}./su.test(word)) names.push(word)
      isFirst = false
    }
  }
  return names
}

const wordsOf = runFinder('\\p{L}\\p{M}\\p{N}')
