import type { ModelLimits } from './model-limits.ts'
import type { PromptSize } from './prompt-size.ts'

export type ContextWindow = {
  /** The largest window of the model in tokens, if known. */
  readonly limit: () => number | undefined
  /** `num_ctx` for a prompt and `replyTokens`, and the largest window, if known. */
  readonly sizeFor: (
    prompt: PromptSize,
    replyTokens: number,
    readLimits: () => Promise<ModelLimits | undefined>,
  ) => Promise<{ readonly numCtx: number; readonly largest: number | undefined }>
}

/** The smallest window requested. Most judge prompts with their replies fit, so that a model is loaded once. */
const SMALLEST = 8192

/**
 * Sizes the context window of one model. Ollama reloads a model whenever the size changes, so there are few sizes (powers of two and one
 * between each), and the size never shrinks. The model's limits are requested once. A size set by the user is used unchanged.
 */
export function createContextWindow(given: { numCtx: number | undefined; contextWindow: number | undefined }): ContextWindow {
  let limits: ModelLimits | undefined = given.contextWindow === undefined ? undefined : { contextLength: given.contextWindow }
  let largestRequested = SMALLEST
  return {
    limit: () => limits?.contextLength,
    async sizeFor(prompt, replyTokens, readLimits) {
      if (given.numCtx !== undefined) return { numCtx: given.numCtx, largest: given.numCtx }
      limits ??= await readLimits()
      const contextLength = limits?.contextLength
      const wanted = Math.max(prompt.most + replyTokens, limits?.numCtx ?? 0, largestRequested)
      const size = wanted === limits?.numCtx ? wanted : stepFor(wanted)
      const numCtx = Math.min(size, contextLength ?? size)
      if (prompt.least <= numCtx) largestRequested = Math.max(largestRequested, numCtx)
      return { numCtx, largest: contextLength }
    },
  }
}

/** 8,192, 12,288, 16,384, 24,576, … */
function stepFor(tokens: number): number {
  let power = SMALLEST
  while (power < tokens) power *= 2
  const between = power * 0.75
  return between >= tokens && between > SMALLEST ? between : power
}

/** Ollama's default of `num_keep`: a truncated prompt keeps its first `num_keep` tokens, and its end. */
const DEFAULT_KEEP = 4

/**
 * Whether the server truncated the prompt. Servers that support `truncate: false` refuse a prompt that does not fit; older ones truncate
 * it and report the tokens left: a full window, or `num_keep` tokens and half of the rest. A count far below what the text can have means
 * that the window was smaller than requested. A missing count means nothing: Ollama before July 2024, and the first releases of 0.30, did
 * not count tokens found in their cache.
 */
export function wasCut(prompt: PromptSize, count: number | null, window: { numCtx: number; numKeep?: number | undefined }): boolean {
  if (count === null || count === 0) return false
  const { numCtx, numKeep = DEFAULT_KEEP } = window
  const isHalf = prompt.most > numCtx && count === numKeep + Math.floor((numCtx - numKeep) / 2)
  return count === numCtx || isHalf || count < prompt.cutBelow
}
