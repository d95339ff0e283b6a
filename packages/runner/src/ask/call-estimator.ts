import { estimateCallTokens, estimateTokens, type LLMCall, type Usage } from '@assay/core'

/** Output of a call before any reply was seen. */
const FIRST_GUESS = 512

export type CallEstimator = {
  readonly ofCall: (model: Model, call: LLMCall) => Estimate
  readonly ofTexts: (texts: readonly string[]) => Estimate
  readonly learn: (model: Model, usage: Usage) => void
}

type Model = { readonly provider: string; readonly modelId: string }
type Estimate = { readonly inputTokens: number; readonly outputTokens: number }

/** What calls will take: input as its text has it, output as the model's replies had it so far, on the mean. */
export function createCallEstimator(): CallEstimator {
  const seen = new Map<string, { replies: number; tokens: number }>()
  return {
    ofCall(model, call) {
      const known = seen.get(nameOf(model))
      const outputTokens =
        known === undefined ? Math.min(FIRST_GUESS, call.maxOutputTokens ?? FIRST_GUESS) : Math.ceil(known.tokens / known.replies)
      return { inputTokens: estimateCallTokens(call), outputTokens }
    },
    ofTexts: (texts) => ({ inputTokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0), outputTokens: 0 }),
    learn(model, { outputTokens }) {
      if (outputTokens === null) return
      const known = seen.get(nameOf(model)) ?? { replies: 0, tokens: 0 }
      seen.set(nameOf(model), { replies: known.replies + 1, tokens: known.tokens + outputTokens })
    },
  }
}

function nameOf({ provider, modelId }: Model): string {
  return `${provider}:${modelId}`
}
