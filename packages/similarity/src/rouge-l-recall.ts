import { commonSubsequence } from './common-subsequence.ts'
import { sharedTokens } from './shared-tokens.ts'
import { tokenSimilarity, type TokenSimilarity } from './token-similarity.ts'

const ID = 'rouge-l-recall'

/**
 * Length of the longest common subsequence of word tokens / word tokens of the reference. Not symmetric. Source: Lin, "ROUGE: a
 * package for automatic evaluation of summaries", ACL workshop Text Summarization Branches Out (2004); no stemming.
 *
 * @throws AssayError `data` for texts too long to compare, where no bound decides.
 */
export const rougeLRecall: TokenSimilarity = tokenSimilarity({
  id: ID,
  version: '1',
  compare: (reference, retrieved) => commonSubsequence(ID, reference, retrieved) / reference.length,
  // A common subsequence is at most as long as the number of shared tokens in any order.
  atLeast: (reference, retrieved, threshold) =>
    sharedTokens(reference, retrieved) / reference.length >= threshold &&
    commonSubsequence(ID, reference, retrieved) / reference.length >= threshold,
})
