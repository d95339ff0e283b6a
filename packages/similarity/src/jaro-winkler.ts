import { characterMeasure } from './character-measure.ts'
import { jaroSimilarity, mostJaro } from './jaro-similarity.ts'
import type { BoundedMeasure } from './measure.ts'

/**
 * Jaro, raised for a common start: j + 0.1 · l · (1 − j) where j is above 0.7 and l, at most 4, is the length of the common prefix.
 * Source: Winkler, "String comparator metrics and enhanced decision rules in the Fellegi-Sunter model of record linkage", ASA
 * Survey Research Methods (1990).
 */
export const jaroWinkler: BoundedMeasure = characterMeasure({
  id: 'jaro-winkler',
  version: '1',
  compare,
  atLeast(a, b, threshold) {
    // Where no boost can come, the bound is Jaro's; elsewhere it is given more room than rounding can take.
    const most = mostJaro(a, b)
    const bound = most > BOOSTED_ABOVE ? most + BOOST * LONGEST_PREFIX * (1 - most) + ROOM : most
    return bound >= threshold && compare(a, b) >= threshold
  },
})

const BOOSTED_ABOVE = 0.7
const BOOST = 0.1
const LONGEST_PREFIX = 4
const ROOM = 1e-9

function compare(a: Uint32Array, b: Uint32Array): number {
  const similarity = jaroSimilarity(a, b)
  if (similarity <= BOOSTED_ABOVE) return similarity
  const limit = Math.min(LONGEST_PREFIX, a.length, b.length)
  let prefix = 0
  while (prefix < limit && a[prefix] === b[prefix]) prefix += 1
  return similarity + BOOST * prefix * (1 - similarity)
}
