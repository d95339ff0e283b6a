import type { JsonObject, JsonSchema } from './json.ts'
import type { Usage } from './usage.ts'

/**
 * One judge model behind one function. An adapter maps one call to one request, and one response to one reply. It does not retry, parse
 * JSON, cache, log or hold state; the runtime and the judge package do.
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
  readonly doGenerate: (call: LLMCall, options?: LLMRequestOptions) => PromiseLike<LLMReply>
}

/** How a call is sent. No part of it changes the reply, so none is in the key of a call. */
export type LLMRequestOptions = {
  readonly signal?: AbortSignal | undefined
  /** One of `capabilities.serviceTiers`: how fast, and at what price, the provider is to answer. */
  readonly serviceTier?: string | undefined
}

/** How a reply is held to a schema: by the server, by a forced tool call, or only by the messages. */
export type OutputMode = 'native' | 'tool' | 'prompt'

export type LLMCapabilities = {
  /** The strongest output mode that the model accepts. If a server refuses it, the prompt requests JSON. */
  readonly structuredOutput: OutputMode
  readonly temperature: boolean
  readonly seed: boolean
  /** Whether `cache` marks on message parts save anything. Default false. */
  readonly promptCache?: boolean
  /** Largest prompt plus reply, in tokens, if known. A limit of output tokens that Assay chose is lowered to fit. */
  readonly contextWindow?: number
  /** The largest accepted limit of output tokens; `false` if none is accepted. Default: any. */
  readonly outputLimit?: number | false
  /** The service tiers that can be requested, as the provider names them. Default none. */
  readonly serviceTiers?: readonly string[]
  /** Whether a request without such a limit is refused. Default false. */
  readonly needsOutputLimit?: boolean
  /** Whether messages of the role `system` are accepted. Default true. If not, their text is put before the first question. */
  readonly systemRole?: boolean
}

/** Pure JSON: it is hashed, stored, batched and sent to workers. */
export type LLMCall = {
  readonly messages: readonly LLMMessage[]
  /** The reply must be one JSON value of this schema. In mode `prompt` only the messages request it, and no schema is sent. */
  readonly output?: { readonly name: string; readonly schema: JsonSchema; readonly mode?: OutputMode }
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly seed?: number
  /** Values that Assay chose, not the user: they may be dropped if a provider refuses them. Neither sent nor hashed. */
  readonly droppable?: readonly ('temperature' | 'seed')[]
}

export type LLMMessage = {
  readonly role: 'system' | 'user' | 'assistant'
  /** Joined without a separator. `cache` requests that the provider caches the prompt up to the end of this part. */
  readonly parts: readonly { readonly text: string; readonly cache?: true }[]
}

export type FinishReason = 'stop' | 'length' | 'refusal' | 'content_filter' | 'error' | 'other'

export type LLMReply = {
  readonly text: string
  readonly finishReason: FinishReason
  readonly usage: Usage
  /** The model that answered, by the server's name for it. */
  readonly modelId?: string
  readonly requestId?: string
  /** The service tier that answered, as the server names it. It decides the price. */
  readonly serviceTier?: string
  readonly warnings?: readonly string[]
  /** What the runtime left out or changed because the server had refused it. Adapters leave it out. */
  readonly givenUp?: GivenUp
}

/** Parts of a call that a server refused and that Assay chose, not the user. */
export type GivenUp = {
  /** The output mode: only the prompt requested JSON. */
  readonly output?: true
  /** The limit that was sent instead of a larger one, or `none`. */
  readonly maxOutputTokens?: number | 'none'
  readonly temperature?: true
  readonly seed?: true
  /** The role: its text was put before the first question. */
  readonly system?: true
}
