import type { LLMAdapter } from '@assay/core'
import {
  type ClaimExtractor,
  type ClaimVerifier,
  llmExtractor,
  llmVerifier,
  type PromptKey,
  type PromptOverrides,
  sentenceExtractor,
  type VerificationStrategy,
  votes as votesOf,
} from '@assay/judge'
import { checkedModel, checkPrompts, isExtractor, isVerifier, optionFault, refuseOptions } from './option-checks.ts'

/** The steps of a metric that uses claims: by a judge for both steps, or by both of them. */
export type ClaimOptions = ClaimJudgeOptions | ClaimPortOptions

export type ClaimJudgeOptions = {
  /** A model, or any verifier. With a verifier claims are sentences unless an extractor is given. */
  readonly judge: LLMAdapter | ClaimVerifier
  /** Only with a model. `batched` (default): one call judges all claims of a text. `per-claim`: a call for each claim. */
  readonly strategy?: VerificationStrategy | undefined
  /** How texts are split into claims. Default `llm`, by the judge itself. */
  readonly claims?: 'llm' | 'sentences' | ClaimExtractor | undefined
  /** Verdicts requested for each claim; the majority counts: an odd number. Default 1. Not with a screen. */
  readonly votes?: number | undefined
  /** Only with a model: parts of prompts to replace the shipped ones. */
  readonly prompts?: PromptOverrides | undefined
  /** Only with a model: BCP 47 tag of the texts' language. Default: the judge infers it from the text. */
  readonly language?: string | undefined
  /** Only with a model: a supported claim needs a quote that occurs in the text it was verified against. Default false. */
  readonly requireQuote?: boolean | undefined
  /** Only with a model: code points that a part of a quote needs to count. An integer from 1; default 12. */
  readonly minQuote?: number | undefined
  /**
   * Only with a model: contexts too long for its window are verified in groups. `false` leaves such a sample unscored, as
   * `context_overflow`. Default true.
   */
  readonly grouping?: boolean | undefined
  readonly name?: string | undefined
}

/** The long form: both steps, created by the caller. */
export type ClaimPortOptions = { readonly extractor: ClaimExtractor; readonly verifier: ClaimVerifier; readonly name?: string | undefined }

export type ClaimSteps = { readonly extractor: ClaimExtractor; readonly verifier: ClaimVerifier }

/** The metric, for checks and messages. */
type ClaimStepsOf = {
  /** The factory's name in messages. */
  readonly factory: string
  /** Prompts that may be overridden. */
  readonly prompts: readonly PromptKey[]
  /** Those of them that split texts. */
  readonly splits: readonly PromptKey[]
  /** Strategies, as messages list them. */
  readonly strategies?: readonly string[]
}

const FOR_MODELS = ['strategy', 'prompts', 'language', 'requireQuote', 'minQuote', 'grouping']
/** Options of the short form. */
export const judgeOptionNames: readonly string[] = ['judge', 'claims', 'votes', ...FOR_MODELS]

/** Options as written: whether a strategy exists is checked. */
type Written = Omit<ClaimJudgeOptions, 'strategy'> & { readonly strategy?: string | undefined }

/** @throws AssayError `config` for unknown options, and options that are incompatible or would have no effect. */
export function claimSteps(options: Written | ClaimPortOptions, of: ClaimStepsOf): ClaimSteps {
  return 'extractor' in options ? givenSteps(options, of) : judgeSteps(options, of)
}

function givenSteps(options: ClaimPortOptions, { factory }: ClaimStepsOf): ClaimSteps {
  const { extractor, verifier } = options
  refuseOptions(factory, options, judgeOptionNames, 'beside extractor and verifier has no effect; set it on those')
  if (!isExtractor(extractor) || !isVerifier(verifier)) throw optionFault(factory, 'extractor and verifier must both be given')
  return { extractor, verifier }
}

function judgeSteps(options: Written, of: ClaimStepsOf): ClaimSteps {
  const { judge, claims } = options
  const { factory, prompts: known, splits, strategies = ['batched', 'per-claim'] } = of
  if (isVerifier(judge)) {
    refuseOptions(factory, options, FOR_MODELS, `has no effect on ${judge.signature}; set it where that verifier is made`)
    if (claims === 'llm') {
      throw optionFault(
        factory,
        `claims: "llm" needs a model, and ${judge.signature} is a verifier; leave it out for sentences, or give llmExtractor({ judge })`,
      )
    }
    return { extractor: extractorFrom(claims ?? 'sentences', options, factory), verifier: voted(judge, options.votes) }
  }
  const model = checkedModel(factory, judge)
  const { strategy, prompts = {}, language, requireQuote, minQuote, grouping } = options
  checkPrompts(factory, prompts, { known, sent: claims === undefined || claims === 'llm' ? [...splits, 'verdicts'] : ['verdicts'] })
  if (strategy !== undefined && strategy !== 'batched' && strategy !== 'per-claim') {
    const listed = strategies.map((name) => JSON.stringify(name))
    throw optionFault(
      factory,
      `strategy ${JSON.stringify(strategy)} does not exist; there are ${listed.slice(0, -1).join(', ')} and ${listed.at(-1) ?? ''}`,
    )
  }
  const verifier = llmVerifier({ judge: model, strategy, prompt: prompts.verdicts, language, requireQuote, minQuote, grouping })
  return { extractor: extractorFrom(claims ?? 'llm', options, factory), verifier: voted(verifier, options.votes) }
}

/** One vote is the verifier itself. */
export function voted(verifier: ClaimVerifier, votes = 1): ClaimVerifier {
  return votes === 1 ? verifier : votesOf(verifier, votes)
}

function extractorFrom(
  claims: 'llm' | 'sentences' | ClaimExtractor,
  { judge, prompts, language }: Written,
  factory: string,
): ClaimExtractor {
  if (claims === 'llm' && !isVerifier(judge)) {
    return llmExtractor({ judge, prompt: prompts?.claims, answerPrompt: prompts?.answerClaims, language })
  }
  if (claims === 'sentences') return sentenceExtractor()
  if (isExtractor(claims)) return claims
  throw optionFault(factory, `claims is ${JSON.stringify(claims)}; it must be "llm", "sentences" or a ClaimExtractor`)
}
