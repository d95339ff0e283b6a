import type { LLMCall, OutputMode } from '@assay/core'
import { createTextCleaner } from '@assay/provider-kit'
import type { AiSdkModelOptions } from './model-options.ts'

export type BuiltRequest = {
  /** The options of `doGenerate`, without the signal. Options that are not set are omitted: some packages treat `undefined` as a value. */
  readonly options: Readonly<Record<string, unknown>>
  readonly outputMode: OutputMode | undefined
  readonly warnings: readonly string[]
}

/**
 * Converts a call to the format of the AI SDK. Options of the adapter override the call, except the seed: that of the call is the user's
 * seed, offset by the draw.
 */
export function buildRequest(call: LLMCall, options: AiSdkModelOptions, structuredOutput: OutputMode): BuiltRequest {
  const cleaner = createTextCleaner()
  const prompt = call.messages.map(({ role, parts }) => {
    const text = cleaner.clean(parts.map((part) => part.text).join(''))
    return role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] }
  })
  const outputMode = call.output === undefined ? undefined : (call.output.mode ?? structuredOutput)
  const given = {
    maxOutputTokens: options.maxOutputTokens ?? call.maxOutputTokens,
    temperature: options.temperature ?? call.temperature,
    seed: call.seed ?? options.seed,
    reasoning: options.reasoning,
    providerOptions: options.providerOptions,
  }
  return {
    options: {
      prompt,
      ...outputFields(call, outputMode),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    },
    outputMode,
    warnings: cleaner.warnings(),
  }
}

function outputFields({ output }: LLMCall, mode: OutputMode | undefined): Readonly<Record<string, unknown>> {
  if (output === undefined) return {}
  const { name, schema } = output
  if (mode === 'native') return { responseFormat: { type: 'json', schema, name } }
  if (mode !== 'tool') return {}
  return { tools: [{ type: 'function', name, inputSchema: schema }], toolChoice: { type: 'tool', toolName: name } }
}
