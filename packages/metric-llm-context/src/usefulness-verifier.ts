import type { LLMAdapter } from '@assay/core'
import { type ClaimVerifier, llmUsefulness, type LLMUsefulnessOptions, type PromptKey, type PromptOverrides } from '@assay/judge'
import { checkedModel, checkItemJudge, checkPrompts, isVerifier, refuseOptions, voted } from '@assay/metric-kit'

/** Options of metrics that judge for each context whether it helps. */
export type UsefulnessOptions = {
  /** A model; or `llmUsefulness()`, alone or in `votes()` and `panel()`. */
  readonly judge: LLMAdapter | ClaimVerifier
  /**
   * Only with a model. `per-context` (default): a call for each context, so that neither its place nor its neighbours influence a
   * verdict. `batched`: one call for all of them, if they fit.
   */
  readonly strategy?: 'per-context' | 'batched' | undefined
  /** Verdicts requested for each context; the majority counts: an odd number. Default 1. */
  readonly votes?: number | undefined
  /** Only with a model: parts of prompts to replace the shipped ones. */
  readonly prompts?: PromptOverrides | undefined
  /** Only with a model: BCP 47 tag of the language of reasons. Default: the judge infers it from the question. */
  readonly language?: string | undefined
  /** Only with a model: a useful context needs a quote that occurs in it. Default false. */
  readonly requireQuote?: boolean | undefined
  /** Only with a model: code points that a part of a quote needs to count. An integer from 1; default 12. */
  readonly minQuote?: number | undefined
}

const FOR_MODELS = ['strategy', 'prompts', 'language', 'requireQuote', 'minQuote']

/** @throws AssayError `config` for incompatible options. */
export function usefulnessVerifier(
  { judge, strategy, votes, prompts, language, requireQuote, minQuote }: UsefulnessOptions,
  factory: string,
  known: readonly PromptKey[],
): ClaimVerifier {
  if (isVerifier(judge)) {
    const given = { strategy, prompts, language, requireQuote, minQuote }
    refuseOptions(factory, given, FOR_MODELS, `has no effect on ${judge.signature}; set it where that verifier is made`)
    return voted(givenUsefulness(judge, factory), votes)
  }
  const model = checkedModel(factory, judge)
  checkPrompts(factory, prompts, { known, sent: ['usefulness'] })
  const options: LLMUsefulnessOptions = { judge: model, strategy, prompt: prompts?.usefulness, language, requireQuote, minQuote }
  return voted(llmUsefulness(options), votes)
}

export function givenUsefulness(verifier: ClaimVerifier, factory: string): ClaimVerifier {
  checkItemJudge(factory, verifier, 'usefulness', 'llmUsefulness()')
  return verifier
}
