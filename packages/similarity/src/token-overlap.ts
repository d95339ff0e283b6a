import { sharedTokens } from './shared-tokens.ts'
import { tokenMeasure, type TokenMeasure } from './token-measure.ts'

/** The share of the reference's word tokens that the retrieved text holds, repeats counted, in any order. Not symmetric. */
export const tokenOverlap: TokenMeasure = tokenMeasure({
  id: 'token-overlap',
  version: '1',
  compare: (reference, retrieved) => sharedTokens(reference, retrieved) / reference.length,
})
