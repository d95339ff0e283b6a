import type { JsonObject } from '@assay/core'

/** A prompt as data: the text that stands before every sample, byte for byte the same. */
export type Prompt = {
  readonly name: string
  /** Raised with every change of wording. */
  readonly version: string
  /** The BCP 47 tag of the language that instruction and examples are written in. */
  readonly language: string
  readonly instruction: string
  /** What a judge might see and should answer. Shipped ones use invented names, so that no answer can be one of them by chance. */
  readonly examples: readonly PromptExample[]
}

export type PromptExample = {
  readonly input: {
    readonly contexts?: readonly string[]
    readonly userInput?: string
    readonly reference?: string
    readonly response?: string
    /** Asked as `c1`, `c2`, … */
    readonly claims?: readonly string[]
    /** Asked as `k1`, `k2`, … */
    readonly passages?: readonly string[]
    /** Asked as `k1s1`, `k1s2`, … */
    readonly sentences?: readonly string[]
    readonly criterion?: string
  }
  /** The whole reply, in the shape the prompt asks for. */
  readonly output: JsonObject
  /** The share of claims that the output calls supported. Checked where it is given. */
  readonly recall?: number
  /** The share of passages, sentences or claims to which the output says yes. Checked where it is given. */
  readonly share?: number
}

/** Any part of a prompt, in place of the shipped one. */
export type PromptOverride = Partial<Prompt>

/** A prompt ready for use, with the language answers are to be written in where it was named. */
export type ResolvedPrompt = Prompt & { readonly answerIn?: string }
