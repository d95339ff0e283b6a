import { splitSentences } from '@assay/text'
import type { ClaimExtractor } from '../claim-extractor.ts'
import { toClaims } from './to-claims.ts'

/** Every sentence of the reference as one claim, without a call. Sentences that repeat are one claim. */
export function sentenceExtractor(): ClaimExtractor {
  return {
    id: 'sentences',
    version: '1',
    signature: 'sentences',
    config: 'sentences',
    extract: async ({ reference }) => ({ claims: toClaims(splitSentences(reference).map(({ text }) => text)) }),
  }
}
