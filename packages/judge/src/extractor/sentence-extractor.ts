import { splitSentences } from '@assay/text'
import type { ClaimExtractor } from '../claim-extractor.ts'
import { toClaims } from './to-claims.ts'

/** Every sentence of a text as one claim, without a call. Repeated sentences are one claim. It never reports that a response declines. */
export function sentenceExtractor(): ClaimExtractor {
  return {
    id: 'sentences',
    version: '1',
    signature: 'sentences',
    config: 'sentences',
    extract: async ({ text }) => ({ claims: toClaims(splitSentences(text).map((sentence) => sentence.text)) }),
  }
}
