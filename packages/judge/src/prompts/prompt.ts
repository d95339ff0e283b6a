import type { JsonObject } from '@assay/core'

/** A prompt as data: the text before every sample, byte for byte the same. */
export type Prompt = {
  readonly name: string
  /** Raised with every change of wording. */
  readonly version: string
  /** The BCP 47 tag of the language of instruction and examples. */
  readonly language: string
  readonly instruction: string
  /** Example inputs and outputs. Shipped ones use invented names, so that no real answer equals one of them. */
  readonly examples: readonly PromptExample[]
}

export type PromptExample = {
  readonly input: {
    readonly contexts?: readonly string[]
    readonly userInput?: string
    readonly reference?: string
    readonly response?: string
    /** Sent as `c1`, `c2`, … */
    readonly claims?: readonly string[]
    /** Sent as `k1`, `k2`, … */
    readonly passages?: readonly string[]
    /** Sent as `k1s1`, `k1s2`, … */
    readonly sentences?: readonly string[]
    readonly criterion?: string
  }
  /** The whole reply, in the shape that the prompt requests. */
  readonly output: JsonObject
  /** The share of claims that the output marks as supported. Checked if given. */
  readonly recall?: number
  /** The share of passages, sentences or claims to which the output says yes. Checked if given. */
  readonly share?: number
}

/** Any part of a prompt, to replace the shipped one. */
export type PromptOverride = Partial<Prompt>

/** A resolved prompt, with the language of answers if one was set. */
export type ResolvedPrompt = Prompt & { readonly answerIn?: string }
