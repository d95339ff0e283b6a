import { AssayError, noUsage, type Usage } from '@assay/core'
import { costOf, type PricedAdapter } from './cost-of.ts'
import type { PriceList } from './price-list.ts'

export type BudgetLimits = {
  /** US dollars. Every model that is asked needs a price. */
  readonly usd?: number | undefined
  /** Input and output together. */
  readonly tokens?: number | undefined
}

/** What a call is expected to take. */
export type CallEstimate = { readonly inputTokens: number; readonly outputTokens: number }

export type Reservation = {
  /** The reply is here: what it took stands in place of what was reserved. What nobody counted stays as it was reserved. Once. */
  readonly settle: (usage: Usage) => void
}

export type Budget = {
  /** @throws AssayError `config` for a model without a price, where there is a limit in dollars. Ask before the first call. */
  readonly check: (adapter: PricedAdapter) => void
  /**
   * Sets aside what a call is expected to take. A call that was not made, or cost nothing, is settled with `noUsage`.
   * @throws AssayError `budget` where a limit is reached, or would be passed if all that is in flight took what it is expected to.
   */
  readonly reserve: (adapter: PricedAdapter, estimate: CallEstimate) => Reservation
  /** Counts what was spent before: by the part of this run that is resumed. What nobody counted then is left out. */
  readonly add: (adapter: PricedAdapter, usage: Usage) => void
  /** Why no further call was allowed; `undefined` while all were. */
  readonly refusal: () => AssayError | undefined
  readonly spent: () => Amount
}

type Amount = { readonly usd: number; readonly tokens: number }

/**
 * A limit on what is spent. Calls in flight are not cut short: it is over when they are settled, and can be passed by as much as they
 * take beyond their estimates.
 * @throws AssayError `config` for a limit that is none.
 */
export function createBudget(limits: BudgetLimits, prices: PriceList): Budget {
  for (const [name, limit] of Object.entries(limits)) {
    if (limit !== undefined && !(Number.isFinite(limit) && limit >= 0))
      throw new AssayError({ kind: 'config', message: `The budget's ${name} is ${limit}; it must be a number of 0 or more.` })
  }
  let spent: Amount = NOTHING
  const inFlight = new Set<Amount>()
  let refusal: AssayError | undefined

  function check(adapter: PricedAdapter): void {
    if (limits.usd !== undefined && prices.find(adapter) === undefined) throw unpriced(adapter)
  }

  function refuse(unit: 'usd' | 'tokens', limit: number, next: Amount): void {
    const reserved = Array.from(inFlight).reduce(plus, NOTHING)
    const isReached = spent[unit] >= limit
    if (!isReached && spent[unit] + reserved[unit] + next[unit] <= limit) return
    const error = new AssayError({ kind: 'budget', message: refusalOf(unit, limit, { isReached, spent, reserved, next }), usage: noUsage })
    refusal ??= error
    throw error
  }

  return {
    check,
    reserve(adapter, estimate) {
      check(adapter)
      const next = amountOf(adapter, { ...NO_CACHE, ...estimate }, prices, NOTHING)
      if (limits.usd !== undefined) refuse('usd', limits.usd, next)
      if (limits.tokens !== undefined) refuse('tokens', limits.tokens, next)
      const own = { ...next }
      inFlight.add(own)
      return {
        settle(usage) {
          if (inFlight.delete(own)) spent = plus(spent, amountOf(adapter, usage, prices, own))
        },
      }
    },
    add(adapter, usage) {
      spent = plus(spent, amountOf(adapter, usage, prices, NOTHING))
    },
    refusal: () => refusal,
    spent: () => spent,
  }
}

const NOTHING: Amount = { usd: 0, tokens: 0 }
const NO_CACHE = { calls: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }

/** What is unknown is taken from `otherwise`. */
function amountOf(adapter: PricedAdapter, usage: Usage, prices: PriceList, otherwise: Amount): Amount {
  if (usage.calls === 0) return NOTHING
  const { inputTokens, outputTokens } = usage
  return {
    usd: costOf(usage, adapter, prices) ?? otherwise.usd,
    tokens: inputTokens === null || outputTokens === null ? otherwise.tokens : inputTokens + outputTokens,
  }
}

function plus(a: Amount, b: Amount): Amount {
  return { usd: a.usd + b.usd, tokens: a.tokens + b.tokens }
}

function refusalOf(
  unit: 'usd' | 'tokens',
  limit: number,
  o: { readonly isReached: boolean; readonly spent: Amount; readonly reserved: Amount; readonly next: Amount },
): string {
  const shown = (amount: number): string => (unit === 'usd' ? `$${shownUsd(amount)}` : `${Math.round(amount)} tokens`)
  const flight = o.reserved[unit] > 0 ? `, about ${shown(o.reserved[unit])} more are in flight` : ''
  const what = o.isReached
    ? `The budget of ${shown(limit)} is spent`
    : `The budget of ${shown(limit)} leaves no room: ${shown(o.spent[unit])} are spent${flight}, and the next call may take about ${shown(o.next[unit])}`
  return `${what}. No further call was made; raise the budget, and resume the run to go on.`
}

function unpriced({ provider, modelId }: PricedAdapter): AssayError {
  const row = JSON.stringify({ provider, model: modelId, input: 0, output: 0 })
  return new AssayError({
    kind: 'config',
    provider,
    modelId,
    usage: noUsage,
    message: `A budget in dollars needs a price for ${provider}:${modelId}, and none is known. Add it to your prices, in dollars for a million tokens, as in [${row}], or give the budget in tokens.`,
  })
}

/** Cents, and as many places more as a small amount needs to show. */
function shownUsd(amount: number): string {
  return amount >= 0.01 || amount === 0 ? amount.toFixed(2) : amount.toPrecision(2)
}
