import type { LLMAdapter, LLMCall, LLMReply } from '../llm-adapter.ts'

export const reply = (text: string, calls = 1): LLMReply => ({
  text,
  finishReason: 'stop',
  usage: { calls, inputTokens: 10, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 5, reasoningTokens: 0 },
})

/** An adapter that answers by a function of the call, and records every call. */
export function answering(
  answer: (call: LLMCall, callCount: number) => LLMReply | Promise<LLMReply>,
  more: Partial<LLMAdapter> = {},
): LLMAdapter & { readonly calls: LLMCall[] } {
  const calls: LLMCall[] = []
  return {
    specificationVersion: 'v1',
    provider: 'test',
    modelId: 'm',
    capabilities: { structuredOutput: 'native', temperature: true, seed: true },
    fingerprint: { provider: 'test', model: 'm' },
    calls,
    async doGenerate(call) {
      calls.push(call)
      return answer(call, calls.length)
    },
    ...more,
  }
}
