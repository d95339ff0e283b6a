import { createHash } from 'node:crypto'
import { canonicalJson, type JsonSchema, type LLMMessage } from '@assay/core'
import type { Prompt } from './prompt.ts'
import { repairMessages } from './repair-messages.ts'

/**
 * SHA-256, in hex, over everything fixed in a judge's calls: rendered for placeholder data, so that no piece is missed. The name and
 * version of a prompt count too: another version is another prompt, even with the same text.
 */
export function promptHash(messages: readonly LLMMessage[], schema: JsonSchema, prompt?: Prompt): string {
  const identity = prompt === undefined ? {} : { name: prompt.name, version: prompt.version, language: prompt.language }
  return createHash('sha256')
    .update(canonicalJson({ ...identity, messages: repairMessages(messages, 'reply', 'defect'), schema }))
    .digest('hex')
}
