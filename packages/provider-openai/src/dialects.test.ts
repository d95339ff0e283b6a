import type { FinishReason } from '@assay/core'
import {
  type OpenAIDialectName,
  type OpenAIReply,
  type RecordedRequest,
  type SeenCall,
  startFakeOpenAI,
  testLLMAdapter,
} from '@assay/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createOpenAI } from './openai.ts'
import type { PresetName } from './presets.ts'

const finishReasons: Partial<Record<FinishReason, string>> = { other: 'a_new_reason' }
const params = { output: 'response_format', temperature: 'temperature' }

/** The contract of adapters, with servers whose bodies differ from OpenAI's. */
describe.each<[PresetName, OpenAIDialectName]>([
  ['google', 'google'],
  ['mistral', 'mistral'],
  ['deepseek', 'deepseek'],
  ['xai', 'xai'],
  ['cerebras', 'cerebras'],
  ['groq', 'groq'],
])('a model of %s is an LLMAdapter', (preset, dialect) => {
  const checks = testLLMAdapter({
    create: ({ url, apiKey, modelId }, options) => createOpenAI({ preset, baseURL: url, apiKey })(modelId, options),
    parameters: [{ temperature: 0.3 }, { seed: 3 }, { maxOutputTokens: 99 }],
    server: {
      start: (answer) => startFakeOpenAI(answer, { dialect }),
      counts: ['cachedInputTokens', 'reasoningTokens'],
      reply: ({ text, byTool, finishReason, usage }): OpenAIReply => ({
        ...(byTool ? { toolArguments: text } : finishReason === 'refusal' ? { refusal: text } : { text }),
        ...(byTool || finishReason === 'refusal' ? {} : { finishReason: finishReasons[finishReason] ?? finishReason }),
        usage: usage && {
          prompt_tokens: usage.inputTokens,
          completion_tokens: usage.outputTokens,
          prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
          completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
        },
      }),
      error: ({ status, kind, message, parameter }): OpenAIReply | undefined =>
        kind === 'quota' && !namesQuota(dialect)
          ? undefined
          : {
              status,
              error: {
                message: parameter === undefined ? message : message.replace(parameter, params[parameter]),
                code: kind === 'quota' ? 'insufficient_quota' : null,
                param: parameter === undefined ? null : params[parameter],
              },
            },
      read: seen,
    },
  })
  for (const { name, run } of checks) test(name, run)
})

/** Whether a dialect has a code for an exhausted quota. */
function namesQuota(dialect: OpenAIDialectName): boolean {
  return dialect !== 'google' && dialect !== 'xai'
}

function seen({ body }: RecordedRequest): SeenCall {
  const sent = body as {
    model: string
    messages: { role: string; content: string }[]
    response_format?: { json_schema: { name: string; schema: object } }
    tools?: { function: { name: string; parameters: object } }[]
    [field: string]: unknown
  }
  const schema = sent.response_format?.json_schema
  const tool = sent.tools?.[0]?.function
  return {
    model: sent.model,
    messages: sent.messages.map(({ role, content }) => ({ role, text: content })),
    output: (schema
      ? { mode: 'native', ...schema }
      : tool && { mode: 'tool', name: tool.name, schema: tool.parameters }) as SeenCall['output'],
    maxOutputTokens: (sent['max_tokens'] ?? sent['max_completion_tokens']) as number | undefined,
    temperature: sent['temperature'] as number | undefined,
    seed: (sent['seed'] ?? sent['random_seed']) as number | undefined,
  }
}

describe('a refused field has its name in LLMCall', () => {
  const asked = { messages: [{ role: 'user' as const, parts: [{ text: 'hi' }] }], seed: 7, maxOutputTokens: 9 }

  test.each<[PresetName, OpenAIDialectName, OpenAIReply, string, string]>([
    [
      'mistral',
      'mistral',
      { status: 422, error: { message: 'Extra inputs are not permitted', code: 'extra_forbidden', param: 'max_tokens' } },
      'maxOutputTokens',
      'Extra inputs are not permitted',
    ],
    [
      'mistral',
      'mistral',
      { status: 422, error: { message: 'Extra inputs are not permitted', code: 'extra_forbidden', param: 'random_seed' } },
      'seed',
      'It refuses seed',
    ],
    ['xai', 'xai', { error: { message: 'Model m does not support parameter reasoningEffort.' } }, 'reasoning_effort', 'reasoningEffort'],
    ['cerebras', 'cerebras', { error: { message: 'unsupported', param: 'maxCompletionTokens' } }, 'maxOutputTokens', 'unsupported'],
    ['google', 'google', { error: { message: 'Unknown name "seed": Cannot find field.' } }, 'seed', 'Cannot find field'],
  ])('%s', async (preset, dialect, reply, parameter, message) => {
    const server = await startFakeOpenAI(reply, { dialect })
    onTestFinished(() => server.close())
    const adapter = createOpenAI({ preset, baseURL: server.url, apiKey: 'k' })('m', { reasoningEffort: 'low' })
    await expect(adapter.doGenerate(asked)).rejects.toMatchObject({
      kind: 'unsupported_parameter',
      parameter,
      message: expect.stringContaining(message),
    })
  })

  test.each(['mistral', 'cerebras'] as const)('%s gets its own names of parameters, and refuses those of OpenAI', async (dialect) => {
    const server = await startFakeOpenAI('hello', { dialect })
    onTestFinished(() => server.close())
    expect((await createOpenAI({ preset: dialect, baseURL: server.url, apiKey: 'k' })('m').doGenerate(asked)).text).toBe('hello')
    const byHand = { maxTokensParameter: dialect === 'mistral' ? 'max_completion_tokens' : 'max_tokens' } as const
    const other = createOpenAI({ preset: dialect, baseURL: server.url, apiKey: 'k' })('m', { capabilities: byHand })
    await expect(other.doGenerate(asked)).rejects.toMatchObject({ kind: 'unsupported_parameter', parameter: 'maxOutputTokens' })
  })
})
