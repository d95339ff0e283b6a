import { characterSimilarity } from './character-similarity.ts'
import { jaroSimilarity, mostJaro } from './jaro-similarity.ts'
import type { BoundedSimilarity } from './define-similarity.ts'

/**
 * (m/|a| + m/|b| + (m − t)/m) / 3, where m code points of the two texts match within a window of half the longer one, and t is half
 * the number of them, rounded down, that are in another order; 0 if none match. For names and short strings: on whole passages
 * it is rarely below .6. Symmetric except for rare cases in which the windows match other pairs from the other side. Source: Jaro,
 * "Advances in record-linkage methodology", JASA 84 (1989).
 */
export const jaro: BoundedSimilarity = characterSimilarity({
  id: 'jaro',
  version: '1',
  compare: jaroSimilarity,
  atLeast: (a, b, threshold) => mostJaro(a, b) >= threshold && jaroSimilarity(a, b) >= threshold,
})
