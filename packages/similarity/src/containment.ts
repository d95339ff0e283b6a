import { characterSimilarity } from './character-similarity.ts'
import { CODE_POINTS } from './code-point-ids.ts'
import { containsSequence } from './contains-sequence.ts'
import { leastDistanceInside } from './least-distance-inside.ts'
import type { BoundedSimilarity } from './define-similarity.ts'
import { refuseBeyondLimit } from './work-limit.ts'

const ID = 'containment'

/**
 * (|a| − e) / |a|, where e is the least Levenshtein distance between the reference `a` and any substring of the retrieved text, the
 * empty one included: how much of the reference is there in one piece, whatever is around it. 1 exactly if it is there verbatim. Not symmetric. Source: Sellers, "The theory and computation of evolutionary distances", J. Algorithms 1 (1980).
 *
 * @throws AssayError `data` for texts too long to compare, where no bound decides.
 */
export const containment: BoundedSimilarity = characterSimilarity({
  id: ID,
  version: '1',
  compare,
  atLeast(reference, retrieved, threshold) {
    // Each code point that the retrieved text lacks costs one edit.
    if (!(shareOf(reference.length - lacking(reference, retrieved), reference) >= threshold)) return false
    if (threshold <= 0) return true
    return compare(reference, retrieved) >= threshold
  },
})

function compare(reference: Uint32Array, retrieved: Uint32Array): number {
  if (containsSequence(retrieved, reference)) return 1
  refuseBeyondLimit(ID, reference.length, retrieved.length, 'characters')
  return shareOf(reference.length - leastDistanceInside(reference, retrieved), reference)
}

function shareOf(kept: number, reference: Uint32Array): number {
  return kept / reference.length
}

/** How many code points of the reference are missing in the retrieved text, at any position. */
function lacking(reference: Uint32Array, retrieved: Uint32Array): number {
  counts ??= new Int32Array(CODE_POINTS)
  const table = counts
  for (let at = 0; at < retrieved.length; at += 1) table[retrieved[at] ?? 0] = (table[retrieved[at] ?? 0] ?? 0) + 1
  let lacks = 0
  for (let at = 0; at < reference.length; at += 1) {
    const point = reference[at] ?? 0
    const left = table[point] ?? 0
    if (left === 0) lacks += 1
    else table[point] = left - 1
  }
  for (let at = 0; at < retrieved.length; at += 1) table[retrieved[at] ?? 0] = 0
  return lacks
}

/** One table for all calls, all zero between them. */
let counts: Int32Array | undefined
