import type { JsonObject } from './json.ts'
import type { Usage } from './usage.ts'

/** One embedding model behind one function. Like an `LLMAdapter`, it neither retries nor caches. */
export type EmbeddingAdapter = {
  readonly specificationVersion: 'v1'
  readonly provider: string
  readonly modelId: string
  readonly fingerprint: JsonObject
  /** The most texts per request. */
  readonly maxBatch: number
  readonly doEmbed: (texts: readonly string[], options?: { readonly signal?: AbortSignal | undefined }) => PromiseLike<Embedded>
}

/** `vectors[i]` belongs to `texts[i]`. */
export type Embedded = { readonly vectors: readonly (readonly number[])[]; readonly usage: Usage }
