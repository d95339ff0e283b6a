import { AssayError, type LLMCall, type LLMCapabilities, type OutputMode } from '@assay/core'
import { chosenFor, createTextCleaner, definedOf, textOfParts } from '@assay/provider-kit'
import type { ChatRequest } from 'ollama'
import type { OllamaModelOptions } from './model-options.ts'
import { measurePrompt, type PromptSize } from './prompt-size.ts'

/** A streamed chat. The last two fields are newer than the SDK's types; older servers ignore them. */
export type OllamaRequest = ChatRequest & {
  readonly stream: true
  /** The server refuses a prompt that does not fit, instead of truncating it. */
  readonly truncate: false
  /** A reply that fills the window ends, instead of pushing the prompt out of it. */
  readonly shift: false
}

export type BuiltRequest = {
  /** Without `num_ctx`. */
  readonly request: OllamaRequest
  readonly size: PromptSize
  /** Tokens to keep free for the reply. */
  readonly replyTokens: number
  readonly warnings: readonly string[]
}

/** Room for a reply of unknown length, thinking included. */
const REPLY_TOKENS = 4096

/**
 * Builds the request for one call.
 *
 * @throws AssayError `unsupported_parameter` for output by tool, which Ollama cannot force.
 */
export function buildRequest(
  call: LLMCall,
  { modelId, capabilities, options }: { modelId: string; capabilities: LLMCapabilities; options: OllamaModelOptions },
): BuiltRequest {
  const cleaner = createTextCleaner()
  const messages = call.messages.map((message) => ({ role: message.role, content: cleaner.clean(textOfParts(message)) }))
  const { outputMode, maxOutputTokens, temperature, seed } = chosenFor(call, options, capabilities)
  const request: OllamaRequest = {
    model: modelId,
    messages,
    stream: true,
    truncate: false,
    shift: false,
    ...formatOf(call, outputMode, modelId),
    ...definedOf({ think: options.think, keep_alive: options.keepAlive }),
    options: { ...options.options, ...definedOf({ temperature, seed, num_predict: maxOutputTokens }) },
  }
  const size = measurePrompt(messages.map(({ content }) => content))
  return { request, size, replyTokens: maxOutputTokens ?? REPLY_TOKENS, warnings: cleaner.warnings() }
}

function formatOf({ output }: LLMCall, mode: OutputMode | undefined, modelId: string): { format?: object } {
  if (mode === 'tool') {
    throw new AssayError({
      kind: 'unsupported_parameter',
      parameter: 'output',
      provider: 'ollama',
      modelId,
      message: `ollama:${modelId} cannot be forced to call a tool. Request output in mode "native" or "prompt".`,
    })
  }
  return output === undefined || mode === 'prompt' ? {} : { format: output.schema }
}
