/**
 * What calls to models consumed. Unknown is `null`, never 0, and a sum with an unknown is `null`.
 * `inputTokens` holds all input, cached reads and cache writes included.
 */
export type Usage = {
  readonly calls: number
  readonly inputTokens: number | null
  readonly cachedInputTokens: number | null
  readonly cacheWriteTokens: number | null
  /** All output, reasoning included. */
  readonly outputTokens: number | null
  readonly reasoningTokens: number | null
}

/** No call was made. */
export const noUsage: Usage = Object.freeze({
  calls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
})

/** A call was made, and its usage is unknown. */
export function unknownUsage(calls = 1): Usage {
  return { calls, inputTokens: null, cachedInputTokens: null, cacheWriteTokens: null, outputTokens: null, reasoningTokens: null }
}

export function addUsage(a: Usage, b: Usage): Usage {
  if (b.calls === 0 && b === noUsage) return a
  return {
    calls: a.calls + b.calls,
    inputTokens: sum(a.inputTokens, b.inputTokens),
    cachedInputTokens: sum(a.cachedInputTokens, b.cachedInputTokens),
    cacheWriteTokens: sum(a.cacheWriteTokens, b.cacheWriteTokens),
    outputTokens: sum(a.outputTokens, b.outputTokens),
    reasoningTokens: sum(a.reasoningTokens, b.reasoningTokens),
  }
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}
