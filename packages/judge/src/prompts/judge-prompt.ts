import type { JsonObject } from '@assay/core'

/** A prompt as data: the text that stands before every sample, byte for byte the same. */
export type JudgePrompt = {
  readonly name: string
  /** Raised with every change of wording. */
  readonly version: string
  readonly instruction: string
  /** What a judge might see and should answer. Names in them are invented, so that no answer can be one of them by chance. */
  readonly examples: readonly { readonly input: string; readonly output: JsonObject }[]
}

/** The system message of a prompt. */
export function systemText(prompt: JudgePrompt): string {
  const examples = prompt.examples.map(({ input, output }) => `Example\n${input}\nReply: ${JSON.stringify(output)}`)
  return [prompt.instruction, ...examples].join('\n\n')
}
