import { type Clock, type RetryPolicy, retryPolicyOf, systemClock } from '@assay/core'
import { type RunSettings, runSettings } from '../settings/run-settings.ts'
import { createLimiters, type Limiters } from './limiters.ts'

export type RunLimitersOptions = Pick<RunSettings, 'concurrency' | 'rpm' | 'tpm' | 'maxRetries'> & {
  readonly retry?: Partial<Omit<RetryPolicy, 'maxAttempts'>> | undefined
  readonly clock?: Clock | undefined
  readonly finish?: AbortSignal | undefined
}

/** The limits of a run. To share them between runs, create them once and pass them to each. */
export function createRunLimiters({ rpm, tpm, maxRetries, retry, finish, ...options }: RunLimitersOptions): Limiters {
  const { concurrency = runSettings.concurrency.default, clock = systemClock } = options
  const { maxRetryAfterMs: maxPauseMs } = retryPolicyOf({ ...retry, maxAttempts: maxRetries === undefined ? undefined : maxRetries + 1 })
  // The user's limit is likely to be right: start with half of it, and grow as answers arrive.
  const startAt = Math.max(4, Math.ceil(concurrency / 2))
  return createLimiters({ concurrency, requestsPerMinute: rpm, tokensPerMinute: tpm, clock, startAt, maxPauseMs, finish })
}
