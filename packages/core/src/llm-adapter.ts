import type { JsonObject, JsonSchema } from './json.ts'
import type { Usage } from './usage.ts'

/**
 * One judge model behind one function. An adapter maps one call to one request and one response to one reply. It does not
 * retry, parse JSON, cache, log or remember; the runtime and the judge package do.
 */
export type LLMAdapter = {
  readonly specificationVersion: 'v1'
  /** The vendor or server, as in `openai`. */
  readonly provider: string
  readonly modelId: string
  readonly capabilities: LLMCapabilities
  /** All that can change a reply besides the call: base URL without credentials, model, extra parameters. Never a secret. */
  readonly fingerprint: JsonObject
  /** @throws AssayError with the kind of failure; `unsupported_parameter` names the refused field of the call. */
  readonly doGenerate: (call: LLMCall, options?: { readonly signal?: AbortSignal | undefined }) => PromiseLike<LLMReply>
}

/** How a reply is held to a schema: by the server, by a forced tool call, or only by what the messages ask for. */
export type OutputMode = 'native' | 'tool' | 'prompt'

export type LLMCapabilities = {
  /** The strongest output mode the model is known to take; a refused one falls back. */
  readonly structuredOutput: OutputMode
  /** Whether a forced tool call can stand in where `native` is refused. Default false. */
  readonly toolOutput?: boolean
  readonly temperature: boolean
  readonly seed: boolean
  /** Whether `cache` marks on message parts save anything. Default false. */
  readonly promptCache?: boolean
  /** Largest prompt plus reply, in tokens, where known. */
  readonly contextWindow?: number
}

/** Pure JSON: it is what is hashed, stored, batched and sent to a worker. */
export type LLMCall = {
  readonly messages: readonly LLMMessage[]
  /** The reply is to be one JSON value of this schema. In mode `prompt` the messages alone ask for it, and nothing is sent. */
  readonly output?: { readonly name: string; readonly schema: JsonSchema; readonly mode?: OutputMode }
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly seed?: number
  /** Values that Assay chose, not the user: they may be dropped where a provider refuses them. Neither sent nor hashed. */
  readonly droppable?: readonly ('temperature' | 'seed')[]
}

export type LLMMessage = {
  readonly role: 'system' | 'user' | 'assistant'
  /** Joined without a separator. `cache` asks a provider to keep the prompt up to the end of this part. */
  readonly parts: readonly { readonly text: string; readonly cache?: true }[]
}

export type FinishReason = 'stop' | 'length' | 'refusal' | 'content_filter' | 'error' | 'other'

export type LLMReply = {
  readonly text: string
  readonly finishReason: FinishReason
  readonly usage: Usage
  /** The model that answered, as the server names it. */
  readonly modelId?: string
  readonly requestId?: string
  readonly warnings?: readonly string[]
}
