import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { LLMAdapter, LLMCall } from './llm-adapter.ts'

/**
 * The key of one draw of a call to an adapter: SHA-256, in hex, over the canonical JSON of the adapter's fingerprint, the call as sent,
 * and the draw. `cache` marks and `droppable` do not change a reply and are left out.
 * @param json The call as rendered by `callJson`, for callers that need both.
 */
export function callKey(adapter: Pick<LLMAdapter, 'fingerprint'>, call: LLMCall, draw = 0, json = callJson(call)): string {
  return hash('sha256', `{"call":${json},"draw":${canonicalJson(draw)},"fingerprint":${canonicalJson(adapter.fingerprint)}}`, 'hex')
}

/** A call as canonical JSON, without the parts that do not change a reply. */
export function callJson(call: LLMCall): string {
  const { droppable: _never, messages, ...rest } = call
  // Most of a call is text. With sorted names, JSON.stringify renders it in one piece.
  const texts = JSON.stringify(messages.map(({ role, parts }) => ({ parts: parts.map(({ text }) => ({ text })), role })))
  const fields = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, canonicalJson(value)] as const]))
  const rendered = [...fields, ['messages', texts] as const].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${rendered.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}
