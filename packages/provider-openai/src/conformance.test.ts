import type { FinishReason, JsonValue } from '@assay/core'
import { type OpenAIReply, type RecordedRequest, type SeenCall, startFakeOpenAI, testLLMAdapter } from '@assay/testkit'
import { describe, test } from 'vitest'
import { createOpenAI } from './openai.ts'

type Body = {
  model: string
  messages: { role: string; content: string }[]
  response_format?: { json_schema: { name: string; schema: JsonValue } }
  tools?: { function: { name: string; parameters: JsonValue } }[]
  max_completion_tokens?: number
  temperature?: number
  seed?: number
}

const finishReasons: Partial<Record<FinishReason, string>> = { other: 'a_new_reason' }
const codes: Partial<Record<string, string>> = {
  quota: 'insufficient_quota',
  context_overflow: 'context_length_exceeded',
  model_not_found: 'model_not_found',
}
const params = { output: 'response_format', temperature: 'temperature' }

describe('an OpenAI model is an LLMAdapter', () => {
  const checks = testLLMAdapter({
    create: ({ url, apiKey, modelId }, options) =>
      createOpenAI({ baseURL: url, apiKey, capabilities: { maxTokensParameter: 'max_completion_tokens' } })(modelId, options),
    parameters: [
      { temperature: 0.3 },
      { seed: 3 },
      { maxOutputTokens: 99 },
      { reasoningEffort: 'low' as const },
      { extraBody: { top_p: 0.9 } },
    ],
    server: {
      start: startFakeOpenAI,
      counts: ['cachedInputTokens', 'cacheWriteTokens', 'reasoningTokens'],
      reply: ({ text, byTool, finishReason, usage }): OpenAIReply => ({
        ...(byTool ? { toolArguments: text } : finishReason === 'refusal' ? { refusal: text } : { text }),
        ...(byTool || finishReason === 'refusal' ? {} : { finishReason: finishReasons[finishReason] ?? finishReason }),
        usage: usage && {
          prompt_tokens: usage.inputTokens,
          completion_tokens: usage.outputTokens,
          prompt_tokens_details: { cached_tokens: usage.cachedInputTokens, cache_write_tokens: usage.cacheWriteTokens },
          completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
        },
      }),
      error: ({ status, kind, message, parameter }): OpenAIReply => ({
        status,
        error: { message, code: codes[kind] ?? null, param: parameter === undefined ? null : params[parameter] },
      }),
      read: seen,
    },
  })
  for (const { name, run } of checks) test(name, run)
})

function seen(request: RecordedRequest): SeenCall {
  const body = request.body as Body
  const schema = body.response_format?.json_schema
  const tool = body.tools?.[0]?.function
  return {
    model: body.model,
    messages: body.messages.map(({ role, content }) => ({ role, text: content })),
    output: schema ? { mode: 'native', ...schema } : tool && { mode: 'tool', name: tool.name, schema: tool.parameters },
    maxOutputTokens: body.max_completion_tokens,
    temperature: body.temperature,
    seed: body.seed,
  }
}
