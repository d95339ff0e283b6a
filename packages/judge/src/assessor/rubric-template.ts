import type { LLMMessage } from '@assay/core'
import { parseOwnPrompt, type RubricPrompt } from '../prompts/own-prompt.ts'

const NAMES = ['context', 'groundTruth', 'query'] as const

/**
 * Parses a rubric. It must contain context and ground truth.
 * @throws AssayError `config` for another placeholder, a template's tag, or a missing placeholder.
 */
export function parseRubric(rubric: RubricPrompt): (values: Readonly<Record<(typeof NAMES)[number], string>>) => LLMMessage[] {
  return parseOwnPrompt(rubric, { names: NAMES, needed: ['context', 'groundTruth'] })
}
