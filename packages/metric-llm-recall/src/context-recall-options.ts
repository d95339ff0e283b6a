import { AssayError, type LLMAdapter } from '@assay/core'
import { type ClaimExtractor, type ClaimVerifier, llmExtractor, llmVerifier, sentenceExtractor } from '@assay/judge'

export type ContextRecallOptions = JudgeOptions | PortOptions

/** The short form: one judge for both steps. */
export type JudgeOptions = CommonOptions & {
  /** A model, or any verifier. With a verifier claims are sentences unless an extractor is given. */
  readonly judge: LLMAdapter | ClaimVerifier
  /** Who splits the reference. Default `llm`, by the judge itself. */
  readonly claims?: 'llm' | 'sentences' | ClaimExtractor | undefined
  /** Only with a model: a supported claim needs a quote that stands in the contexts. Default false. */
  readonly requireQuote?: boolean | undefined
  /** Only with a model: code points that a part of a quote needs to count. An integer from 1; default 12. */
  readonly minQuote?: number | undefined
}

/** The long form: both steps, made by yourself. */
export type PortOptions = CommonOptions & { readonly extractor: ClaimExtractor; readonly verifier: ClaimVerifier }

type CommonOptions = {
  /** Default `context_recall`. */
  readonly name?: string | undefined
  /** All claims of a sample are verified in one call. */
  readonly strategy?: 'batched' | undefined
}

export type Steps = { readonly extractor: ClaimExtractor; readonly verifier: ClaimVerifier }

/** @throws AssayError `config` for options that do not exist, do not go together, or would have no effect. */
export function stepsFrom(options: ContextRecallOptions): Steps {
  const { strategy = 'batched' }: { readonly strategy?: string | undefined } = options
  if (strategy !== 'batched') throw config(`strategy ${JSON.stringify(strategy)} does not exist; there is "batched"`)
  if (options.name?.trim() === '') throw config('the name is blank; give it one, or leave the option out')
  if ('extractor' in options) return givenSteps(options)
  return judgeSteps(options)
}

function givenSteps(options: PortOptions): Steps {
  const { extractor, verifier } = options
  refuse(options, ['judge', 'claims', 'requireQuote', 'minQuote'], 'beside extractor and verifier has no effect; set it on those')
  if (!isExtractor(extractor) || !isVerifier(verifier)) throw config('extractor and verifier must both be given')
  return { extractor, verifier }
}

function judgeSteps(options: JudgeOptions): Steps {
  const { judge, claims, requireQuote, minQuote } = options
  if (isVerifier(judge)) {
    refuse(options, ['requireQuote', 'minQuote'], `has no effect on ${judge.signature}; set it where that verifier is made`)
    if (claims === 'llm') {
      throw config(
        `claims: "llm" needs a model, and ${judge.signature} is a verifier; leave it out for sentences, or give llmExtractor({ judge })`,
      )
    }
    return { extractor: extractorFrom(claims ?? 'sentences', undefined), verifier: judge }
  }
  if (!isAdapter(judge)) throw config('judge must be a model (an LLMAdapter) or a ClaimVerifier')
  return { extractor: extractorFrom(claims ?? 'llm', judge), verifier: llmVerifier({ judge, requireQuote, minQuote }) }
}

function extractorFrom(claims: 'llm' | 'sentences' | ClaimExtractor, judge: LLMAdapter | undefined): ClaimExtractor {
  if (claims === 'llm' && judge !== undefined) return llmExtractor({ judge })
  if (claims === 'sentences') return sentenceExtractor()
  if (isExtractor(claims)) return claims
  throw config(`claims is ${JSON.stringify(claims)}; it must be "llm", "sentences" or a ClaimExtractor`)
}

function refuse(options: object, names: readonly string[], why: string): void {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(options))
  for (const name of names) if (given.get(name) !== undefined) throw config(`${name} ${why}`)
}

function isVerifier(value: unknown): value is ClaimVerifier {
  return typeof value === 'object' && value !== null && 'verify' in value && typeof value.verify === 'function'
}

function isExtractor(value: unknown): value is ClaimExtractor {
  return typeof value === 'object' && value !== null && 'extract' in value && typeof value.extract === 'function'
}

function isAdapter(value: unknown): value is LLMAdapter {
  return typeof value === 'object' && value !== null && 'doGenerate' in value && typeof value.doGenerate === 'function'
}

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', message: `contextRecall: ${message}.` })
}
