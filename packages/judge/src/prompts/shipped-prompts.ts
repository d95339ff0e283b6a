import { claimsAndVerdictsPrompt } from './claims-and-verdicts-prompt.ts'
import { claimsPrompt } from './claims-prompt.ts'
import type { Prompt, PromptOverride } from './prompt.ts'
import { verdictsPrompt } from './verdicts-prompt.ts'

/** Every prompt there is, by the name under which `prompts` overrides it. */
export const shippedPrompts = {
  claims: claimsPrompt,
  verdicts: verdictsPrompt,
  claimsAndVerdicts: claimsAndVerdictsPrompt,
} as const satisfies Readonly<Record<string, Prompt>>

export type PromptKey = keyof typeof shippedPrompts

/** Parts of prompts in place of the shipped ones. */
export type PromptOverrides = { readonly [Key in PromptKey]?: PromptOverride | undefined }
