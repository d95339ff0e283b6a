import type { Embedded, EmbeddingAdapter } from './embedding-adapter.ts'
import type { LLMAdapter, LLMCall, LLMReply } from './llm-adapter.ts'

/**
 * What stands between a metric and an adapter. The metric says what to ask of whom; the runtime decides how: retries, limits,
 * a store, a batch, another machine. Without one a metric uses the direct runtime, which only retries.
 */
export type Runtime = {
  readonly signal?: AbortSignal | undefined
  /**
   * Asks, and reads the reply.
   * @throws AssayError from the adapter or from `read`; `Suspended` where the reply will come later.
   */
  readonly generate: <T>(adapter: LLMAdapter, call: LLMCall, options: GenerateOptions<T>) => Promise<Generated<T>>
  /** Embeds texts in their order, in as many requests as the adapter's `maxBatch` asks for. */
  readonly embed: (adapter: EmbeddingAdapter, texts: readonly string[]) => Promise<Embedded>
}

export type GenerateOptions<T> = {
  /** Turns the reply into a value or throws AssayError. A reply it rejects is never served to another run. */
  readonly read: (reply: LLMReply) => T
  /** Numbers independent draws of the same call (repeat × votes + vote). Default 0. */
  readonly draw?: number
}

export type Generated<T> = {
  readonly value: T
  readonly reply: LLMReply
  /** Requests made for this reply, failed ones included. */
  readonly attempts: number
  /** Of the request that was answered; stored with the reply, so it is the original one. Milliseconds. */
  readonly latencyMs: number | null
  /** The reply came from a store, not from the provider. */
  readonly stored: boolean
}
