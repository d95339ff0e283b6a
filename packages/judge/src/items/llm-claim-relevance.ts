import type { LLMAdapter } from '@assay/core'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { claimRelevancePrompt } from '../prompts/claim-relevance-prompt.ts'
import { claimRelevanceMessages } from '../prompts/item-messages.ts'
import type { PromptChoice } from '../prompts/resolve-prompt.ts'
import { claimRelevanceWire } from '../wire/item-shape.ts'
import { type ItemKind, itemVerifier } from './item-verifier.ts'

const KIND: ItemKind = {
  id: 'claim-relevance',
  shipped: claimRelevancePrompt,
  wire: claimRelevanceWire,
  messages: claimRelevanceMessages,
  quotes: false,
  aloneId: 'c1',
  most: 48,
  tokensPerItem: 128,
}

/**
 * Which claims of a response help to answer the question, true or not.
 * @throws AssayError `config` for a value that is no model, and an invalid prompt.
 */
export function llmClaimRelevance(options: PromptChoice & { readonly judge: LLMAdapter }): ClaimVerifier {
  return itemVerifier(KIND, { ...options, alone: false }, 'llmClaimRelevance')
}
