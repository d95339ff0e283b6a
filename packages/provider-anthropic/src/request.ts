import type { JsonObject, LLMCall, LLMCapabilities, OutputMode } from '@assay/core'
import type { MessageCreateParamsNonStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { chosenFor, createTextCleaner, definedOf, isRecord } from '@assay/provider-kit'
import type { AnthropicModelOptions } from './model-options.ts'
import { limitMarks, textBlocks } from './text-blocks.ts'

/** Older models accept a temperature, which the SDK's types no longer have. */
type Body = MessageCreateParamsNonStreaming & { readonly temperature?: number }

export type BuiltRequest = {
  readonly body: Body
  /** How the schema is enforced; `undefined` if the call has none. */
  readonly outputMode: OutputMode | undefined
  readonly warnings: readonly string[]
}

/** The limit for calls without one: enough for an answer and some thinking, and accepted by every current model. */
const DEFAULT_OUTPUT_TOKENS = 16_384

/** Builds the request for one call. At most four `cache` marks are sent, the last ones. */
export function buildRequest(
  call: LLMCall,
  {
    modelId,
    capabilities,
    options,
    serviceTier,
  }: { modelId: string; capabilities: LLMCapabilities; options: AnthropicModelOptions; serviceTier?: string | undefined },
): BuiltRequest {
  const cleaner = createTextCleaner()
  const system = call.messages.flatMap(({ role, parts }) => (role === 'system' ? textBlocks(parts, cleaner.clean) : []))
  const messages = call.messages.flatMap(({ role, parts }) =>
    role === 'system' ? [] : [{ role, content: textBlocks(parts, cleaner.clean) }],
  )
  limitMarks([...system, ...messages.flatMap(({ content }) => content)])
  const shownSystem = system.filter(({ text }) => text.trim() !== '')
  const { outputMode, temperature } = chosenFor(call, options, capabilities)
  const { outputLimit = DEFAULT_OUTPUT_TOKENS } = capabilities
  const unlimited = Math.min(DEFAULT_OUTPUT_TOKENS, outputLimit === false ? DEFAULT_OUTPUT_TOKENS : outputLimit)
  const body: Body = {
    ...options.extraBody,
    model: modelId,
    max_tokens: options.maxOutputTokens ?? (call.maxOutputTokens ?? unlimited) + thinkingBudget(options),
    ...(shownSystem.length === 0 ? {} : { system: shownSystem }),
    messages: messages satisfies MessageParam[],
    ...outputFields(call, outputMode, options.extraBody),
    ...definedOf({
      thinking: options.thinking,
      temperature,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the capabilities of the model
      service_tier: serviceTier as Body['service_tier'] & string,
    }),
  }
  return { body, outputMode, warnings: cleaner.warnings() }
}

/** The tokens to add to the limit, which includes thinking; a metric sizes only the answer. */
function thinkingBudget({ thinking }: AnthropicModelOptions): number {
  return thinking?.type === 'enabled' ? thinking.budget_tokens : 0
}

type OutputFields = Pick<Body, 'output_config' | 'tools' | 'tool_choice'>

function outputFields({ output }: LLMCall, mode: OutputMode | undefined, extraBody: JsonObject = {}): OutputFields {
  if (output === undefined) return {}
  const { name, schema } = output
  const config = extraBody['output_config']
  if (mode === 'native') return { output_config: { ...(isRecord(config) ? config : {}), format: { type: 'json_schema', schema } } }
  if (mode !== 'tool') return {}
  return { tools: [{ name, input_schema: { ...schema, type: 'object' } }], tool_choice: { type: 'tool', name } }
}
