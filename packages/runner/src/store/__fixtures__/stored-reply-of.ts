import { type LLMCall, unknownUsage } from '@assay/core'
import type { StoredReply } from '../stored-reply.ts'

export function callOf(text: string): LLMCall {
  return { messages: [{ role: 'user', parts: [{ text }] }] }
}

/** A reply as a run stores it. */
export function storedReplyOf(text: string, more: Partial<StoredReply> = {}): StoredReply {
  return {
    reply: { text, finishReason: 'stop', usage: unknownUsage() },
    draw: 0,
    latencyMs: 12.5,
    attempts: 1,
    call: callOf(`requests ${text}`),
    adapter: {
      provider: 'toy',
      modelId: 'toy-1',
      capabilities: { structuredOutput: 'native', temperature: true, seed: true },
      fingerprint: { model: 'toy-1' },
    },
    ...more,
  }
}
