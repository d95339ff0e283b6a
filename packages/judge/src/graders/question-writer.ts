import { configError, type LLMAdapter } from '@assay/core'
import { isBlank } from '@assay/text'
import { checkModel } from '../check-model.ts'
import { questionsMessages } from '../prompts/answer-messages.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { questionsPrompt } from '../prompts/questions-prompt.ts'
import { promptConfig, type PromptChoice, resolvePrompt } from '../prompts/resolve-prompt.ts'
import { questionsSchema, questionsShape, type WireDeclining } from '../wire/declining-shape.ts'
import { createGrader, type Grader } from './grader.ts'

export type QuestionWriterOptions = PromptChoice & {
  readonly judge: LLMAdapter
  /** How many, from 1 to 20. Default 3. */
  readonly count?: number | undefined
}

const OUTPUT = Object.freeze({ name: 'questions', schema: questionsSchema })
const MOST = 20

/**
 * Questions that a response answers: exactly the requested number, none of them blank, unless the response declines. The judge sees only
 * the response, never the original question.
 * @throws AssayError `config` for a value that is no model, a number out of range, and an invalid prompt.
 */
export function questionWriter(options: QuestionWriterOptions): Grader<{ readonly response: string }, WireDeclining> {
  const { judge, count = 3 } = options
  checkModel(judge, 'questionWriter')
  if (!Number.isSafeInteger(count) || count < 1 || count > MOST) {
    throw configError(`questionWriter: the number of questions is ${count}; it must be an integer from 1 to ${MOST}.`)
  }
  const prompt = resolvePrompt(questionsPrompt, options, questionsShape)
  return createGrader({
    judge,
    promptHash: promptHash(questionsMessages({ response: 'answer', count, prompt }), questionsSchema, prompt),
    config: { type: 'questions', judge: judge.fingerprint, count, ...promptConfig(options) },
    output: OUTPUT,
    shape: questionsShape,
    messages: ({ response }) => questionsMessages({ response, count, prompt }),
    check({ texts, declines }) {
      if (declines) return undefined
      if (texts.length !== count) return `it holds ${texts.length} questions where exactly ${count} were asked for`
      return texts.some(isBlank) ? 'it holds a question that is blank' : undefined
    },
  })
}
