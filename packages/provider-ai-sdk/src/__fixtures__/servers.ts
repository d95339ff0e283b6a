import type { FinishReason, JsonObject, JsonValue } from '@assay/core'
import {
  type AdapterServer,
  type AnthropicReply,
  type GoogleReply,
  type OpenAIReply,
  type RecordedRequest,
  type SeenCall,
  startFakeAnthropic,
  startFakeGoogle,
  startFakeOpenAI,
} from '@assay/testkit'

/** What stands in a body, of whatever API; a test that reads what is not there fails. */
type Body = {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly input: readonly { readonly role: string; readonly content: unknown }[]
  readonly [field: string]: unknown
}

const codes: Readonly<Partial<Record<string, string>>> = {
  quota: 'insufficient_quota',
  context_overflow: 'context_length_exceeded',
  model_not_found: 'model_not_found',
}
const fields = { output: 'response_format', temperature: 'temperature' }

/** A text, or the texts of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : ''
}

function openAIUsage(usage: NonNullable<Parameters<AdapterServer['reply']>[0]['usage']>): JsonObject {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  }
}

const chatReasons: Partial<Record<FinishReason, string>> = { other: 'a_new_reason' }

export const openAIServer: AdapterServer = {
  start: startFakeOpenAI,
  counts: ['cachedInputTokens', 'reasoningTokens'],
  reply: ({ text, byTool, finishReason, usage }): OpenAIReply | undefined =>
    finishReason === 'error'
      ? undefined
      : {
          ...(byTool ? { toolArguments: text } : finishReason === 'refusal' ? { refusal: text } : { text }),
          ...(byTool || finishReason === 'refusal' ? {} : { finishReason: chatReasons[finishReason] ?? finishReason }),
          usage: usage && openAIUsage(usage),
        },
  error: ({ status, kind, message, parameter }): OpenAIReply => ({
    status,
    error: { message, code: codes[kind] ?? null, param: parameter === undefined ? null : fields[parameter] },
  }),
  read: seenInChat,
}

const someUsage = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }

/** For packages that take no answer without counts: none is left out. */
export function alwaysCounting(server: AdapterServer): AdapterServer {
  return { ...server, reply: (answer) => server.reply({ ...answer, usage: answer.usage ?? someUsage }) }
}

/** As OpenAI's, but for the name of the seed and the form of errors. */
export const mistralServer: AdapterServer = alwaysCounting({
  ...openAIServer,
  start: (answer) => startFakeOpenAI(answer, { dialect: 'mistral' }),
  counts: ['cachedInputTokens'],
  reply: (answer) => (answer.finishReason === 'refusal' || answer.finishReason === 'content_filter' ? undefined : openAIServer.reply(answer)),
})

function seenInChat({ body }: RecordedRequest): SeenCall {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the packages send
  const sent = body as unknown as Body
  const format = sent['response_format'] as { json_schema?: { name: string; schema: JsonValue } } | undefined
  const tool = (sent['tools'] as { function: { name: string; parameters: JsonValue } }[] | undefined)?.[0]?.function
  const schema = format?.json_schema
  return {
    model: sent.model,
    messages: sent.messages.map(({ role, content }) => ({ role, text: textOf(content) })),
    output:
      schema === undefined
        ? tool && { mode: 'tool', name: tool.name, schema: withoutDialect(tool.parameters) }
        : { mode: 'native', name: schema.name, schema: withoutDialect(schema.schema) },
    maxOutputTokens: numberIn(sent, 'max_tokens', 'max_completion_tokens'),
    temperature: numberIn(sent, 'temperature'),
    seed: numberIn(sent, 'seed', 'random_seed'),
  }
}

function numberIn(sent: Readonly<Record<string, unknown>>, ...names: readonly string[]): number | undefined {
  return names.map((name) => sent[name]).find((value) => typeof value === 'number')
}

/** Some packages say which draft of JSON Schema it is. */
function withoutDialect(schema: JsonValue): JsonValue {
  if (typeof schema !== 'object' || schema === null || !('$schema' in schema)) return schema
  const { $schema: _dialect, ...rest } = schema
  return rest
}

export const responsesServer: AdapterServer = {
  start: startFakeOpenAI,
  counts: ['cachedInputTokens', 'reasoningTokens'],
  reply: ({ text, byTool, finishReason, usage }): OpenAIReply | undefined =>
    finishReason === 'error' || finishReason === 'other'
      ? undefined
      : {
          ...(byTool ? { toolArguments: text } : finishReason === 'refusal' ? { refusal: text } : { text }),
          ...(byTool || finishReason === 'refusal' ? {} : { finishReason }),
          usage: usage && {
            input_tokens: usage.inputTokens,
            input_tokens_details: { cached_tokens: usage.cachedInputTokens },
            output_tokens: usage.outputTokens,
            output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
            total_tokens: 0,
          },
        },
  error: ({ status, kind, message, parameter }): OpenAIReply => ({
    status,
    error: {
      message,
      code: codes[kind] ?? null,
      param: parameter === undefined ? null : parameter === 'output' ? 'text.format' : parameter,
    },
  }),
  read({ body }) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the package sends
    const sent = body as unknown as Body
    const format = (sent['text'] as { format?: { name: string; schema: JsonValue } } | undefined)?.format
    const tool = (sent['tools'] as { name: string; parameters: JsonValue }[] | undefined)?.[0]
    return {
      model: sent.model,
      messages: sent.input.map(({ role, content }) => ({ role: role === 'developer' ? 'system' : role, text: textOf(content) })),
      output: format?.schema
        ? { mode: 'native', name: format.name, schema: withoutDialect(format.schema) }
        : tool && { mode: 'tool', name: tool.name, schema: withoutDialect(tool.parameters) },
      maxOutputTokens: numberIn(sent, 'max_output_tokens'),
      temperature: numberIn(sent, 'temperature'),
    }
  },
}

const stopReasons: Partial<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  refusal: 'refusal',
  other: 'a_new_reason',
}
const types: Partial<Record<string, string>> = { auth: 'authentication_error', rate_limit: 'rate_limit_error', provider: 'api_error' }

export const anthropicServer: AdapterServer = alwaysCounting({
  async start(answer) {
    const server = await startFakeAnthropic(answer)
    return Object.assign(server, { url: `${server.url}/v1` })
  },
  counts: ['cachedInputTokens', 'cacheWriteTokens'],
  reply({ text, byTool, finishReason, usage }): AnthropicReply | undefined {
    const stopReason = stopReasons[finishReason]
    if (stopReason === undefined) return undefined
    return {
      ...(byTool ? { toolInput: JSON.parse(text) as JsonValue } : { text, stopReason }),
      usage: usage && {
        input_tokens: (usage.inputTokens ?? 0) - (usage.cachedInputTokens ?? 0) - (usage.cacheWriteTokens ?? 0),
        output_tokens: usage.outputTokens,
        cache_creation_input_tokens: usage.cacheWriteTokens,
        cache_read_input_tokens: usage.cachedInputTokens,
      },
    }
  },
  error: ({ status, kind, message, parameter }): AnthropicReply => {
    const field = parameter === 'output' ? 'output_config.format: ' : ''
    const reason = kind === 'quota' ? 'Your credit balance is too low. ' : ''
    return { status, error: { type: types[kind] ?? 'invalid_request_error', message: `${field}${reason}${message}` } }
  },
  read({ body }) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the package sends
    const sent = body as unknown as Body
    const format = (sent['output_config'] as { format?: { schema: JsonValue } } | undefined)?.format ?? sent['output_format']
    const schema = (format as { schema: JsonValue } | undefined)?.schema
    const tool = (sent['tools'] as { name: string; input_schema: JsonValue }[] | undefined)?.[0]
    const system = sent['system'] === undefined ? [] : [{ role: 'system', content: sent['system'] }]
    return {
      model: sent.model,
      messages: [...system, ...sent.messages].map(({ role, content }) => ({ role, text: textOf(content) })),
      output:
        schema === undefined
          ? tool && { mode: 'tool', name: tool.name, schema: withoutDialect(tool.input_schema) }
          : { mode: 'native', schema: withoutDialect(schema) },
      maxOutputTokens: numberIn(sent, 'max_tokens'),
      temperature: numberIn(sent, 'temperature'),
    }
  },
})

const googleReasons: Partial<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
  error: 'MALFORMED_FUNCTION_CALL',
  other: 'A_NEW_REASON',
}

export const googleServer: AdapterServer = {
  start: startFakeGoogle,
  counts: ['cachedInputTokens', 'reasoningTokens'],
  reply({ text, byTool, finishReason, usage }): GoogleReply | undefined {
    const reason = googleReasons[finishReason]
    if (reason === undefined) return undefined
    return {
      ...(byTool ? { toolInput: JSON.parse(text) as JsonObject } : { text, finishReason: reason }),
      usage: usage && {
        promptTokenCount: usage.inputTokens,
        cachedContentTokenCount: usage.cachedInputTokens,
        // What was thought stands beside what was said.
        candidatesTokenCount: (usage.outputTokens ?? 0) - (usage.reasoningTokens ?? 0),
        thoughtsTokenCount: usage.reasoningTokens,
      },
    }
  },
  error: ({ status, kind, message, parameter }): GoogleReply | undefined => {
    // Google has one answer for a quota of the minute and for one that is used up.
    if (kind === 'quota') return undefined
    const said = parameter === 'output' ? message.replace('output', 'generation_config.response_json_schema') : message
    return { status, error: { message: said } }
  },
  read({ body, path }) {
    const sent = body as {
      systemInstruction?: { parts: { text: string }[] }
      contents: { role: string; parts: { text: string }[] }[]
      generationConfig?: Readonly<Record<string, unknown>>
      tools?: { functionDeclarations: { name: string; parameters?: JsonValue; parametersJsonSchema?: JsonValue }[] }[]
    }
    const config = sent.generationConfig ?? {}
    const schema = (config['responseJsonSchema'] ?? config['responseSchema']) as JsonValue | undefined
    const tool = sent.tools?.[0]?.functionDeclarations[0]
    const system = sent.systemInstruction === undefined ? [] : [{ role: 'system', parts: sent.systemInstruction.parts }]
    return {
      model: /\/models\/([^/:]+):/.exec(path)?.[1] ?? '',
      messages: [...system, ...sent.contents].map(({ role, parts }) => ({
        role: role === 'model' ? 'assistant' : role,
        text: textOf(parts),
      })),
      output:
        schema === undefined
          ? tool && { mode: 'tool', name: tool.name, schema: withoutDialect(tool.parametersJsonSchema ?? tool.parameters ?? null) }
          : { mode: 'native', schema: withoutDialect(schema) },
      maxOutputTokens: numberIn(config, 'maxOutputTokens'),
      temperature: numberIn(config, 'temperature'),
      seed: numberIn(config, 'seed'),
    }
  },
}
