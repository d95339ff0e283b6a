import { tokenSimilarity, type TokenSimilarity } from './token-similarity.ts'

/**
 * Word tokens in both texts / word tokens in either, each counted once. Symmetric. Source: Jaccard, "The distribution of the flora
 * in the alpine zone", New Phytologist 11 (1912).
 */
export const jaccard: TokenSimilarity = tokenSimilarity({
  id: 'jaccard',
  version: '1',
  compare(a, b) {
    const [ofA, ofB] = [new Set(a), new Set(b)]
    let shared = 0
    for (const token of ofA) if (ofB.has(token)) shared += 1
    return shared / (ofA.size + ofB.size - shared)
  },
})
