import type { LLMCall, OutputMode } from '@assay/core'
import { chosenFor, createTextCleaner, definedOf, textOfParts } from '@assay/provider-kit'
import type { AiSdkModelOptions } from './model-options.ts'

export type BuiltRequest = {
  /** What `doGenerate` takes, but for the signal. What is not set is left out: some packages read `undefined` as a value. */
  readonly options: Readonly<Record<string, unknown>>
  readonly outputMode: OutputMode | undefined
  readonly warnings: readonly string[]
}

/** One call in the terms of the AI SDK. */
export function buildRequest(call: LLMCall, options: AiSdkModelOptions, structuredOutput: OutputMode): BuiltRequest {
  const cleaner = createTextCleaner()
  const prompt = call.messages.map((message) => {
    const text = cleaner.clean(textOfParts(message))
    return message.role === 'system' ? { role: message.role, content: text } : { role: message.role, content: [{ type: 'text', text }] }
  })
  const { outputMode, ...chosen } = chosenFor(call, options, { structuredOutput })
  const { reasoning, providerOptions } = options
  return {
    options: { prompt, ...outputFields(call, outputMode), ...definedOf({ ...chosen, reasoning, providerOptions }) },
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
