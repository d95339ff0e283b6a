import type { RubricMessage, RubricPrompt } from '@assay/judge'
import { namesFile, type Reading, readText } from '../reading/reading.ts'
import type { Placed } from '../tests/test-case.ts'

/** The `rubricPrompt` nearest to an assertion, as text or messages. @throws AssayError `config` */
export function rubricOf(prompts: readonly (Placed<unknown> | undefined)[], reading: Reading): Placed<RubricPrompt> | undefined {
  const found = prompts.find((prompt) => prompt !== undefined)
  if (found === undefined) return undefined
  const { value, source } = found
  if (typeof value !== 'string') {
    if (isMessages(value)) return { value, source }
    throw source.fault('a rubricPrompt is a text, a file, or a list of messages with role and content.')
  }
  if (namesFile(value) === 'code') throw source.fault(`${value} is code, which is not run. Write the rubric as text.`)
  const text = namesFile(value) === undefined ? value : source.located(() => readText(reading, value))
  return { value: chatOf(text) ?? text, source }
}

function chatOf(text: string): readonly RubricMessage[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return isMessages(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function isMessages(value: unknown): value is readonly RubricMessage[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => typeof part === 'object' && part !== null && 'role' in part && 'content' in part)
  )
}
