/** The price of one million tokens, in US dollars. `null` is an unknown price, never a free one. */
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
  /** By the adapter's name for it: `openai`, `anthropic`, `ollama`, … */
  readonly provider: string
  /**
   * A model id, which also prices its dated snapshots (`gpt-5-mini` prices `gpt-5-mini-2025-08-07`, and never `gpt-5-mini-pro`), or a
   * prefix followed by `*`, which prices every id that continues with `-`, `:` or `@` (`llama3.1*` prices `llama3.1:8b`).
   */
  readonly model: string
  /** The price of all tokens of a call with more prompt tokens than `promptTokens`. */
  readonly over?: TokenPrices & { readonly promptTokens: number }
  /** The price of calls in a batch, as a share of the price. `null` if unknown. */
  readonly batch: number | null
  /** What other service tiers cost, as shares of the price, as in `{ "priority": 2 }`. */
  readonly tiers?: Readonly<Record<string, number>>
  /** Where the price is published, and the day it was read there. */
  readonly source?: string
  readonly date?: string
}
