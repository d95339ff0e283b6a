/** What one million tokens cost, in US dollars. `null` is a price nobody has named, never a free one. */
export type TokenPrices = {
  /** Input that was neither read from a cache nor written to one. */
  readonly input: number
  readonly cachedRead: number | null
  readonly cacheWrite: number | null
  /** Reasoning included. */
  readonly output: number
}

/** One row of a price table. */
export type Price = TokenPrices & {
  /** As adapters name it: `openai`, `anthropic`, `ollama`, … */
  readonly provider: string
  /**
   * A model id, which also prices its dated snapshots (`gpt-5-mini` prices `gpt-5-mini-2025-08-07`, and never `gpt-5-mini-pro`), or a
   * beginning with `*` behind it, which prices every id that goes on with `-`, `:` or `@` (`llama3.1*` prices `llama3.1:8b`).
   */
  readonly model: string
  /** What a call with more prompt tokens than `promptTokens` costs, all of its tokens. */
  readonly over?: TokenPrices & { readonly promptTokens: number }
  /** What calls in a batch cost, as a share of the price. `null`: nobody has named one. */
  readonly batch: number | null
  /** Where the price is published, and the day for which it was noted there. */
  readonly source?: string
  readonly date?: string
}
