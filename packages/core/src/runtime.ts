import type { Embedded, EmbeddingAdapter } from './embedding-adapter.ts'
import type { LLMAdapter, LLMCall, LLMReply } from './llm-adapter.ts'

/**
 * The layer between a metric and an adapter. The metric decides which call goes to which model; the runtime decides how: retries, limits,
 * a store, a batch, another machine. Without one, a metric uses the direct runtime, which only retries.
 */
export type Runtime = {
  readonly signal?: AbortSignal | undefined
  /**
   * Sends a call and reads the reply.
   * @throws AssayError from the adapter or from `read`; `Suspended` if the reply will arrive later.
   */
  readonly generate: <T>(adapter: LLMAdapter, call: LLMCall, options: GenerateOptions<T>) => Promise<Generated<T>>
  /** Embeds texts in their order, in as many requests as the adapter's `maxBatch` requires. */
  readonly embed: (adapter: EmbeddingAdapter, texts: readonly string[]) => Promise<Embedded>
}

export type GenerateOptions<T> = {
  /** Turns the reply into a value or throws AssayError. A reply that it rejects is never served to another run. */
  readonly read: (reply: LLMReply) => T
  /** Numbers independent draws of the same call (repeat × votes + vote). Default 0. */
  readonly draw?: number
}

export type Generated<T> = {
  readonly value: T
  readonly reply: LLMReply
  /** Requests made for this reply, failed ones included. */
  readonly attempts: number
  /** Duration of the successful request, in milliseconds. It is stored with the reply, so a cached reply has the original one. */
  readonly latencyMs: number | null
  /** The reply was read from a store. */
  readonly stored: boolean
}
