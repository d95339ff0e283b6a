import type { SimilarityFn } from '@assay/core'

/** The form of a similarity function that compares texts as they are: the function itself if it has no other. */
export function rawOf(similarity: SimilarityFn): SimilarityFn {
  return similarity.raw ?? similarity
}
