import type { LLMAdapter, Metric } from '@assay/core'
import { criterionGrader, type CriterionGraderOptions, type PromptOverrides } from '@assay/judge'
import { checkedModel, checkName, checkPrompts, type GraderDetail, graderIdentity, judgedMetric, optionFault } from '@assay/metric-kit'
import { isBlank } from '@assay/text'

export type LLMRubricOptions = {
  readonly judge: LLMAdapter
  /** What a response must meet. */
  readonly rubric: string
  /**
   * A user-defined prompt, sent unchanged: it must contain `{{output}}`, and may contain `{{rubric}}` and `{{query}}`. It must request
   * JSON with `pass`.
   */
  readonly rubricPrompt?: CriterionGraderOptions['rubricPrompt']
  /** Parts of the shipped prompt to replace. */
  readonly prompts?: PromptOverrides | undefined
  /** BCP 47 tag of the responses' language. Default: the judge infers it from the response. */
  readonly language?: string | undefined
  /** Default `llm_rubric`. */
  readonly name?: string | undefined
}

export type LLMRubricDetail = GraderDetail & {
  readonly rubric: string
  readonly pass: boolean
  readonly repairs: readonly string[]
}

const NAME = 'llm_rubric'
const FACTORY = 'llmRubric'
const VERSION = '1'

/**
 * How far a response meets a rubric according to the judge, in [0, 1]; `verdict` of the score is its pass or fail, which a check requires
 * as well. One reply, and no evidence. A blank response is sent, too. Reads `response`, and `userInput` if present.
 * @throws AssayError `config` for a value that is no model, a blank rubric, or an invalid prompt.
 */
export function llmRubric(options: LLMRubricOptions): Metric<'response', LLMRubricDetail> {
  const { judge, rubric, rubricPrompt, prompts, language, name = NAME } = options
  checkName(FACTORY, options.name)
  const model = checkedModel(FACTORY, judge, 'a model (an LLMAdapter)')
  checkPrompts(FACTORY, prompts, { known: ['rubric'], sent: rubricPrompt === undefined ? ['rubric'] : [] })
  if (typeof rubric !== 'string' || isBlank(rubric)) throw optionFault(FACTORY, 'the rubric is blank; say what a response is to meet')
  const grader = criterionGrader({ judge: model, criterion: rubric, rubricPrompt, prompt: prompts?.rubric, language })
  const identity = graderIdentity({ usualName: NAME, type: 'llm-rubric', version: VERSION, name }, grader)
  const { start } = identity
  return judgedMetric({
    name,
    version: VERSION,
    identity,
    direction: 'maximize',
    needs: ['response'],
    reads: ['userInput'],
    async outcome({ texts: { response, userInput }, runtime, onFailure }) {
      onFailure((before) => ({ ...start, rubric, repairs: before }))
      const { value, repairs } = await grader.grade({ response, userInput: isBlank(userInput ?? '') ? undefined : userInput }, runtime)
      const { pass, score, reason } = value
      return {
        value: score,
        verdict: pass,
        reason: isBlank(reason) ? `The judge says that the response ${pass ? 'passes' : 'fails'}.` : reason,
        detail: { ...start, rubric, pass, repairs },
      }
    },
  })
}
