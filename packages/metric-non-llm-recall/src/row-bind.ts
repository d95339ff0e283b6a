import type { SimilarityFn } from '@assay/core'

/** The function's own way to prepare a row. Every JavaScript function inherits another `bind`, which is none. */
export function rowBind(similarity: SimilarityFn): NonNullable<SimilarityFn['bind']> | undefined {
  return Object.hasOwn(similarity, 'bind') ? similarity.bind : undefined
}
