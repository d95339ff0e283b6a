import { createHash } from 'node:crypto'
import { canonicalJson, type JsonSchema, type LLMMessage } from '@assay/core'
import type { Prompt } from './prompt.ts'
import { repairMessages } from './repair-messages.ts'

/**
 * SHA-256, in hex, over all that is fixed in a judge's calls: rendered for stand-in data, so that no piece can be forgotten. What a
 * prompt calls itself counts too: another version is another prompt, though its words be the same.
 */
export function promptHash(messages: readonly LLMMessage[], schema: JsonSchema, prompt?: Prompt): string {
  const identity = prompt === undefined ? {} : { name: prompt.name, version: prompt.version, language: prompt.language }
  return createHash('sha256')
    .update(canonicalJson({ ...identity, messages: repairMessages(messages, 'reply', 'defect'), schema }))
    .digest('hex')
}
