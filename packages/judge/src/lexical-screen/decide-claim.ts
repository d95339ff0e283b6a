import { FUNCTION_WORDS } from './function-words.ts'
import type { Examination } from './examine-claim.ts'

export type LexicalDecision = { readonly outcome: 'supported' | 'unsupported' | 'undecided'; readonly reason: string }

/**
 * The screen speaks only where words show something: what is missing, or what stands there almost word for word. The evidence
 * against a claim counts only where the model, all features weighed, does not hold it for supported.
 */
export function decideClaim(examined: Examination, probability: number, threshold: number): LexicalDecision {
  if (examined.words.every((word) => FUNCTION_WORDS.has(word)))
    return { outcome: 'undecided', reason: 'the claim holds no word of content' }
  const lacking = whatIsLacking(examined)
  if (lacking.length > 0 && probability < threshold) return { outcome: 'unsupported', reason: lacking.join('; ') }
  if (isNearVerbatim(examined)) return { outcome: 'supported', reason: 'near_verbatim' }
  return { outcome: 'undecided', reason: `words alone do not settle it: probability ${probability.toFixed(2)}` }
}

/** Whether one sentence holds the claim almost word for word, with all its numbers and names, and negates what it negates. */
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

function whatIsLacking({ features, missingNumbers, missingNames }: Examination): string[] {
  const lacking = [
    ...missingNumbers.slice(0, NAMED_AT_MOST).map((number) => `number ${number} stands in no context`),
    ...missingNames.slice(0, NAMED_AT_MOST).map((name) => `name ${name} stands in no context`),
  ]
  if (features.oneSidedNegation === 1) lacking.push('the claim has a negation near a word that the nearest sentence holds without one')
  if (features.idfRecall < LOW_RECALL)
    lacking.push(`the contexts hold ${features.idfRecall.toFixed(2)} of its words, rare ones weighing more`)
  return lacking
}
