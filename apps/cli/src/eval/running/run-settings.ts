import { priceFile } from '@assay/command-kit'
import { type BudgetLimits, createPriceList, type EvaluateOptions, type PriceList } from '@assay/runner'
import type { EvalOptions } from '../asked/eval-options.ts'

/** What a run is told of limits, repeats and cost. @throws AssayError `config` for prices that cannot be read. */
export function runSettings(options: EvalOptions): Omit<EvaluateOptions, 'data' | 'metrics'> & { readonly budget: BudgetLimits } {
  const { maxRetries, timeoutSeconds, totalTimeoutSeconds, budgetUsd, budgetTokens } = options
  return {
    concurrency: options.concurrency,
    requestsPerMinute: options.rpm,
    tokensPerMinute: options.tpm,
    retry: maxRetries === undefined ? undefined : { maxAttempts: maxRetries + 1 },
    attemptTimeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000,
    callTimeoutMs: totalTimeoutSeconds === undefined ? undefined : totalTimeoutSeconds * 1000,
    repeat: options.repeat,
    allowPartial: options.allowPartial,
    groupBy: options.groupBy,
    stopAfter: options.stopAfter,
    budget: { usd: budgetUsd, tokens: budgetTokens },
    prices: pricesOf(options),
    cache: options.cache,
  }
}

function pricesOf({ prices }: EvalOptions): PriceList | undefined {
  if (prices === undefined) return undefined
  return typeof prices === 'string' ? priceFile(prices) : createPriceList(prices, 'prices')
}
