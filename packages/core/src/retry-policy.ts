import { configError } from './config-error.ts'
import { AssayError } from './assay-error.ts'

export type RetryPolicy = {
  /** The most requests, the first one included. */
  readonly maxAttempts: number
  /** The back-off before attempt n + 1 is drawn from [½, 1] × min(maxDelayMs, baseDelayMs × 2^(n-1)). */
  readonly baseDelayMs: number
  readonly maxDelayMs: number
  /** If the server requests a longer wait than this, the call fails and names it. */
  readonly maxRetryAfterMs: number
}

export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 5,
  baseDelayMs: 500,
  maxDelayMs: 30_000,
  maxRetryAfterMs: 120_000,
}

/**
 * The default policy with the given values.
 * @throws AssayError `config` for an invalid number: with NaN, retries would never end or never wait.
 */
export function retryPolicyOf(given: { readonly [Name in keyof RetryPolicy]?: number | undefined } = {}): RetryPolicy {
  const policy = { ...defaultRetryPolicy }
  for (const name of ['maxAttempts', 'baseDelayMs', 'maxDelayMs', 'maxRetryAfterMs'] as const) {
    const value = given[name]
    if (value === undefined) continue
    const least = name === 'maxAttempts' ? 1 : 0
    if (!(value >= least)) throw configError(`retry.${name} is ${value}; it must be ${least} or more.`)
    policy[name] = value
  }
  return policy
}

export type RetryDecision = { readonly retry: true; readonly delayMs: number } | { readonly retry: false; readonly error: AssayError }

/**
 * What to do after attempt `attempt` (1 for the first) failed with `error`. Pure: `random` in [0, 1) is passed in. The delay is never
 * shorter than the wait that the server requested, and a `Retry-After` of 0 still backs off.
 */
export function decideRetry(policy: RetryPolicy, error: AssayError, attempt: number, random: number): RetryDecision {
  if (!error.isRetryable || attempt >= policy.maxAttempts) return { retry: false, error }
  const requested = error.retryAfterMs
  if (requested !== undefined && requested > policy.maxRetryAfterMs) return { retry: false, error: tooLong(error, requested, policy) }
  const ceiling = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1))
  const backOff = ceiling * (0.5 + 0.5 * random)
  return { retry: true, delayMs: Math.max(backOff, requested !== undefined && requested > 0 ? requested : 0) }
}

function tooLong(error: AssayError, requested: number, policy: RetryPolicy): AssayError {
  return new AssayError({
    ...error.toJSON(),
    reply: error.replyHead,
    usage: error.usage,
    isRetryable: false,
    message: `${error.message} The server requests a wait of ${seconds(requested)} s; the longest allowed wait is ${seconds(policy.maxRetryAfterMs)} s.`,
    cause: error,
  })
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}
