import type { FinishReason, JsonValue } from '@assay/core'
import { type AnthropicReply, type RecordedRequest, type SeenCall, startFakeAnthropic, testLLMAdapter } from '@assay/testkit'
import { describe, test } from 'vitest'
import { createAnthropic } from './anthropic.ts'

type Block = { text: string }
type Body = {
  model: string
  max_tokens: number
  system?: Block[]
  messages: { role: string; content: Block[] }[]
  output_config?: { format: { schema: JsonValue } }
  tools?: { name: string; input_schema: JsonValue }[]
  temperature?: number
}

const stopReasons: Partial<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  refusal: 'refusal',
  other: 'a_new_reason',
}
const types: Partial<Record<string, string>> = {
  auth: 'authentication_error',
  rate_limit: 'rate_limit_error',
  provider: 'api_error',
}

describe('an Anthropic model is an LLMAdapter', () => {
  const checks = testLLMAdapter({
    create: ({ url, apiKey, modelId }, options) => createAnthropic({ baseURL: url, apiKey })(modelId, options),
    modelId: 'claude-sonnet-4-6',
    parameters: [
      { temperature: 0.3 },
      { maxOutputTokens: 99 },
      { thinking: { type: 'enabled' as const, budget_tokens: 1024 } },
      { extraBody: { top_p: 0.9 } },
    ],
    server: {
      start: startFakeAnthropic,
      counts: ['cachedInputTokens', 'cacheWriteTokens', 'reasoningTokens'],
      reply({ text, byTool, finishReason, usage }): AnthropicReply | undefined {
        const stopReason = stopReasons[finishReason]
        if (stopReason === undefined) return undefined
        return {
          ...(byTool ? { toolInput: JSON.parse(text) } : { text, stopReason }),
          usage: usage && {
            input_tokens: (usage.inputTokens ?? 0) - (usage.cachedInputTokens ?? 0) - (usage.cacheWriteTokens ?? 0),
            output_tokens: usage.outputTokens,
            cache_creation_input_tokens: usage.cacheWriteTokens,
            cache_read_input_tokens: usage.cachedInputTokens,
            output_tokens_details: { thinking_tokens: usage.reasoningTokens },
          },
        }
      },
      error: ({ status, kind, message, parameter }): AnthropicReply => {
        const field = parameter === 'output' ? 'output_config.format: ' : ''
        const reason = kind === 'quota' ? 'Your credit balance is too low. ' : ''
        return { status, error: { type: types[kind] ?? 'invalid_request_error', message: `${field}${reason}${message}` } }
      },
      read: seen,
    },
  })
  for (const { name, run } of checks) test(name, run)
})

function seen(request: RecordedRequest): SeenCall {
  const body = request.body as Body
  const schema = body.output_config?.format.schema
  const tool = body.tools?.[0]
  const system = body.system === undefined ? [] : [{ role: 'system', content: body.system }]
  return {
    model: body.model,
    messages: [...system, ...body.messages].map(({ role, content }) => ({ role, text: content.map(({ text }) => text).join('') })),
    output: schema === undefined ? tool && { mode: 'tool', name: tool.name, schema: tool.input_schema } : { mode: 'native', schema },
    maxOutputTokens: body.max_tokens,
    temperature: body.temperature,
  }
}
