import type { LLMMessage } from '@assay/core'
import { parseOwnPrompt, type RubricPrompt } from '../prompts/own-prompt.ts'

const NAMES = ['context', 'groundTruth', 'query'] as const

/**
 * A rubric ready to be filled in. One that does not show context and ground truth cannot be about them.
 * @throws AssayError `config` for another placeholder, a template's tag, or a needed one that is missing.
 */
export function parseRubric(rubric: RubricPrompt): (values: Readonly<Record<(typeof NAMES)[number], string>>) => LLMMessage[] {
  return parseOwnPrompt(rubric, { names: NAMES, needed: ['context', 'groundTruth'] })
}
