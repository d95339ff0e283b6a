import { type AssayError, configError, type JsonObject } from '@assay/core'
import { isBlank } from '@assay/text'
import type { ReplyShape } from '../reply/reply-shape.ts'
import { answerLanguage } from './answer-language.ts'
import { exampleDefect } from './example-defect.ts'
import type { Prompt, PromptOverride, ResolvedPrompt } from './prompt.ts'

/** The parts of a prompt that the user set. */
export type PromptChoice = {
  readonly prompt?: PromptOverride | undefined
  /** BCP 47 tag of the references' language. Default: the judge infers it from the reference. */
  readonly language?: string | undefined
}

/**
 * The shipped prompt with its overrides, checked: an example that Assay itself cannot read would teach a judge to fail.
 * @throws AssayError `config` naming the part of the prompt.
 */
export function resolvePrompt<T>(shipped: Prompt, { prompt = {}, language }: PromptChoice, shape: ReplyShape<T>): ResolvedPrompt {
  const unknown = Object.keys(prompt).find((part) => !Object.hasOwn(shipped, part))
  if (unknown !== undefined) {
    throw config(shipped, `${JSON.stringify(unknown)} is no part of a prompt; there are ${Object.keys(shipped).join(', ')}`)
  }
  const given = Object.entries(prompt).filter(([, value]) => value !== undefined)
  const resolved: Prompt = { ...shipped, ...Object.fromEntries(given) }
  for (const part of ['name', 'version', 'language', 'instruction'] as const) {
    if (typeof resolved[part] !== 'string' || isBlank(resolved[part])) throw config(shipped, `${part} must be a text that is not blank`)
  }
  if (!Array.isArray(resolved.examples)) throw config(shipped, 'examples must be a list')
  for (const [index, example] of resolved.examples.entries()) {
    const defect = exampleDefect(example, shape)
    if (defect !== undefined) throw config(shipped, `examples[${index}] ${defect}`)
  }
  return language === undefined ? resolved : { ...resolved, answerIn: answerLanguage(language) }
}

/** The overrides as in a configuration; empty if there are none. */
export function promptConfig({ prompt, language }: PromptChoice): JsonObject {
  return { ...(prompt === undefined ? {} : { prompt: { ...prompt } }), ...(language === undefined ? {} : { language }) }
}

function config({ name }: Prompt, defect: string): AssayError {
  return configError(`The override of the prompt "${name}" cannot be used: ${defect}.`)
}
