import type { Usage } from '@assay/core'
import { type Cost, costOfAmount, noCost } from './cost.ts'
import type { PriceList } from './price-list.ts'
import type { Price, TokenPrices } from './price.ts'

const PRICED_TOKENS = 1_000_000

/** The part of an adapter that prices depend on. */
export type PricedAdapter = {
  readonly provider: string
  readonly modelId: string
  /** The service tier that answered, or is requested. Default: the normal one. */
  readonly serviceTier?: string | undefined
}

/** The most that a call can have used; `null` if there is no limit. */
export type MostTokens = { readonly inputTokens: number; readonly outputTokens: number | null }

export type CostOptions = {
  /** Called if a token count is unknown. */
  readonly most?: (() => MostTokens) | undefined
}

/**
 * What a usage cost, in US dollars. No call costs 0. Unknown parts are counted at their highest possible price, and the cost is then a
 * bound: input as uncached, or as a cache write if that costs more; missing counts by `most`. It is also a bound if a price depends on
 * the length of a prompt and several calls are summed: add call by call. `null` if a price is unknown, or a count that neither the usage
 * nor `most` gives.
 */
export function costOf(usage: Usage, adapter: PricedAdapter, prices: PriceList, { most }: CostOptions = {}): Cost {
  if (usage.calls === 0) return noCost
  const price = prices.find(adapter)
  const share = price === undefined ? null : shareOf(price, adapter.serviceTier)
  if (price === undefined || share === null) return { cost: null }
  if (isFree(price)) return noCost
  const taken = takenTokens(usage, most)
  if (taken === undefined) return { cost: null }
  const { rates, isCertain } = ratesFor(taken, usage.calls, price)
  const input = inputCost(taken, rates)
  const output = outputCost(usage.outputTokens, rates.output, most)
  if (input === undefined || output === undefined) return { cost: null }
  const isBound = !isCertain || taken.isBound || input.isBound || output.isBound
  return costOfAmount((share * (input.amount + output.amount)) / PRICED_TOKENS, isBound)
}

/** Names of the tier that the price list is for. */
const NORMAL_TIERS: ReadonlySet<string> = new Set(['default', 'standard', 'auto', 'standard_only'])

/** What a service tier costs, as a share of the normal price; `null` if nobody has named a price. OpenAI's `flex` costs what a batch costs. */
function shareOf(price: Price, tier: string | undefined): number | null {
  if (tier === undefined || NORMAL_TIERS.has(tier)) return 1
  if (tier === 'batch' || tier === 'flex') return price.batch
  return price.tiers?.[tier] ?? null
}

type Part = { readonly amount: number; readonly isBound: boolean }

/** Tokens of the prompt by kind; `null` is unknown, and is included in `rest`. */
type Taken = { readonly read: number | null; readonly written: number | null; readonly rest: number; readonly isBound: boolean }

function takenTokens(
  { inputTokens, cachedInputTokens: read, cacheWriteTokens: written }: Usage,
  most: CostOptions['most'],
): Taken | undefined {
  const input = inputTokens ?? most?.().inputTokens
  if (input === undefined) return undefined
  const apart = (read ?? 0) + (written ?? 0)
  // More cache tokens than tokens in total: such a server may mean them to be added.
  const isContradiction = apart > input
  return { read, written, rest: isContradiction ? input : input - apart, isBound: inputTokens === null || isContradiction }
}

/** The rates for a prompt of this length; if its length is uncertain, the higher rate of each kind. */
function ratesFor(taken: Taken, calls: number, price: Price): { readonly rates: TokenPrices; readonly isCertain: boolean } {
  const { over } = price
  const plain = ratesOf(price)
  const promptTokens = taken.rest + (taken.read ?? 0) + (taken.written ?? 0)
  if (over === undefined || promptTokens <= over.promptTokens) return { rates: plain, isCertain: true }
  if (calls === 1 && !taken.isBound) return { rates: ratesOf(over), isCertain: true }
  const dearer = (kind: keyof TokenPrices): number | null =>
    plain[kind] === null || over[kind] === null ? null : Math.max(plain[kind], over[kind])
  const [input, output] = [Math.max(plain.input, over.input), Math.max(plain.output, over.output)]
  return { rates: { input, cachedRead: dearer('cachedRead'), cacheWrite: dearer('cacheWrite'), output }, isCertain: false }
}

function isFree({ over, ...plain }: Price): boolean {
  return [plain, ...(over === undefined ? [] : [over])].every((rates) => Object.values(ratesOf(rates)).every((rate) => rate === 0))
}

function ratesOf({ input, cachedRead, cacheWrite, output }: TokenPrices): TokenPrices {
  return { input, cachedRead, cacheWrite, output }
}

/** `undefined` if there may have been a cache write without a known price. A cache read never costs more than other input. */
function inputCost({ read, written, rest }: Taken, { input, cachedRead, cacheWrite }: TokenPrices): Part | undefined {
  if ((written ?? rest) > 0 && cacheWrite === null) return undefined
  const unknown = rest === 0 ? [] : [...(read === null ? [cachedRead ?? 0] : []), ...(written === null ? [cacheWrite ?? 0] : [])]
  const amount = rest * Math.max(input, ...unknown) + (read ?? 0) * (cachedRead ?? input) + (written ?? 0) * (cacheWrite ?? 0)
  return { amount, isBound: unknown.some((rate) => rate !== input) || ((read ?? 0) > 0 && cachedRead === null) }
}

function outputCost(outputTokens: number | null, rate: number, most: CostOptions['most']): Part | undefined {
  if (rate === 0) return { amount: 0, isBound: false }
  const tokens = outputTokens ?? most?.().outputTokens ?? undefined
  return tokens === undefined ? undefined : { amount: tokens * rate, isBound: outputTokens === null }
}
