import { type GivenUp, type LLMAdapter, type LLMCall, mostCallTokens, mostTokens } from '@assay/core'
import type { MostTokens } from './cost-of.ts'

/** As much as any model writes at once, for servers that accept no limit. */
const UNLIMITED = 131_072

/**
 * The most that one call can have used, for a reply without usage, or a call without a reply.
 * @param sentLimit The limit that was sent instead of the call's, or `none`.
 */
export function mostOfCall(
  { fingerprint, capabilities }: Pick<LLMAdapter, 'fingerprint' | 'capabilities'>,
  call: LLMCall,
  sentLimit: GivenUp['maxOutputTokens'] = call.maxOutputTokens,
): MostTokens {
  const { maxOutputTokens: set, thinking } = fingerprint
  const inputTokens = mostCallTokens(call)
  if (typeof set === 'number') return { inputTokens, outputTokens: set }
  if (sentLimit === 'none') return { inputTokens, outputTokens: capabilities.contextWindow ?? UNLIMITED }
  return { inputTokens, outputTokens: sentLimit === undefined ? null : sentLimit + budgetOf(thinking) }
}

export function mostOfTexts(texts: readonly string[]): MostTokens {
  return { inputTokens: texts.reduce((sum, text) => sum + mostTokens(text), 0), outputTokens: 0 }
}

/** Tokens for thinking that an adapter allows beyond the limit of the call. */
function budgetOf(thinking: unknown): number {
  const tokens = typeof thinking === 'object' && thinking !== null ? Reflect.get(thinking, 'budget_tokens') : undefined
  return typeof tokens === 'number' ? tokens : 0
}
