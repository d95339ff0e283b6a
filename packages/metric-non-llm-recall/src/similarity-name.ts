import type { SimilarityFn } from '@assay/core'

/** The name of a similarity function in signatures and messages: `jaro@1`, or `custom:<name>` for one without an id. */
export function similarityName(similarity: SimilarityFn): string {
  if (similarity.id === undefined) return `custom:${similarity.name === '' ? 'anonymous' : similarity.name}`
  return similarity.version === undefined ? similarity.id : `${similarity.id}@${similarity.version}`
}
