import type { Usage } from '@assay/core'

/** A token count from a server; `null`, for unknown, unless it is an integer from 0. */
export function tokenCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** The usage of an embedding request, which has no output tokens. */
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
