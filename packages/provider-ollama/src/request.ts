import { AssayError, type LLMCall, type LLMCapabilities } from '@assay/core'
import { createTextCleaner } from '@assay/provider-kit'
import type { ChatRequest } from 'ollama'
import type { OllamaModelOptions } from './model-options.ts'
import { measurePrompt, type PromptSize } from './prompt-size.ts'

/** A streamed chat. The last two fields are newer than the SDK's types; servers that do not know them ignore them. */
export type OllamaRequest = ChatRequest & {
  readonly stream: true
  /** A prompt that does not fit is refused, not cut. */
  readonly truncate: false
  /** A reply that fills the window ends; the prompt is not shifted out to make room. */
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
 * One call as one request. What the user set for the adapter beats the call, but for the seed: the call's is the user's own, moved
 * on by the draw.
 *
 * @throws AssayError `unsupported_parameter` for output by tool, which Ollama cannot force.
 */
export function buildRequest(
  call: LLMCall,
  { modelId, capabilities, options }: { modelId: string; capabilities: LLMCapabilities; options: OllamaModelOptions },
): BuiltRequest {
  const cleaner = createTextCleaner()
  const messages = call.messages.map(({ role, parts }) => ({ role, content: cleaner.clean(parts.map(({ text }) => text).join('')) }))
  const maxOutputTokens = options.maxOutputTokens ?? call.maxOutputTokens
  const temperature = options.temperature ?? call.temperature
  const seed = call.seed ?? options.seed
  const request: OllamaRequest = {
    model: modelId,
    messages,
    stream: true,
    truncate: false,
    shift: false,
    ...formatOf(call, capabilities, modelId),
    ...(options.think === undefined ? {} : { think: options.think }),
    ...(options.keepAlive === undefined ? {} : { keep_alive: options.keepAlive }),
    options: {
      ...options.options,
      ...(temperature === undefined ? {} : { temperature }),
      ...(seed === undefined ? {} : { seed }),
      ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }),
    },
  }
  const size = measurePrompt(messages.map(({ content }) => content))
  return { request, size, replyTokens: maxOutputTokens ?? REPLY_TOKENS, warnings: cleaner.warnings() }
}

function formatOf({ output }: LLMCall, capabilities: LLMCapabilities, modelId: string): { format?: object } {
  const mode = output === undefined ? undefined : (output.mode ?? capabilities.structuredOutput)
  if (mode === 'tool') {
    throw new AssayError({
      kind: 'unsupported_parameter',
      parameter: 'output',
      provider: 'ollama',
      modelId,
      message: `ollama:${modelId} cannot be forced to call a tool. Ask for output in mode "native" or "prompt".`,
    })
  }
  return output === undefined || mode === 'prompt' ? {} : { format: output.schema }
}
