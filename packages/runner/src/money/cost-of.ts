import type { Usage } from '@assay/core'
import type { PriceList } from './price-list.ts'
import type { TokenPrices } from './price.ts'

const PRICED_TOKENS = 1_000_000

/** Whose tokens are priced: an adapter, or as much of it as prices go by. */
export type PricedAdapter = { readonly provider: string; readonly modelId: string }

/**
 * What a usage cost, in US dollars. `null` where the price or a token count that it needs is unknown; nothing asked costs 0. Where a
 * price depends on the length of a prompt, a sum over several calls that could hold a long one is unknown too: add call by call.
 */
export function costOf(usage: Usage, adapter: PricedAdapter, prices: PriceList, o: { readonly batch?: boolean } = {}): number | null {
  if (usage.calls === 0) return 0
  const price = prices.find(adapter)
  if (price === undefined || usage.inputTokens === null) return null
  const isLong = price.over !== undefined && usage.inputTokens > price.over.promptTokens
  if (isLong && usage.calls > 1) return null
  const cost = costAt(usage, usage.inputTokens, isLong && price.over !== undefined ? price.over : price)
  if (cost === null || o.batch !== true) return cost
  return price.batch === null ? null : cost * price.batch
}

/** Cached tokens count into `inputTokens`: each kind is moved from the plain price to its own. */
function costAt(usage: Usage, inputTokens: number, { input, cachedRead, cacheWrite, output }: TokenPrices): number | null {
  const read = tokensAt(usage.cachedInputTokens, cachedRead, input)
  const written = tokensAt(usage.cacheWriteTokens, cacheWrite, input)
  const out = output === 0 ? 0 : usage.outputTokens
  if (read === null || written === null || out === null || read + written > inputTokens) return null
  const plain = inputTokens - read - written
  return (plain * input + read * (cachedRead ?? 0) + written * (cacheWrite ?? 0) + out * output) / PRICED_TOKENS
}

/** Tokens to be priced apart: none where they cost what other input does, whether or not they were counted. */
function tokensAt(tokens: number | null, price: number | null, input: number): number | null {
  if (tokens === 0 || price === input) return 0
  return price === null ? null : tokens
}
