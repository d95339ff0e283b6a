import { commonSubsequence } from './common-subsequence.ts'
import { sharedTokens } from './shared-tokens.ts'
import { tokenSimilarity, type TokenSimilarity } from './token-similarity.ts'

const ID = 'rouge-l-f'

/**
 * 2L / (word tokens of a + word tokens of b), where L is the length of their longest common subsequence: the harmonic mean of its
 * share in each. Symmetric. Source: as `rougeLRecall`, with equal weight for precision and recall.
 *
 * @throws AssayError `data` for texts too long to compare, where no bound decides.
 */
export const rougeLF: TokenSimilarity = tokenSimilarity({
  id: ID,
  version: '1',
  compare: (a, b) => meanShare(commonSubsequence(ID, a, b), a, b),
  atLeast: (a, b, threshold) =>
    meanShare(sharedTokens(a, b), a, b) >= threshold && meanShare(commonSubsequence(ID, a, b), a, b) >= threshold,
})

function meanShare(length: number, a: readonly string[], b: readonly string[]): number {
  return (2 * length) / (a.length + b.length)
}
