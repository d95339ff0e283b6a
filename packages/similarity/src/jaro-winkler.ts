import { characterSimilarity } from './character-similarity.ts'
import { jaroSimilarity, mostJaro } from './jaro-similarity.ts'
import type { BoundedSimilarity } from './define-similarity.ts'

/**
 * Jaro, raised for a common start: j + 0.1 · l · (1 − j) where j is above 0.7 and l, at most 4, is the length of the common prefix.
 * Source: Winkler, "String comparator metrics and enhanced decision rules in the Fellegi-Sunter model of record linkage", ASA
 * Survey Research Methods (1990).
 */
export const jaroWinkler: BoundedSimilarity = characterSimilarity({
  id: 'jaro-winkler',
  version: '1',
  compare,
  atLeast(a, b, threshold) {
    // Without a boost the bound is Jaro's; with one it gets a margin larger than any rounding error.
    const most = mostJaro(a, b)
    const bound = most > BOOSTED_ABOVE ? most + BOOST * LONGEST_PREFIX * (1 - most) + MARGIN : most
    return bound >= threshold && compare(a, b) >= threshold
  },
})

const BOOSTED_ABOVE = 0.7
const BOOST = 0.1
const LONGEST_PREFIX = 4
const MARGIN = 1e-9

function compare(a: Uint32Array, b: Uint32Array): number {
  const similarity = jaroSimilarity(a, b)
  if (similarity <= BOOSTED_ABOVE) return similarity
  const limit = Math.min(LONGEST_PREFIX, a.length, b.length)
  let prefix = 0
  while (prefix < limit && a[prefix] === b[prefix]) prefix += 1
  return similarity + BOOST * prefix * (1 - similarity)
}
