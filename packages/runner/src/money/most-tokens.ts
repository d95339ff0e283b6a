import { type LLMAdapter, type LLMCall, mostCallTokens, mostTokens } from '@assay/core'
import type { MostTokens } from './cost-of.ts'

/** What one call can have taken at most, for a reply that does not say what it took, or none at all. */
export function mostOfCall({ fingerprint }: Pick<LLMAdapter, 'fingerprint'>, call: LLMCall): MostTokens {
  const { maxOutputTokens: set, thinking } = fingerprint
  return {
    inputTokens: mostCallTokens(call),
    outputTokens: typeof set === 'number' ? set : call.maxOutputTokens === undefined ? null : call.maxOutputTokens + budgetOf(thinking),
  }
}

export function mostOfTexts(texts: readonly string[]): MostTokens {
  return { inputTokens: texts.reduce((sum, text) => sum + mostTokens(text), 0), outputTokens: 0 }
}

/** Tokens for thinking that an adapter allows beyond the limit of the call. */
function budgetOf(thinking: unknown): number {
  const tokens = typeof thinking === 'object' && thinking !== null ? Reflect.get(thinking, 'budget_tokens') : undefined
  return typeof tokens === 'number' ? tokens : 0
}
