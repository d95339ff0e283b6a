import { normalizeNfc, wordTokens } from '@assay/text'
import type { ContextIndex } from './context-index.ts'
import type { InverseDocumentFrequency } from './document-frequencies.ts'
import { idfRecall } from './idf-recall.ts'
import { missingNames } from './missing-names.ts'
import { missingNumbers } from './missing-numbers.ts'
import { isOneSided, negatedStems } from './negation.ts'
import { surfaceBigrams } from './surface-bigrams.ts'
import { wordForms } from './word-forms.ts'

/** What the model weighs, each in [0, 1], in this order. */
export const LEXICAL_FEATURES = ['idfRecall', 'missingNumber', 'missingName', 'oneSidedNegation', 'surfaceBigrams', 'bestSentenceRecall'] as const
export type LexicalFeatures = Readonly<Record<(typeof LEXICAL_FEATURES)[number], number>>

export type Examination = {
  readonly features: LexicalFeatures
  /** As written in the claim. */
  readonly missingNumbers: readonly string[]
  readonly missingNames: readonly string[]
  /** The first of the sentences that hold most of the claim, by its place in the index; preferably one that negates as the claim does. */
  readonly bestSentence: number | undefined
  /** Whether that sentence negates what the claim negates, and nothing else of it. */
  readonly samePolarity: boolean
}

/** The six features of a claim against contexts. Neither the order of the contexts nor repeats change them. */
export function examineClaim(claim: string, contexts: ContextIndex, idf: InverseDocumentFrequency): Examination {
  const words = wordTokens(normalizeNfc(claim))
  const recall = idfRecall(words, contexts, idf)
  const own = { stems: stemsOf(words), negated: negatedStems(words) }
  const best = recall.bestSentences.map((sentence) => {
    const others = wordTokens(normalizeNfc(contexts.sentences[sentence]?.text ?? ''))
    const other = { stems: stemsOf(others), negated: negatedStems(others) }
    return { sentence, claimOnly: isOneSided(own.negated, other), sentenceOnly: isOneSided(other.negated, own) }
  })
  const agreeing = best.find(({ claimOnly, sentenceOnly }) => !claimOnly && !sentenceOnly)
  const numbers = missingNumbers(claim, contexts)
  const names = missingNames(claim, contexts)
  return {
    features: {
      idfRecall: recall.anywhere,
      missingNumber: numbers.length > 0 ? 1 : 0,
      missingName: names.length > 0 ? 1 : 0,
      oneSidedNegation: best.length > 0 && best.every(({ claimOnly }) => claimOnly) ? 1 : 0,
      surfaceBigrams: surfaceBigrams(words, contexts),
      bestSentenceRecall: recall.bestSentence,
    },
    missingNumbers: numbers,
    missingNames: names,
    bestSentence: (agreeing ?? best[0])?.sentence,
    samePolarity: agreeing !== undefined,
  }
}

function stemsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((word) => wordForms(word).stem))
}
