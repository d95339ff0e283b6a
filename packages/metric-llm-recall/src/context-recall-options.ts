import { type ClaimAssessor, type ClaimExtractor, type ClaimVerifier, type PromptKey, singlePassAssessor } from '@assay/judge'
import {
  checkedModel,
  checkName,
  checkPrompts,
  type ClaimJudgeOptions,
  claimSteps,
  has,
  isVerifier,
  judgeOptionNames,
  optionFault,
  refuseOptions,
} from '@assay/metric-kit'

export type ContextRecallOptions = JudgeOptions | PortOptions | AssessorOptions

/** The short form: one judge for both steps. */
export type JudgeOptions = Omit<ClaimJudgeOptions, 'strategy'> & {
  /**
   * Only with a model. `batched` (default): one call splits the reference, one judges all claims. `per-claim`: a call for each claim.
   * `single-pass`: one call splits and judges, so the judge chooses the denominator.
   */
  readonly strategy?: ClaimJudgeOptions['strategy'] | 'single-pass' | undefined
}

/** The long form: both steps, created by the caller. */
export type PortOptions = CommonOptions & { readonly extractor: ClaimExtractor; readonly verifier: ClaimVerifier }

/** One step that splits and judges, created by the caller. */
export type AssessorOptions = CommonOptions & { readonly assessor: ClaimAssessor }

type CommonOptions = {
  /** Default `context_recall`. */
  readonly name?: string | undefined
}

type VerifySteps = { readonly extractor: ClaimExtractor; readonly verifier: ClaimVerifier }
export type Steps = VerifySteps | { readonly assessor: ClaimAssessor }

const FACTORY = 'contextRecall'
const PROMPTS: readonly PromptKey[] = ['claims', 'verdicts', 'claimsAndVerdicts']

/** @throws AssayError `config` for unknown options, and options that are incompatible or would have no effect. */
export function stepsFrom(options: ContextRecallOptions): Steps {
  checkName(FACTORY, options.name)
  if ('assessor' in options) return givenAssessor(options)
  if ('extractor' in options) return claimSteps(options, OF)
  return options.strategy === 'single-pass' && !isVerifier(options.judge) ? singlePass(options) : claimSteps(options, OF)
}

const OF = { factory: FACTORY, prompts: PROMPTS, splits: ['claims'], strategies: ['batched', 'per-claim', 'single-pass'] } as const

function givenAssessor(options: AssessorOptions): Steps {
  refuseOptions(
    FACTORY,
    options,
    [...judgeOptionNames, 'extractor', 'verifier'],
    'beside an assessor has no effect; set it where the assessor is made',
  )
  const { assessor } = options
  if (!has(assessor, 'assess')) throw optionFault(FACTORY, 'the assessor must be a ClaimAssessor')
  return { assessor }
}

function singlePass({ judge, prompts = {}, claims, votes, grouping, language, requireQuote, minQuote }: JudgeOptions): Steps {
  const model = checkedModel(FACTORY, judge)
  checkPrompts(FACTORY, prompts, { known: PROMPTS, sent: ['claimsAndVerdicts'] })
  if (claims !== undefined)
    throw optionFault(FACTORY, 'claims has no effect with strategy "single-pass": the judge splits and judges in one call')
  if (votes !== undefined && votes !== 1) {
    throw optionFault(
      FACTORY,
      'votes need claims that stay the same, and with strategy "single-pass" each call has its own; use "batched" or "per-claim"',
    )
  }
  if (grouping !== undefined) {
    throw optionFault(
      FACTORY,
      'grouping has no effect with strategy "single-pass": one call splits and judges, so contexts cannot be shown in groups',
    )
  }
  return { assessor: singlePassAssessor({ judge: model, prompt: prompts.claimsAndVerdicts, language, requireQuote, minQuote }) }
}
