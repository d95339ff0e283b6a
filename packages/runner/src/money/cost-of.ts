import type { Usage } from '@assay/core'
import { type Cost, costOfAmount, noCost } from './cost.ts'
import type { PriceList } from './price-list.ts'
import type { Price, TokenPrices } from './price.ts'

const PRICED_TOKENS = 1_000_000

/** Whose tokens are priced: an adapter, or as much of it as prices go by. */
export type PricedAdapter = { readonly provider: string; readonly modelId: string }

/** What a call can have taken at most; `null` where nothing limits it. */
export type MostTokens = { readonly inputTokens: number; readonly outputTokens: number | null }

export type CostOptions = {
  readonly batch?: boolean | undefined
  /** Asked for where a count of tokens is unknown. */
  readonly most?: (() => MostTokens) | undefined
}

/**
 * What a usage cost, in US dollars. Nothing asked costs 0. What the usage does not tell is counted at the highest price that it can have,
 * and the cost is then a bound: input as uncached, or as written to a cache where that is dearer; missing counts by `most`. It is a
 * bound, too, where a price depends on the length of a prompt and several calls are summed: add call by call. `null` where a price is
 * unknown, or a count that neither the usage nor `most` gives.
 */
export function costOf(usage: Usage, adapter: PricedAdapter, prices: PriceList, { batch, most }: CostOptions = {}): Cost {
  if (usage.calls === 0) return noCost
  const price = prices.find(adapter)
  const share = batch === true ? price?.batch : 1
  if (price === undefined || share === undefined || share === null) return { cost: null }
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

type Part = { readonly amount: number; readonly isBound: boolean }

/** Tokens of the prompt by kind; `null` is unknown, and stands in `rest`. */
type Taken = { readonly read: number | null; readonly written: number | null; readonly rest: number; readonly isBound: boolean }

function takenTokens(
  { inputTokens, cachedInputTokens: read, cacheWriteTokens: written }: Usage,
  most: CostOptions['most'],
): Taken | undefined {
  const input = inputTokens ?? most?.().inputTokens
  if (input === undefined) return undefined
  const apart = (read ?? 0) + (written ?? 0)
  // More tokens of a cache than there are tokens: whoever counts so may mean them to be added.
  const isContradiction = apart > input
  return { read, written, rest: isContradiction ? input : input - apart, isBound: inputTokens === null || isContradiction }
}

/** The rates for a prompt of this length; where its length is not certain, the dearer one of each kind. */
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

/** `undefined` where writing to a cache has no known price, and may have been. Reading from one is never dearer than other input. */
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
