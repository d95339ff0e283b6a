import { estimateCallTokens, estimateTokens, type LLMAdapter, type LLMCall, type Usage } from '@assay/core'
import type { CallEstimate } from '../money/budget.ts'
import { possibleCacheWrite } from '../money/possible-cache-write.ts'

/** Estimated output of a call before the first reply. */
const FIRST_GUESS = 512

/** Estimates the tokens of a call, and learns from actual usage. */
export type Estimate = CallEstimate & { readonly learn: (usage: Usage) => void }

export type CallEstimator = {
  readonly ofCall: (adapter: LLMAdapter, call: LLMCall) => Estimate
  readonly ofTexts: (model: Model, texts: readonly string[]) => Estimate
}

type Model = { readonly provider: string; readonly modelId: string }
type Seen = { readonly replies: number; readonly tokens: number }

/**
 * Estimates tokens of calls. Input: that of the text plus the model's mean of additional tokens counted by its servers so far. Output:
 * the model's mean so far.
 */
export function createCallEstimator(): CallEstimator {
  const outputs = createMeans()
  const excesses = createMeans()

  function estimate(model: Model, fromText: number, guess: number, cacheWriteTokens: number | null): Estimate {
    return {
      inputTokens: fromText + (excesses.of(model) ?? 0),
      outputTokens: outputs.of(model) ?? guess,
      cacheWriteTokens,
      learn({ inputTokens, outputTokens }) {
        if (inputTokens !== null) excesses.add(model, Math.max(0, inputTokens - fromText))
        if (outputTokens !== null) outputs.add(model, outputTokens)
      },
    }
  }

  return {
    ofCall: (adapter, call) =>
      estimate(
        adapter,
        estimateCallTokens(call),
        Math.min(FIRST_GUESS, call.maxOutputTokens ?? FIRST_GUESS),
        possibleCacheWrite(adapter, call),
      ),
    ofTexts: (model, texts) =>
      estimate(
        model,
        texts.reduce((sum, text) => sum + estimateTokens(text), 0),
        0,
        null,
      ),
  }
}

/** Means of counts by model, rounded up. */
function createMeans(): { readonly of: (model: Model) => number | undefined; readonly add: (model: Model, tokens: number) => void } {
  const seen = new Map<string, Seen>()
  return {
    of(model) {
      const known = seen.get(nameOf(model))
      return known === undefined ? undefined : Math.ceil(known.tokens / known.replies)
    },
    add(model, tokens) {
      const known = seen.get(nameOf(model)) ?? { replies: 0, tokens: 0 }
      seen.set(nameOf(model), { replies: known.replies + 1, tokens: known.tokens + tokens })
    },
  }
}

function nameOf({ provider, modelId }: Model): string {
  return `${provider}:${modelId}`
}
