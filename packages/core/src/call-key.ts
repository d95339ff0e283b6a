import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { LLMAdapter, LLMCall } from './llm-adapter.ts'

/**
 * The name of one draw of one call at one adapter: SHA-256, in hex, over the canonical JSON of the adapter's fingerprint, the
 * call as sent, and the draw. `cache` marks and `droppable` change no reply and are left out.
 */
export function callKey(adapter: Pick<LLMAdapter, 'fingerprint'>, call: LLMCall, draw = 0): string {
  const { droppable: _never, messages, ...rest } = call
  const plain = messages.map(({ role, parts }) => ({ role, parts: parts.map(({ text }) => ({ text })) }))
  return createHash('sha256')
    .update(canonicalJson({ fingerprint: adapter.fingerprint, call: { ...rest, messages: plain }, draw }))
    .digest('hex')
}
