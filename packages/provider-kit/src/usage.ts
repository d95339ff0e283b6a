import type { Usage } from '@assay/core'

/** A number of tokens as a server reports it; `null`, for unknown, where it is no whole number from 0. */
export function tokenCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** What an embedding took, which writes nothing. */
export function embeddingUsage(inputTokens: unknown): Usage {
  return {
    calls: 1,
    inputTokens: tokenCount(inputTokens),
    cachedInputTokens: null,
    cacheWriteTokens: null,
    outputTokens: 0,
    reasoningTokens: 0,
  }
}
