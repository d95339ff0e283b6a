import type { LLMAdapter } from '@assay/core'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { sentencesMessages } from '../prompts/item-messages.ts'
import type { PromptChoice } from '../prompts/resolve-prompt.ts'
import { sentencesPrompt } from '../prompts/sentences-prompt.ts'
import { sentencesWire } from '../wire/item-shape.ts'
import { type ItemKind, itemVerifier } from './item-verifier.ts'

const KIND: ItemKind = {
  id: 'sentence-relevance',
  shipped: sentencesPrompt,
  wire: sentencesWire,
  messages: sentencesMessages,
  quotes: false,
  aloneId: 'k1s1',
  most: 200,
  tokensPerItem: 24,
}

/**
 * Which sentences help to answer the question: `claims` are the sentences, in the order of their texts. At most 200 per call, no reasons.
 * @throws AssayError `config` for a value that is no model, and an invalid prompt.
 */
export function llmSentenceRelevance(options: PromptChoice & { readonly judge: LLMAdapter }): ClaimVerifier {
  return itemVerifier(KIND, { ...options, alone: false }, 'llmSentenceRelevance')
}
