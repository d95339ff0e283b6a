import type { LLMAdapter, Metric } from '@assay/core'
import { criterionGrader, type CriterionGraderOptions, type PromptOverrides } from '@assay/judge'
import { checkedModel, checkName, checkPrompts, type GraderDetail, graderIdentity, judgedMetric, optionFault } from '@assay/metric-kit'
import { isBlank } from '@assay/text'

export type LLMRubricOptions = {
  readonly judge: LLMAdapter
  /** What a response is to meet. */
  readonly rubric: string
  /** A prompt of your own, sent as it is: `{{output}}` must stand in it, `{{rubric}}` and `{{query}}` may. It asks for JSON with `pass`. */
  readonly rubricPrompt?: CriterionGraderOptions['rubricPrompt']
  /** Parts of the shipped prompt in place of ours. */
  readonly prompts?: PromptOverrides | undefined
  /** BCP 47 tag of the responses' language. Default: the judge sees it from the response. */
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
const WHO = 'llmRubric'
const VERSION = '1'

/**
 * How far a response meets a rubric, as the judge says it, in [0, 1]; `verdict` of the score is its pass or fail, which a check needs as
 * well. One reply, and no evidence. A blank response is asked about. Reads `response`, and `userInput` if present.
 * @throws AssayError `config` for what is no model, a blank rubric, or a prompt that cannot be used.
 */
export function llmRubric(options: LLMRubricOptions): Metric<'response', LLMRubricDetail> {
  const { judge, rubric, rubricPrompt, prompts, language, name = NAME } = options
  checkName(WHO, options.name)
  const model = checkedModel(WHO, judge, 'a model (an LLMAdapter)')
  checkPrompts(WHO, prompts, { known: ['rubric'], sent: rubricPrompt === undefined ? ['rubric'] : [] })
  if (typeof rubric !== 'string' || isBlank(rubric)) throw optionFault(WHO, 'the rubric is blank; say what a response is to meet')
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
