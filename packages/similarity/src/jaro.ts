import { characterMeasure } from './character-measure.ts'
import { jaroSimilarity, mostJaro } from './jaro-similarity.ts'
import type { BoundedMeasure } from './measure.ts'

/**
 * (m/|a| + m/|b| + (m − t)/m) / 3, where m code points of the two texts match within a window of half the longer one, and t is half
 * the number of them, rounded down, that stand in another order; 0 where none match. For names and short strings: on whole passages
 * it hardly falls under .6. Symmetric but for rare cases in which the windows pair otherwise from the other side. Source: Jaro,
 * "Advances in record-linkage methodology", JASA 84 (1989).
 */
export const jaro: BoundedMeasure = characterMeasure({
  id: 'jaro',
  version: '1',
  compare: jaroSimilarity,
  atLeast: (a, b, threshold) => mostJaro(a, b) >= threshold && jaroSimilarity(a, b) >= threshold,
})
