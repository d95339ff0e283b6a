import type { LLMAdapter } from '@assay/core'
import { checkModel } from '../check-model.ts'
import { entitiesMessages } from '../prompts/answer-messages.ts'
import { entitiesPrompt } from '../prompts/entities-prompt.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { promptConfig, type PromptChoice, resolvePrompt } from '../prompts/resolve-prompt.ts'
import { distinctNames } from '../quote/find-mention.ts'
import { entitiesSchema, entitiesShape } from '../wire/texts-shape.ts'
import { createGrader, type Grader } from './grader.ts'

const OUTPUT = Object.freeze({ name: 'entities', schema: entitiesSchema })

/**
 * The entities in a reference. None even after a repair is an empty list.
 * @throws AssayError `config` for a value that is no model, and an invalid prompt.
 */
export function entityFinder(
  options: PromptChoice & { readonly judge: LLMAdapter },
): Grader<{ readonly reference: string }, readonly string[]> {
  const { judge } = options
  checkModel(judge, 'entityFinder')
  const prompt = resolvePrompt(entitiesPrompt, options, entitiesShape)
  return createGrader({
    judge,
    promptHash: promptHash(entitiesMessages({ reference: 'reference', prompt }), entitiesSchema, prompt),
    config: { type: 'entities', judge: judge.fingerprint, ...promptConfig(options) },
    output: OUTPUT,
    shape: entitiesShape,
    messages: ({ reference }) => entitiesMessages({ reference, prompt }),
    moreTokens: ({ reference }) => reference.length,
    check: (found, attempt) =>
      attempt === 'first' && distinctNames(found).length === 0
        ? 'it names nothing; look once more whether the text names anything'
        : undefined,
  })
}
