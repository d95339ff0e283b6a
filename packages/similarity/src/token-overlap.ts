import { sharedTokens } from './shared-tokens.ts'
import { tokenSimilarity, type TokenSimilarity } from './token-similarity.ts'

/** The share of the reference's word tokens that the retrieved text contains, repeats counted, in any order. Not symmetric. */
export const tokenOverlap: TokenSimilarity = tokenSimilarity({
  id: 'token-overlap',
  version: '1',
  compare: (reference, retrieved) => sharedTokens(reference, retrieved) / reference.length,
})
