import type { FinishReason, JsonObject, JsonValue } from '@assay/core'
import { type AnthropicReply, type OpenAIReply, startFakeAnthropic, startFakeOpenAI, testLLMAdapter } from '@assay/testkit'
import { ChatAnthropic } from '@langchain/anthropic'
import { ChatOpenAI } from '@langchain/openai'
import { describe, test } from 'vitest'
import { fromLangChain, type LangChainOptions } from './from-lang-chain.ts'

const exceptions = {
  'sends maxOutputTokens 321, or refuses it by name where it cannot': 'the limit is the model’s own',
  '200 with an error in its body is that error, told in its words': 'LangChain reads the body before anybody else sees it',
}
const ofOpenAI = {
  ...exceptions,
  'tells finish reason refusal': 'LangChain drops the words of a refusal',
  'a reported 0 is 0': 'LangChain leaves out counts of 0',
}
const codes: Partial<Record<string, string>> = { quota: 'insufficient_quota', context_overflow: 'context_length_exceeded' }
const parameters: readonly LangChainOptions[] = [{ fingerprint: { route: 'a' } }, { capabilities: { structuredOutput: 'prompt' } }]

type Chat = {
  model: string
  messages: { role: string; content: unknown }[]
  response_format?: { json_schema?: { name: string; schema: JsonValue } }
  tools?: { function: { name: string; parameters: JsonValue } }[]
}

function run(checks: ReturnType<typeof testLLMAdapter>, failing: Readonly<Record<string, string>>): void {
  for (const check of checks) (Object.hasOwn(failing, check.name) ? test.fails : test)(check.name, check.run)
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : (content as { text?: string }[]).map(({ text = '' }) => text).join('')
}

describe('a ChatOpenAI is an LLMAdapter', () => {
  const reasons: Partial<Record<FinishReason, string>> = { other: 'a_new_reason' }
  const checks = testLLMAdapter<LangChainOptions>({
    create: ({ url, apiKey = 'k', modelId }, options) =>
      fromLangChain(new ChatOpenAI({ model: modelId, apiKey, configuration: { baseURL: url } }), options),
    parameters,
    server: {
      start: startFakeOpenAI,
      counts: ['cachedInputTokens', 'cacheWriteTokens', 'reasoningTokens'],
      reply: ({ text, byTool, finishReason, usage }): OpenAIReply => ({
        ...(byTool ? { toolArguments: text } : finishReason === 'refusal' ? { refusal: text } : { text }),
        ...(byTool || finishReason === 'refusal' ? {} : { finishReason: reasons[finishReason] ?? finishReason }),
        usage: usage && {
          prompt_tokens: usage.inputTokens,
          completion_tokens: usage.outputTokens,
          total_tokens: 1,
          prompt_tokens_details: { cached_tokens: usage.cachedInputTokens, cache_write_tokens: usage.cacheWriteTokens },
          completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
        },
      }),
      error: ({ status, kind, message, parameter }): OpenAIReply => ({
        status,
        error: { message, code: codes[kind] ?? null, param: parameter === 'output' ? 'response_format' : (parameter ?? null) },
      }),
      read({ body }) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the package sends
        const sent = body as unknown as Chat
        const [schema, tool] = [sent.response_format?.json_schema, sent.tools?.[0]?.function]
        return {
          model: sent.model,
          messages: sent.messages.map(({ role, content }) => ({ role, text: textOf(content) })),
          output: schema
            ? { mode: 'native', name: schema.name, schema: schema.schema }
            : tool && { mode: 'tool', name: tool.name, schema: tool.parameters },
        }
      },
    },
  })
  run(checks, ofOpenAI)
})

describe('a ChatAnthropic is an LLMAdapter', () => {
  const reasons: Partial<Record<FinishReason, string>> = {
    stop: 'end_turn',
    length: 'max_tokens',
    refusal: 'refusal',
    other: 'a_new_reason',
  }
  const checks = testLLMAdapter<LangChainOptions>({
    create: ({ url, apiKey = 'k', modelId }, options) =>
      fromLangChain(new ChatAnthropic({ model: modelId, apiKey, anthropicApiUrl: url }), options),
    modelId: 'claude-sonnet-4-6',
    parameters,
    server: {
      start: startFakeAnthropic,
      counts: ['cachedInputTokens', 'cacheWriteTokens'],
      reply({ text, byTool, finishReason, usage }): AnthropicReply | undefined {
        const stopReason = reasons[finishReason]
        if (stopReason === undefined) return undefined
        return {
          ...(byTool ? { toolInput: JSON.parse(text) as JsonObject } : { text, stopReason }),
          usage: usage && {
            input_tokens: (usage.inputTokens ?? 0) - (usage.cachedInputTokens ?? 0) - (usage.cacheWriteTokens ?? 0),
            output_tokens: usage.outputTokens,
            cache_creation_input_tokens: usage.cacheWriteTokens,
            cache_read_input_tokens: usage.cachedInputTokens,
          },
        }
      },
      error: ({ status, kind, message, parameter }): AnthropicReply => {
        const said = parameter === 'output' ? `output_config.format: ${message}` : message
        return { status, error: { message: kind === 'quota' ? `Your credit balance is too low. ${said}` : said } }
      },
      read({ body }) {
        const sent = body as {
          model: string
          system?: unknown
          messages: { role: string; content: unknown }[]
          output_config?: { format?: { schema: JsonValue } }
          tools?: { name: string; input_schema: JsonValue }[]
        }
        const system = sent.system === undefined ? [] : [{ role: 'system', content: sent.system }]
        const schema = sent.output_config?.format?.schema
        const tool = sent.tools?.[0]
        return {
          model: sent.model,
          messages: [...system, ...sent.messages].map(({ role, content }) => ({ role, text: textOf(content) })),
          output: schema === undefined ? tool && { mode: 'tool', name: tool.name, schema: tool.input_schema } : { mode: 'native', schema },
        }
      },
    },
  })
  run(checks, exceptions)
})
