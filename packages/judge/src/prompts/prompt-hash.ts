import { createHash } from 'node:crypto'
import { canonicalJson, type JsonSchema, type LLMMessage } from '@assay/core'
import { repairMessages } from './repair-messages.ts'

/** SHA-256, in hex, over all that is fixed in a judge's calls: rendered for stand-in data, so that no piece can be forgotten. */
export function promptHash(messages: readonly LLMMessage[], schema: JsonSchema): string {
  return createHash('sha256')
    .update(canonicalJson({ messages: repairMessages(messages, 'reply', 'defect'), schema }))
    .digest('hex')
}
