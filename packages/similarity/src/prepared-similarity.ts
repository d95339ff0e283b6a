import type { SimilarityFn } from '@assay/core'
import type { Similarity, RawSimilarity } from './define-similarity.ts'

/** A similarity that depends on the other texts of the row. Without a row, the two texts are the row. */
export type PreparedSimilarity = Similarity & { readonly prepare: Prepare; readonly raw: RawSimilarity & { readonly prepare: Prepare } }

export type Prepare = NonNullable<SimilarityFn['prepare']>
