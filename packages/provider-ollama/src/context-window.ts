import type { ModelLimits } from './model-limits.ts'
import type { PromptSize } from './prompt-size.ts'

export type ContextWindow = {
  /** Largest window of the model in tokens, once known. */
  readonly limit: () => number | undefined
  /** `num_ctx` for a prompt with room for `replyTokens`, and the largest that may be asked for. */
  readonly sizeFor: (
    prompt: PromptSize,
    replyTokens: number,
    askLimits: () => Promise<ModelLimits | undefined>,
  ) => Promise<{ readonly numCtx: number; readonly largest: number | undefined }>
}

/** The smallest window asked for: most judge prompts and their replies fit it, so that a model is loaded once. */
const SMALLEST = 8192

/**
 * Sizes the context window of one model. Ollama loads a model anew whenever the size changes, so there are few sizes (powers of
 * two and one between each), and what was asked for once is not undercut later. The model's limits are asked for once; a size
 * set by the user is taken as it is.
 */
export function createContextWindow(given: { numCtx: number | undefined; contextWindow: number | undefined }): ContextWindow {
  let limits: ModelLimits | undefined = given.contextWindow === undefined ? undefined : { contextLength: given.contextWindow }
  let largestAsked = SMALLEST
  return {
    limit: () => limits?.contextLength,
    async sizeFor(prompt, replyTokens, askLimits) {
      if (given.numCtx !== undefined) return { numCtx: given.numCtx, largest: given.numCtx }
      limits ??= await askLimits()
      const contextLength = limits?.contextLength
      const wanted = Math.max(prompt.most + replyTokens, limits?.numCtx ?? 0, largestAsked)
      const size = wanted === limits?.numCtx ? wanted : stepFor(wanted)
      const numCtx = Math.min(size, contextLength ?? size)
      if (prompt.least <= numCtx) largestAsked = Math.max(largestAsked, numCtx)
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

/** A prompt is cut on both sides of a gap; the first `num_keep` tokens stay. */
const DEFAULT_KEEP = 4

/**
 * Whether a model was shown less than the whole prompt. Servers that know `truncate: false` refuse such a prompt; older ones cut
 * it and count what is left: a full window, or half of one behind the kept tokens. A count far under what the text can have tells
 * of a smaller window than was asked for. A missing count tells nothing. (Ollama of before July 2024, and the first releases of
 * 0.30, did not count tokens found in their cache.)
 */
export function wasCut(prompt: PromptSize, count: number | null, window: { numCtx: number; numKeep?: number | undefined }): boolean {
  if (count === null || count === 0) return false
  const { numCtx, numKeep = DEFAULT_KEEP } = window
  const isHalf = prompt.most > numCtx && count === numKeep + Math.floor((numCtx - numKeep) / 2)
  return count === numCtx || isHalf || count < prompt.cutBelow
}
