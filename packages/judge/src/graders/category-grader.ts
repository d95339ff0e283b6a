import type { LLMAdapter } from '@assay/core'
import { checkModel } from '../check-model.ts'
import { categoryMessages } from '../prompts/answer-messages.ts'
import { categoryPrompt } from '../prompts/category-prompt.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { promptConfig, type PromptChoice, resolvePrompt } from '../prompts/resolve-prompt.ts'
import { categorySchema, categoryShape, type WireCategory } from '../wire/category-shape.ts'
import { createGrader, type Grader } from './grader.ts'

export type CategoryInput = { readonly userInput: string | undefined; readonly reference: string; readonly response: string }

const OUTPUT = Object.freeze({ name: 'category', schema: categorySchema })

/**
 * Puts a response into one of five categories by its relation to the reference.
 * @throws AssayError `config` for a value that is no model, and an invalid prompt.
 */
export function categoryGrader(options: PromptChoice & { readonly judge: LLMAdapter }): Grader<CategoryInput, WireCategory> {
  const { judge } = options
  checkModel(judge, 'categoryGrader')
  const prompt = resolvePrompt(categoryPrompt, options, categoryShape)
  const stand = { userInput: 'question', reference: 'reference', response: 'answer', prompt }
  return createGrader({
    judge,
    promptHash: promptHash(categoryMessages(stand), categorySchema, prompt),
    config: { type: 'category', judge: judge.fingerprint, ...promptConfig(options) },
    output: OUTPUT,
    shape: categoryShape,
    messages: (input) => categoryMessages({ ...input, prompt }),
  })
}
