import { FUNCTION_WORDS } from './function-words.ts'
import type { Examination } from './examine-claim.ts'
import type { OneSidedNegation } from './negation.ts'

export type LexicalDecision = { readonly outcome: 'supported' | 'unsupported' | 'undecided'; readonly reason: string }

/**
 * The screen decides only if words give evidence: something is missing, or occurs almost word for word. Evidence against a claim counts
 * only if the model, with all features, does not predict support.
 */
export function decideClaim(examined: Examination, probability: number, threshold: number): LexicalDecision {
  if (examined.words.every((word) => FUNCTION_WORDS.has(word)))
    return { outcome: 'undecided', reason: 'the claim holds no word of content' }
  const lacking = whatIsLacking(examined)
  if (lacking.length > 0 && probability < threshold) return { outcome: 'unsupported', reason: lacking.join('; ') }
  if (isNearVerbatim(examined)) return { outcome: 'supported', reason: 'near_verbatim' }
  return { outcome: 'undecided', reason: `words alone do not settle it: probability ${probability.toFixed(2)}` }
}

/** Whether one sentence contains the claim almost word for word, with all its numbers and names, and the same negations. */
export function isNearVerbatim({ features, samePolarity, words }: Examination): boolean {
  return (
    words.length >= NEAR_VERBATIM.words &&
    features.bestSentenceRecall >= NEAR_VERBATIM.bestSentenceRecall &&
    features.surfaceBigrams >= NEAR_VERBATIM.surfaceBigrams &&
    features.missingNumber === 0 &&
    features.missingName === 0 &&
    samePolarity
  )
}

const NEAR_VERBATIM = { words: 3, bestSentenceRecall: 0.9, surfaceBigrams: 0.8 }
const LOW_RECALL = 0.4
const NAMED_AT_MOST = 3

function whatIsLacking({ features, missingNumbers, missingNames, oneSidedNegation }: Examination): string[] {
  const lacking = [
    ...missingNumbers.slice(0, NAMED_AT_MOST).map((number) => `number ${number} stands in no context`),
    ...missingNames.slice(0, NAMED_AT_MOST).map((name) => `capitalised word ${name} stands in no context`),
  ]
  if (oneSidedNegation !== undefined) lacking.push(negationText(oneSidedNegation))
  if (features.idfRecall < LOW_RECALL)
    lacking.push(
      `the contexts hold ${features.idfRecall.toFixed(2)} of its content words, rare ones weighing more, other forms of a word less`,
    )
  return lacking
}

/** Describes the difference only, not its meaning: the screen does not know whether "without" denies anything. */
function negationText({ negation, word }: OneSidedNegation): string {
  return negation === word
    ? `the claim has "${negation}", the nearest sentence only another form of it`
    : `the claim has "${negation}" within three words of "${word}", where the nearest sentence has no such word`
}
