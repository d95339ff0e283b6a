import { characterSimilarity } from './character-similarity.ts'
import type { BoundedSimilarity } from './define-similarity.ts'

/**
 * Positions at which both texts have the same code point / length of the longer one; positions beyond the shorter one
 * do not match. Symmetric. Source: Hamming, "Error detecting and error correcting codes", Bell System Technical Journal 29 (1950).
 */
export const hamming: BoundedSimilarity = characterSimilarity({
  id: 'hamming',
  version: '1',
  compare,
  atLeast: (a, b, threshold) => Math.min(a.length, b.length) / Math.max(a.length, b.length) >= threshold && compare(a, b) >= threshold,
})

function compare(a: Uint32Array, b: Uint32Array): number {
  const shorter = Math.min(a.length, b.length)
  let equal = 0
  for (let at = 0; at < shorter; at += 1) if (a[at] === b[at]) equal += 1
  return equal / Math.max(a.length, b.length)
}
