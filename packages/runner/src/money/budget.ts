import { AssayError, configError, noUsage, roundedUp, type Usage } from '@assay/core'
import { costOf, type MostTokens, type PricedAdapter } from './cost-of.ts'
import type { PriceList } from './price-list.ts'

export type BudgetLimits = {
  /** US dollars. Every model in use needs a price. */
  readonly usd?: number | undefined
  /** Input and output together. */
  readonly tokens?: number | undefined
}

/** The expected usage of a call. */
export type CallEstimate = {
  readonly inputTokens: number
  readonly outputTokens: number
  /** The part of the input that a provider may write to its cache. Default: all of it. */
  readonly cacheWriteTokens?: number | null | undefined
}

/** Called if a reply does not report its usage. */
type Most = (() => MostTokens) | undefined

export type Reservation = {
  /**
   * Replaces the reservation by the usage of the reply. Unknown usage is counted at its maximum; without a maximum the reservation stays.
   * Call it once.
   */
  readonly settle: (usage: Usage, most?: Most, serviceTier?: string) => void
}

export type Budget = {
  /** @throws AssayError `config` for a model without a known price, if there is a limit in dollars. Call it before the first call. */
  readonly check: (adapter: PricedAdapter) => void
  /**
   * Reserves the expected usage of a call. A call that was not made, or cost nothing, is settled with `noUsage`.
   * @throws AssayError `budget` if a limit is reached, or would be passed if all calls in flight used what is expected.
   */
  readonly reserve: (adapter: PricedAdapter, estimate: CallEstimate) => Reservation
  /** Counts spending without a reservation: of the earlier part of a resumed run, or of a retried request. */
  readonly add: (adapter: PricedAdapter, usage: Usage, most?: Most) => void
  /** Why no further call is allowed; `undefined` while calls are allowed. */
  readonly refusal: () => AssayError | undefined
  readonly spent: () => Spent
}

type Amount = { readonly usd: number; readonly tokens: number }
/** `isBound`: whether some of it was not counted, and is included at its maximum. */
type Spent = Amount & { readonly isBound: { readonly usd: boolean; readonly tokens: boolean } }

/**
 * A limit on spending. Calls in flight are not interrupted, so it can be exceeded by as much as they use beyond their estimates.
 * @throws AssayError `config` for an invalid limit.
 */
export function createBudget(limits: BudgetLimits, prices: PriceList): Budget {
  for (const [name, limit] of Object.entries(limits)) {
    if (limit !== undefined && !(Number.isFinite(limit) && limit >= 0))
      throw configError(`The budget's ${name} is ${limit}; it must be a number of 0 or more.`)
  }
  let spent: Spent = NOTHING
  const inFlight = new Set<Amount>()
  let refusal: AssayError | undefined

  function check(adapter: PricedAdapter): void {
    if (limits.usd === undefined) return
    const price = prices.find(adapter)
    if (price === undefined || costOf(NO_TOKENS, adapter, prices).cost === null) throw unpriced(adapter)
    if (price.cacheWrite === null || price.over?.cacheWrite === null) throw partlyPriced(adapter)
  }

  function refuse(unit: 'usd' | 'tokens', limit: number, next: Amount): void {
    const reserved = Array.from(inFlight).reduce(plus, { usd: 0, tokens: 0 })
    const isReached = spent[unit] >= limit
    if (!isReached && spent[unit] + reserved[unit] + next[unit] <= limit) return
    const error = new AssayError({ kind: 'budget', message: refusalOf(unit, limit, { isReached, spent, reserved, next }), usage: noUsage })
    refusal ??= error
    throw error
  }

  function spend(amount: Spent): void {
    const isBound = { usd: spent.isBound.usd || amount.isBound.usd, tokens: spent.isBound.tokens || amount.isBound.tokens }
    spent = { ...plus(spent, amount), isBound }
  }

  return {
    check,
    reserve(adapter, { inputTokens, outputTokens, cacheWriteTokens = null }) {
      check(adapter)
      const expected: Usage = { calls: 1, inputTokens, cachedInputTokens: 0, cacheWriteTokens, outputTokens, reasoningTokens: 0 }
      const next = amountOf(adapter, expected, prices)
      if (limits.usd !== undefined) refuse('usd', limits.usd, next)
      if (limits.tokens !== undefined) refuse('tokens', limits.tokens, next)
      inFlight.add(next)
      return {
        settle(usage, most, serviceTier) {
          if (inFlight.delete(next)) spend(amountOf({ ...adapter, serviceTier }, usage, prices, { most, otherwise: next }))
        },
      }
    },
    add: (adapter, usage, most) => spend(amountOf(adapter, usage, prices, { most })),
    refusal: () => refusal,
    spent: () => spent,
  }
}

/** Of a request without tokens: its cost is known if the price is. */
const NO_TOKENS: Usage = { ...noUsage, calls: 1 }
const NOTHING: Spent = { usd: 0, tokens: 0, isBound: { usd: false, tokens: false } }

/** Unknown usage counts at its maximum; without a maximum, as `otherwise`. */
function amountOf(
  adapter: PricedAdapter,
  usage: Usage,
  prices: PriceList,
  { most, otherwise = NOTHING }: { readonly most?: Most; readonly otherwise?: Amount } = {},
): Spent {
  if (usage.calls === 0) return { ...NOTHING }
  const { cost, costIsBound = false } = costOf(usage, adapter, prices, { most })
  const input = usage.inputTokens ?? most?.().inputTokens
  const output = usage.outputTokens ?? most?.().outputTokens ?? undefined
  return {
    usd: cost ?? otherwise.usd,
    tokens: input === undefined || output === undefined ? otherwise.tokens : input + output,
    isBound: { usd: costIsBound, tokens: usage.inputTokens === null || usage.outputTokens === null },
  }
}

function plus(a: Amount, b: Amount): Amount {
  return { usd: a.usd + b.usd, tokens: a.tokens + b.tokens }
}

function refusalOf(
  unit: 'usd' | 'tokens',
  limit: number,
  o: { readonly isReached: boolean; readonly spent: Spent; readonly reserved: Amount; readonly next: Amount },
): string {
  const shown = (amount: number): string => (unit === 'usd' ? `$${shownUsd(amount)}` : `${Math.round(amount)} tokens`)
  const spent = `${o.spent.isBound[unit] ? 'at most ' : ''}${shown(o.spent[unit])} are spent`
  const flight = o.reserved[unit] > 0 ? `, about ${shown(o.reserved[unit])} more are in flight` : ''
  const what = o.isReached
    ? `The budget of ${shown(limit)} is spent`
    : `The budget of ${shown(limit)} leaves no room: ${spent}${flight}, and the next call may take about ${shown(o.next[unit])}`
  return `${what}. No further call was made; raise the budget, and resume the run to go on.`
}

function unpriced({ provider, modelId, serviceTier }: PricedAdapter): AssayError {
  const tiers = serviceTier === undefined ? {} : serviceTier === 'flex' ? { batch: 0 } : { tiers: { [serviceTier]: 0 } }
  const row = JSON.stringify({ provider, model: modelId, input: 0, output: 0, ...tiers })
  const at = serviceTier === undefined ? '' : ` at the service tier ${serviceTier}`
  return new AssayError({
    kind: 'config',
    provider,
    modelId,
    usage: noUsage,
    message: `A budget in dollars needs a price for ${provider}:${modelId}${at}, and none is known. Add it to your prices, in dollars for a million tokens, as in [${row}], or give the budget in tokens.`,
  })
}

function partlyPriced({ provider, modelId }: PricedAdapter): AssayError {
  return new AssayError({
    kind: 'config',
    provider,
    modelId,
    usage: noUsage,
    message: `A budget in dollars needs every price of ${provider}:${modelId}, and its "cacheWrite" is null. Name it, leave it out where it is that of other input, or give the budget in tokens.`,
  })
}

/** Cents, with more places for small amounts. Rounded up, so that spending is never understated. */
function shownUsd(amount: number): string {
  const decimals = amount >= 0.01 || amount === 0 ? 2 : Math.min(20, 1 - Math.floor(Math.log10(amount)))
  return roundedUp(amount, decimals).toFixed(decimals)
}
