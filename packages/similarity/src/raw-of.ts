import type { SimilarityFn } from '@assay/core'

/** The form of a similarity function that leaves texts as they are; a function that has none is taken to be one. */
export function rawOf(similarity: SimilarityFn): SimilarityFn {
  return similarity.raw ?? similarity
}
