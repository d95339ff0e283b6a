import type { FinishReason, JsonValue } from '@assay/core'
import { type OllamaReply, type RecordedRequest, type SeenCall, startFakeOllama, testLLMAdapter } from '@assay/testkit'
import { describe, test } from 'vitest'
import { createOllama } from './ollama.ts'

type Body = {
  model: string
  messages: { role: string; content: string }[]
  format?: JsonValue
  options?: { num_predict?: number; temperature?: number; seed?: number }
}

const doneReasons: Partial<Record<FinishReason, string>> = { stop: 'stop', length: 'length', other: 'a_new_reason' }

describe('an Ollama model is an LLMAdapter', () => {
  const checks = testLLMAdapter({
    create: ({ url, apiKey, modelId }, options) => createOllama({ host: url, apiKey })(modelId, options),
    modelId: 'qwen3:8b',
    parameters: [
      { temperature: 0.3 },
      { seed: 3 },
      { maxOutputTokens: 99 },
      { numCtx: 4096 },
      { think: false },
      { options: { top_p: 0.9 } },
    ],
    server: {
      start: startFakeOllama,
      counts: ['cachedInputTokens'],
      reply({ text, byTool, finishReason, usage }): OllamaReply | undefined {
        const doneReason = doneReasons[finishReason]
        if (byTool || doneReason === undefined) return undefined
        return {
          text,
          doneReason,
          promptEvalCount: usage?.inputTokens ?? null,
          evalCount: usage?.outputTokens ?? null,
          ...(typeof usage?.cachedInputTokens === 'number' ? { promptEvalCachedCount: usage.cachedInputTokens } : {}),
        }
      },
      error: ({ status, message, parameter }): OllamaReply => ({
        status,
        error: parameter === 'output' ? `invalid format: ${message}` : message,
      }),
      read: seen,
      unfinished: { text: 'It goes on', done: false } satisfies OllamaReply as OllamaReply,
    },
  })
  for (const { name, run } of checks) test(name, run)
})

function seen(request: RecordedRequest): SeenCall {
  const { model, messages, format, options } = request.body as Body
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, text: content })),
    output: format === undefined ? undefined : { mode: 'native', schema: format },
    maxOutputTokens: options?.num_predict,
    temperature: options?.temperature,
    seed: options?.seed,
  }
}
