import type { LLMCall, OutputMode } from '@assay/core'
import { createTextCleaner } from '@assay/provider-kit'
import type { ChatCompletionCreateParamsNonStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { OpenAICapabilities } from './capabilities.ts'
import type { OpenAIModelOptions } from './model-options.ts'

/** What is known of a request when its reply is read. */
export type Asked = {
  /** How the reply is held to a schema; `undefined` where none was asked for. */
  readonly outputMode: OutputMode | undefined
  readonly warnings: readonly string[]
}

export type BuiltRequest<Body> = Asked & { readonly body: Body }

/**
 * One call as one request. What the user set for the adapter beats the call, but for the seed: the call's is the user's own, moved
 * on by the draw.
 */
export function buildRequest(
  call: LLMCall,
  { modelId, capabilities, options }: { modelId: string; capabilities: OpenAICapabilities; options: OpenAIModelOptions },
): BuiltRequest<ChatCompletionCreateParamsNonStreaming> {
  const cleaner = createTextCleaner()
  const messages = call.messages.map(({ role, parts }): ChatCompletionMessageParam => ({
    role,
    content: cleaner.clean(parts.map(({ text }) => text).join('')),
  }))
  const outputMode = call.output === undefined ? undefined : (call.output.mode ?? capabilities.structuredOutput)
  const maxOutputTokens = options.maxOutputTokens ?? call.maxOutputTokens
  const temperature = options.temperature ?? call.temperature
  const seed = call.seed ?? options.seed
  const body: ChatCompletionCreateParamsNonStreaming = {
    ...options.extraBody,
    model: modelId,
    messages,
    ...outputFields(call, outputMode),
    ...(maxOutputTokens === undefined ? {} : { [capabilities.maxTokensParameter]: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { [capabilities.seedParameter]: seed }),
    ...(options.reasoningEffort === undefined ? {} : { reasoning_effort: options.reasoningEffort }),
  }
  return { body, outputMode, warnings: cleaner.warnings() }
}

type OutputFields = Pick<ChatCompletionCreateParamsNonStreaming, 'response_format' | 'tools' | 'tool_choice'>

function outputFields({ output }: LLMCall, mode: OutputMode | undefined): OutputFields {
  if (output === undefined) return {}
  const { name, schema } = output
  if (mode === 'native') return { response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } } }
  if (mode !== 'tool') return {}
  return {
    tools: [{ type: 'function', function: { name, parameters: schema, strict: true } }],
    tool_choice: { type: 'function', function: { name } },
  }
}
