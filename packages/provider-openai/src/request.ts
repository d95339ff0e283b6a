import type { LLMCall, OutputMode } from '@assay/core'
import { chosenFor, createTextCleaner, definedOf, textOfParts } from '@assay/provider-kit'
import type { ChatCompletionCreateParamsNonStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { OpenAICapabilities } from './capabilities.ts'
import type { OpenAIModelOptions } from './model-options.ts'

/** What the reader of a reply needs to know of its request. */
export type RequestInfo = {
  /** How the schema is enforced; `undefined` if the call has none. */
  readonly outputMode: OutputMode | undefined
  readonly warnings: readonly string[]
}

export type BuiltRequest<Body> = RequestInfo & { readonly body: Body }

export type RequestedModel = {
  readonly modelId: string
  readonly capabilities: OpenAICapabilities
  readonly options: OpenAIModelOptions
  readonly serviceTier?: string | undefined
}

/** Builds the request for one call. */
export function buildRequest(
  call: LLMCall,
  { modelId, capabilities, options, serviceTier }: RequestedModel,
): BuiltRequest<ChatCompletionCreateParamsNonStreaming> {
  const cleaner = createTextCleaner()
  const messages = call.messages.map((message): ChatCompletionMessageParam => ({
    role: message.role,
    content: cleaner.clean(textOfParts(message)),
  }))
  const { outputMode, maxOutputTokens, temperature, seed } = chosenFor(call, options, capabilities)
  const body: ChatCompletionCreateParamsNonStreaming = {
    ...options.extraBody,
    model: modelId,
    messages,
    ...outputFields(call, outputMode),
    ...definedOf({
      [capabilities.maxTokensParameter]: maxOutputTokens,
      temperature,
      [capabilities.seedParameter]: seed,
      reasoning_effort: options.reasoningEffort,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the capabilities of the model
      service_tier: serviceTier as ChatCompletionCreateParamsNonStreaming['service_tier'] & string,
    }),
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
