import { characterSimilarity } from './character-similarity.ts'
import { characterNgrams } from './character-ngrams.ts'
import type { Similarity } from './define-similarity.ts'

/**
 * chrF: F₂ of the mean precision and the mean recall of character n-grams, n = 1 … 6, white space left out, case kept. Orders of
 * which a text has no n-gram are left out of both means. `a` is the reference, recall counts twice as much as precision (β = 2), so
 * it is not symmetric. Texts that differ in white space only give 1. Source: Popović, "chrF: character n-gram F-score for automatic
 * MT evaluation", WMT 2015; means over the orders as in sacreBLEU 2.
 */
export const chrf: Similarity = characterSimilarity({ id: 'chrf', version: '1', compare })

const LONGEST = 6
const BETA_SQUARED = 4

function compare(reference: Uint32Array, retrieved: Uint32Array): number {
  const orders = characterNgrams(withoutWhiteSpace(reference), withoutWhiteSpace(retrieved), LONGEST).filter(({ a, b }) => a > 0 && b > 0)
  if (orders.length === 0) return 0
  let [precision, recall] = [0, 0]
  for (const { a, b, shared } of orders) {
    precision += shared / b
    recall += shared / a
  }
  precision /= orders.length
  recall /= orders.length
  if (precision + recall === 0) return 0
  return ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall)
}

function withoutWhiteSpace(text: Uint32Array): Uint32Array {
  return text.filter((point) => !isWhiteSpace(point))
}

function isWhiteSpace(point: number): boolean {
  if (point > 0x20 && point < 0x85) return false
  return /\p{White_Space}/u.test(String.fromCodePoint(point))
}
