import { characterSimilarity } from './character-similarity.ts'
import { characterNgrams } from './character-ngrams.ts'
import type { BoundedSimilarity } from './define-similarity.ts'

/**
 * 2 · shared / (bigrams of a + bigrams of b), over overlapping pairs of code points, repeats counted. Two different texts give 0 if
 * one has a single code point. Symmetric. Source: Dice, "Measures of the amount of ecologic association between species",
 * Ecology 26 (1945).
 */
export const diceBigram: BoundedSimilarity = characterSimilarity({
  id: 'dice-bigram',
  version: '1',
  compare,
  atLeast(a, b, threshold) {
    const [ofA, ofB] = [a.length - 1, b.length - 1]
    const most = ofA === 0 || ofB === 0 ? 0 : (2 * Math.min(ofA, ofB)) / (ofA + ofB)
    return most >= threshold && compare(a, b) >= threshold
  },
})

function compare(a: Uint32Array, b: Uint32Array): number {
  if (a.length < 2 || b.length < 2) return 0
  const bigrams = characterNgrams(a, b, 2)[1]
  return bigrams === undefined ? 0 : (2 * bigrams.shared) / (bigrams.a + bigrams.b)
}
