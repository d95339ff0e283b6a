import { readFileSync } from 'node:fs'
import { AssayError } from '@assay/core'
import { createPriceList, type EvaluateOptions, type PriceList } from '@assay/runner'
import type { EvalOptions } from '../asked/eval-options.ts'

/** What a run is told of limits, repeats and cost. @throws AssayError `config` for prices that cannot be read. */
export function runSettings(options: EvalOptions): Omit<EvaluateOptions, 'data' | 'metrics'> {
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

function pricesOf({ prices: file }: EvalOptions): PriceList | undefined {
  if (file === undefined) return undefined
  if (typeof file !== 'string') return createPriceList(file, 'prices')
  let own: unknown
  try {
    own = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AssayError({ kind: 'config', message: `--prices ${file} could not be read as JSON: ${why}`, cause: error })
  }
  return createPriceList(own, file)
}
