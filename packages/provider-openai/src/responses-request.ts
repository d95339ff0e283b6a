import type { JsonObject, LLMCall, OutputMode } from '@assay/core'
import { chosenFor, createTextCleaner, definedOf, isRecord, textOfParts } from '@assay/provider-kit'
import type { EasyInputMessage, ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import type { BuiltRequest, RequestedModel } from './request.ts'

/** Builds the request for one call to the Responses API. Nothing is stored at the server. */
export function buildResponsesRequest(
  call: LLMCall,
  { modelId, capabilities, options, serviceTier }: RequestedModel,
): BuiltRequest<ResponseCreateParamsNonStreaming> {
  const cleaner = createTextCleaner()
  const input = call.messages.map((message): EasyInputMessage => ({
    role: message.role,
    content: cleaner.clean(textOfParts(message)),
  }))
  const { extraBody, reasoningEffort } = options
  const { outputMode, maxOutputTokens, temperature } = chosenFor(call, options, capabilities)
  const body: ResponseCreateParamsNonStreaming = {
    store: false,
    ...extraBody,
    model: modelId,
    input,
    ...outputFields(call, outputMode, extraBody),
    ...definedOf({
      max_output_tokens: maxOutputTokens,
      temperature,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the capabilities of the model
      service_tier: serviceTier as ResponseCreateParamsNonStreaming['service_tier'] & string,
    }),
    ...(reasoningEffort === undefined ? {} : { reasoning: { ...fieldsOf(extraBody?.['reasoning']), effort: reasoningEffort } }),
  }
  return { body, outputMode, warnings: cleaner.warnings() }
}

type OutputFields = Pick<ResponseCreateParamsNonStreaming, 'text' | 'tools' | 'tool_choice'>

function outputFields({ output }: LLMCall, mode: OutputMode | undefined, extraBody: JsonObject = {}): OutputFields {
  if (output === undefined) return {}
  const { name, schema } = output
  if (mode === 'native') return { text: { ...fieldsOf(extraBody['text']), format: { type: 'json_schema', name, schema, strict: true } } }
  if (mode !== 'tool') return {}
  return { tools: [{ type: 'function', name, parameters: schema, strict: true }], tool_choice: { type: 'function', name } }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}
