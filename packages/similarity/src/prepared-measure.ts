import type { SimilarityFn } from '@assay/core'
import type { Measure, RawMeasure } from './measure.ts'

/** A measure that depends on the other texts of the row. Called with two texts only, these two are the row. */
export type PreparedMeasure = Measure & { readonly prepare: Prepare; readonly raw: RawMeasure & { readonly prepare: Prepare } }

export type Prepare = NonNullable<SimilarityFn['prepare']>
