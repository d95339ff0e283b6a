import { type AssayError, configError, type LLMAdapter } from '@assay/core'
import {
  checkModel,
  type ClaimAssessor,
  type ClaimExtractor,
  type ClaimVerifier,
  llmExtractor,
  llmVerifier,
  type PromptOverrides,
  refuseText,
  sentenceExtractor,
  shippedPrompts,
  singlePassAssessor,
  votes as votesOf,
} from '@assay/judge'

export type ContextRecallOptions = JudgeOptions | PortOptions | AssessorOptions

/** The short form: one judge for both steps. */
export type JudgeOptions = CommonOptions & {
  /** A model, or any verifier. With a verifier claims are sentences unless an extractor is given. */
  readonly judge: LLMAdapter | ClaimVerifier
  /**
   * Only with a model. `batched` (default): one call splits the reference, one judges all claims. `per-claim`: a call for each claim.
   * `single-pass`: one call splits and judges, so that the denominator is the judge's own.
   */
  readonly strategy?: 'batched' | 'per-claim' | 'single-pass' | undefined
  /** Who splits the reference. Default `llm`, by the judge itself. Not with `single-pass`. */
  readonly claims?: 'llm' | 'sentences' | ClaimExtractor | undefined
  /** Verdicts asked for of each claim, the majority counts: an odd number. Default 1. Not with `single-pass` or a screen. */
  readonly votes?: number | undefined
  /** Only with a model: parts of prompts in place of the shipped ones. */
  readonly prompts?: PromptOverrides | undefined
  /** Only with a model: BCP 47 tag of the references' language. Default: the judge sees it from the reference. */
  readonly language?: string | undefined
  /** Only with a model: a supported claim needs a quote that stands in the contexts. Default false. */
  readonly requireQuote?: boolean | undefined
  /** Only with a model: code points that a part of a quote needs to count. An integer from 1; default 12. */
  readonly minQuote?: number | undefined
  /**
   * Only with a model, and not with `single-pass`: contexts too long for its window are verified in groups. `false` leaves such a sample
   * unscored, as `context_overflow`. Default true.
   */
  readonly grouping?: boolean | undefined
}

/** The long form: both steps, made by yourself. */
export type PortOptions = CommonOptions & { readonly extractor: ClaimExtractor; readonly verifier: ClaimVerifier }

/** One step that splits and judges, made by yourself. */
export type AssessorOptions = CommonOptions & { readonly assessor: ClaimAssessor }

type CommonOptions = {
  /** Default `context_recall`. */
  readonly name?: string | undefined
}

export type VerifySteps = { readonly extractor: ClaimExtractor; readonly verifier: ClaimVerifier }
export type Steps = VerifySteps | { readonly assessor: ClaimAssessor }

/** @throws AssayError `config` for options that do not exist, do not go together, or would have no effect. */
export function stepsFrom(options: ContextRecallOptions): Steps {
  if (options.name?.trim() === '') throw config('the name is blank; give it one, or leave the option out')
  if ('assessor' in options) return givenAssessor(options)
  if ('extractor' in options) return givenSteps(options)
  return judgeSteps(options)
}

const FOR_MODELS = ['strategy', 'prompts', 'language', 'requireQuote', 'minQuote', 'grouping']
const OF_JUDGE = ['judge', 'claims', 'votes', ...FOR_MODELS]

function givenAssessor(options: AssessorOptions): Steps {
  refuse(options, [...OF_JUDGE, 'extractor', 'verifier'], 'beside an assessor has no effect; set it where the assessor is made')
  const { assessor } = options
  if (!has(assessor, 'assess')) throw config('the assessor must be a ClaimAssessor')
  return { assessor }
}

function givenSteps(options: PortOptions): Steps {
  const { extractor, verifier } = options
  refuse(options, OF_JUDGE, 'beside extractor and verifier has no effect; set it on those')
  if (!isExtractor(extractor) || !isVerifier(verifier)) throw config('extractor and verifier must both be given')
  return { extractor, verifier }
}

function judgeSteps(options: JudgeOptions): Steps {
  const { judge, claims } = options
  if (isVerifier(judge)) {
    refuse(options, FOR_MODELS, `has no effect on ${judge.signature}; set it where that verifier is made`)
    if (claims === 'llm') {
      throw config(
        `claims: "llm" needs a model, and ${judge.signature} is a verifier; leave it out for sentences, or give llmExtractor({ judge })`,
      )
    }
    return { extractor: extractorFrom(claims ?? 'sentences', options), verifier: voted(judge, options) }
  }
  refuseText(judge, 'contextRecall')
  if (!has(judge, 'doGenerate')) throw config('judge must be a model (an LLMAdapter) or a ClaimVerifier')
  checkModel(judge, 'contextRecall')
  const { strategy, prompts = {}, language, requireQuote, minQuote, grouping } = options
  checkPrompts(options)
  if (strategy === 'single-pass') {
    if (claims !== undefined) throw config('claims has no effect with strategy "single-pass": the judge splits and judges in one call')
    if (options.votes !== undefined && options.votes !== 1) {
      throw config(
        'votes need claims that stay the same, and with strategy "single-pass" each call has its own; use "batched" or "per-claim"',
      )
    }
    if (grouping !== undefined) {
      throw config('grouping has no effect with strategy "single-pass": one call splits and judges, so contexts cannot be shown in groups')
    }
    return { assessor: singlePassAssessor({ judge, prompt: prompts.claimsAndVerdicts, language, requireQuote, minQuote }) }
  }
  if (strategy !== undefined && strategy !== 'batched' && strategy !== 'per-claim') {
    throw config(`strategy ${JSON.stringify(strategy)} does not exist; there are "batched", "per-claim" and "single-pass"`)
  }
  const verifier = llmVerifier({ judge, strategy, prompt: prompts.verdicts, language, requireQuote, minQuote, grouping })
  return { extractor: extractorFrom(claims ?? 'llm', options), verifier: voted(verifier, options) }
}

function voted(verifier: ClaimVerifier, { votes = 1 }: JudgeOptions): ClaimVerifier {
  return votes === 1 ? verifier : votesOf(verifier, votes)
}

function extractorFrom(claims: 'llm' | 'sentences' | ClaimExtractor, { judge, prompts, language }: JudgeOptions): ClaimExtractor {
  if (claims === 'llm' && !isVerifier(judge)) return llmExtractor({ judge, prompt: prompts?.claims, language })
  if (claims === 'sentences') return sentenceExtractor()
  if (isExtractor(claims)) return claims
  throw config(`claims is ${JSON.stringify(claims)}; it must be "llm", "sentences" or a ClaimExtractor`)
}

/** A prompt that is never sent would let its author believe it was. */
function checkPrompts({ prompts = {}, strategy, claims = 'llm' }: JudgeOptions): void {
  const sent: readonly string[] =
    strategy === 'single-pass' ? ['claimsAndVerdicts'] : claims === 'llm' ? ['claims', 'verdicts'] : ['verdicts']
  for (const [key, prompt] of Object.entries(prompts)) {
    if (!Object.hasOwn(shippedPrompts, key)) {
      throw config(`there is no prompt ${JSON.stringify(key)}; there are ${Object.keys(shippedPrompts).join(', ')}`)
    }
    if (prompt !== undefined && !sent.includes(key)) throw config(`prompts.${key} is not sent with these options; leave it out`)
  }
}

function refuse(options: object, names: readonly string[], why: string): void {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(options))
  for (const name of names) if (given.get(name) !== undefined) throw config(`${name} ${why}`)
}

function isVerifier(value: unknown): value is ClaimVerifier {
  return has(value, 'verify')
}

function isExtractor(value: unknown): value is ClaimExtractor {
  return has(value, 'extract')
}

function has(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function'
}

function config(message: string): AssayError {
  return configError(`contextRecall: ${message}.`)
}
