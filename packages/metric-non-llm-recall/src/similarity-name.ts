import type { SimilarityFn } from '@assay/core'

/** How a similarity function stands in signatures and messages: `jaro@1`, or `custom:<name>` for one without an id. */
export function similarityName(similarity: SimilarityFn): string {
  if (similarity.id === undefined) return `custom:${similarity.name === '' ? 'anonymous' : similarity.name}`
  return similarity.version === undefined ? similarity.id : `${similarity.id}@${similarity.version}`
}
