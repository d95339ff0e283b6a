import { type AssayError, configError, type LLMAdapter } from '@assay/core'
import { isBlank } from '@assay/text'
import { checkModel } from '../check-model.ts'
import { rubricMessages } from '../prompts/answer-messages.ts'
import { parseOwnPrompt, type RubricPrompt } from '../prompts/own-prompt.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { promptConfig, type PromptChoice, resolvePrompt } from '../prompts/resolve-prompt.ts'
import { rubricPrompt as shipped } from '../prompts/rubric-prompt.ts'
import { criterionSchema, criterionShape, type WireCriterion } from '../wire/criterion-shape.ts'
import { createGrader, type Grader } from './grader.ts'

export type CriterionGraderOptions = PromptChoice & {
  readonly judge: LLMAdapter
  /** What a response must meet. */
  readonly criterion: string
  /**
   * A user-defined prompt instead of the shipped one, sent unchanged: it must contain `{{output}}`, and may contain `{{rubric}}` and
   * `{{query}}`.
   */
  readonly rubricPrompt?: RubricPrompt | undefined
}

export type CriterionInput = { readonly userInput: string | undefined; readonly response: string }

const OUTPUT = Object.freeze({ name: 'rubric', schema: criterionSchema })
const NAMES = ['output', 'rubric', 'query'] as const

/**
 * Whether a response meets a criterion, and how far.
 * @throws AssayError `config` for a value that is no model, a blank criterion, and an invalid prompt.
 */
export function criterionGrader(options: CriterionGraderOptions): Grader<CriterionInput, WireCriterion> {
  const { judge, criterion, rubricPrompt, ...choice } = options
  checkModel(judge, 'criterionGrader')
  if (typeof criterion !== 'string' || isBlank(criterion)) throw config('the criterion is blank; say what an answer is to meet')
  if (rubricPrompt !== undefined) {
    if (choice.prompt !== undefined || choice.language !== undefined)
      throw config('prompt and language have no effect beside a rubricPrompt of your own; leave them out')
    const render = parseOwnPrompt(rubricPrompt, { names: NAMES, needed: ['output'] })
    const messages = ({ userInput = '', response }: CriterionInput) => render({ output: response, rubric: criterion, query: userInput })
    return createGrader({
      judge,
      promptHash: promptHash(messages({ userInput: '{{query}}', response: '{{output}}' }), criterionSchema),
      config: {
        type: 'criterion',
        judge: judge.fingerprint,
        criterion,
        rubricPrompt: typeof rubricPrompt === 'string' ? rubricPrompt : [...rubricPrompt],
      },
      shape: criterionShape,
      messages,
    })
  }
  const prompt = resolvePrompt(shipped, choice, criterionShape)
  return createGrader({
    judge,
    promptHash: promptHash(rubricMessages({ userInput: 'question', response: 'answer', criterion, prompt }), criterionSchema, prompt),
    config: { type: 'criterion', judge: judge.fingerprint, criterion, ...promptConfig(choice) },
    output: OUTPUT,
    shape: criterionShape,
    messages: (input) => rubricMessages({ ...input, criterion, prompt }),
  })
}

function config(message: string): AssayError {
  return configError(`criterionGrader: ${message}.`)
}
