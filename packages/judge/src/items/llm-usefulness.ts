import { configError, type LLMAdapter } from '@assay/core'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { usefulnessMessages } from '../prompts/item-messages.ts'
import { usefulnessPrompt } from '../prompts/usefulness-prompt.ts'
import type { PromptChoice } from '../prompts/resolve-prompt.ts'
import type { QuoteOptions } from '../verifier/to-verdicts.ts'
import { usefulnessWire } from '../wire/item-shape.ts'
import { type ItemKind, itemVerifier } from './item-verifier.ts'

export type LLMUsefulnessOptions = PromptChoice &
  QuoteOptions & {
    readonly judge: LLMAdapter
    /**
     * `per-context` (default): a call for each passage, so that passages do not influence each other's verdicts, and a passage found by
     * several retrievers is judged once. `batched`: as few calls as hold all passages.
     */
    readonly strategy?: 'per-context' | 'batched' | undefined
  }

const KIND: ItemKind = {
  id: 'usefulness',
  shipped: usefulnessPrompt,
  wire: usefulnessWire,
  messages: usefulnessMessages,
  quotes: true,
  aloneId: 'k1',
  most: 48,
  tokensPerItem: 256,
}

/**
 * Which passages help to arrive at an answer or, if none is given, to answer the question. It verifies passages as others verify claims:
 * `claims` are the passages, `contexts` contains only the answer, or is empty.
 * @throws AssayError `config` for a value that is no model, and options out of range.
 */
export function llmUsefulness(options: LLMUsefulnessOptions): ClaimVerifier {
  const { strategy = 'per-context' } = options
  if (strategy !== 'per-context' && strategy !== 'batched') {
    const message = `llmUsefulness: strategy ${JSON.stringify(strategy)} does not exist; there are "per-context" and "batched".`
    throw configError(message)
  }
  return itemVerifier(KIND, { ...options, strategy, alone: strategy === 'per-context' }, 'llmUsefulness')
}
