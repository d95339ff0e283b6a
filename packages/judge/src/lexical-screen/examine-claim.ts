import { normalizeNfc, wordTokens } from '@assay/text'
import type { ContextIndex } from './context-index.ts'
import type { InverseDocumentFrequency } from './document-frequencies.ts'
import { idfRecall } from './idf-recall.ts'
import { missingNames } from './missing-names.ts'
import { numberMentions } from './number-mentions.ts'
import { negatesAlone, oneSidedNegation, type OneSidedNegation, type Polarity, polarityOf } from './negation.ts'
import { surfaceBigrams } from './surface-bigrams.ts'

/** The features of the model, each in [0, 1], in this order. */
export const LEXICAL_FEATURES = [
  'idfRecall',
  'missingNumber',
  'missingName',
  'oneSidedNegation',
  'surfaceBigrams',
  'bestSentenceRecall',
] as const
export type LexicalFeatures = Readonly<Record<(typeof LEXICAL_FEATURES)[number], number>>

export type Examination = {
  readonly features: LexicalFeatures
  /** As written in the claim. */
  readonly missingNumbers: readonly string[]
  readonly missingNames: readonly string[]
  /** The evidence for the feature of that name; only if it is 1. */
  readonly oneSidedNegation: OneSidedNegation | undefined
  /**
   * The first of the sentences that hold most of the claim, by its place in the index; preferably one with the same negations as the
   * claim.
   */
  readonly bestSentence: number | undefined
  /** Whether that sentence has exactly the negations of the claim. */
  readonly samePolarity: boolean
  /** The word tokens of the claim. */
  readonly words: readonly string[]
}

/** The six features of a claim against contexts. Neither the order of the contexts nor repeats change them. */
export function examineClaim(claim: string, contexts: ContextIndex, idf: InverseDocumentFrequency): Examination {
  const words = wordTokens(normalizeNfc(claim))
  const recall = idfRecall(words, contexts, idf)
  const nearest = nearestSentence(polarityOf(words), recall.bestSentences, contexts)
  const numbers = missingNumbers(claim, contexts)
  const names = missingNames(claim, contexts)
  return {
    features: {
      idfRecall: recall.anywhere,
      missingNumber: numbers.length > 0 ? 1 : 0,
      missingName: names.length > 0 ? 1 : 0,
      oneSidedNegation: nearest.isOneSided ? 1 : 0,
      surfaceBigrams: surfaceBigrams(words, contexts),
      bestSentenceRecall: recall.bestSentence,
    },
    missingNumbers: numbers,
    missingNames: names,
    oneSidedNegation: nearest.isOneSided ? firstNegation(words, recall.bestSentences, contexts) : undefined,
    bestSentence: nearest.sentence,
    samePolarity: nearest.samePolarity,
    words,
  }
}

/** Of sentences that hold equally much, one with the same negations as the claim, if there is one: their order must not decide. */
function nearestSentence(
  claim: Polarity,
  sentences: readonly number[],
  contexts: ContextIndex,
): { sentence: number | undefined; samePolarity: boolean; isOneSided: boolean } {
  let isOneSided = sentences.length > 0
  for (const sentence of sentences) {
    const polarity = contexts.polarity(sentence)
    const claimAlone = negatesAlone(claim, polarity)
    if (!claimAlone && !negatesAlone(polarity, claim)) return { sentence, samePolarity: true, isOneSided: false }
    isOneSided &&= claimAlone
  }
  return { sentence: sentences[0], samePolarity: false, isOneSided }
}

/** Of sentences that hold equally much, each may lack another negated word: the first in the claim is named, whatever their order. */
function firstNegation(words: readonly string[], sentences: readonly number[], contexts: ContextIndex): OneSidedNegation | undefined {
  return sentences
    .flatMap((sentence) => oneSidedNegation(words, contexts.polarity(sentence)) ?? [])
    .toSorted((a, b) => words.indexOf(a.word) - words.indexOf(b.word))[0]
}

/** The numbers of a claim, as written, each once, that occur in no context in any of their readings. */
function missingNumbers(claim: string, contexts: ContextIndex): string[] {
  const missing = numberMentions(claim).filter(
    ({ text, readings }) => !LOOSE.has(text.toLowerCase()) && !readings.some((reading) => contexts.hasNumber(reading)),
  )
  return [...new Set(missing.map(({ text }) => text))]
}

/** Words that are more often a pronoun, an adverb or a unit of time than a number. */
const LOOSE: ReadonlySet<string> = new Set(['one', 'first', 'second'])
