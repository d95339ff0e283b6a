import { answerClaimsPrompt } from './answer-claims-prompt.ts'
import { categoryPrompt } from './category-prompt.ts'
import { claimRelevancePrompt } from './claim-relevance-prompt.ts'
import { claimsAndVerdictsPrompt } from './claims-and-verdicts-prompt.ts'
import { claimsPrompt } from './claims-prompt.ts'
import { entitiesPrompt } from './entities-prompt.ts'
import type { Prompt, PromptOverride } from './prompt.ts'
import { questionsPrompt } from './questions-prompt.ts'
import { rubricPrompt } from './rubric-prompt.ts'
import { sentencesPrompt } from './sentences-prompt.ts'
import { usefulnessPrompt } from './usefulness-prompt.ts'
import { verdictsPrompt } from './verdicts-prompt.ts'

/** Every shipped prompt, by the name under which `prompts` overrides it. */
export const shippedPrompts = {
  claims: claimsPrompt,
  verdicts: verdictsPrompt,
  claimsAndVerdicts: claimsAndVerdictsPrompt,
  answerClaims: answerClaimsPrompt,
  usefulness: usefulnessPrompt,
  sentences: sentencesPrompt,
  claimRelevance: claimRelevancePrompt,
  questions: questionsPrompt,
  entities: entitiesPrompt,
  category: categoryPrompt,
  rubric: rubricPrompt,
} as const satisfies Readonly<Record<string, Prompt>>

export type PromptKey = keyof typeof shippedPrompts

/** Overrides of parts of the shipped prompts. */
export type PromptOverrides = { readonly [Key in PromptKey]?: PromptOverride | undefined }
