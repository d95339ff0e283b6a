import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AssayError, type AssayErrorKind } from './assay-error.ts'
import { decideRetry, defaultRetryPolicy, type RetryPolicy, retryPolicyOf } from './retry-policy.ts'

const policy: RetryPolicy = { maxAttempts: 4, baseDelayMs: 100, maxDelayMs: 1000, maxRetryAfterMs: 60_000 }
const failure = (retryAfterMs?: number, kind: AssayErrorKind = 'rate_limit'): AssayError =>
  new AssayError({ kind, message: 'Too many requests.', retryAfterMs })

describe('after a failed attempt', () => {
  it('what is not retryable stops', () => {
    const error = failure(undefined, 'quota')
    expect(decideRetry(policy, error, 1, 0)).toEqual({ retry: false, error })
  })

  it('the last attempt stops', () => {
    expect(decideRetry(policy, failure(), 3, 0).retry).toBe(true)
    expect(decideRetry(policy, failure(), 4, 0).retry).toBe(false)
  })

  it('the wait doubles up to its limit, and half of it is drawn', () => {
    const waits = [1, 2, 3].flatMap((attempt) =>
      [0, 0.5].map((random) => decideRetry({ ...policy, maxDelayMs: 300 }, failure(), attempt, random)),
    )
    expect(waits).toEqual([50, 75, 100, 150, 150, 225].map((delayMs) => ({ retry: true, delayMs })))
  })

  it('the delay is never shorter than the requested wait, and 0 or less still backs off', () => {
    expect(decideRetry(policy, failure(5000), 1, 0)).toEqual({ retry: true, delayMs: 5000 })
    for (const requested of [0, -5, Number.NaN]) expect(decideRetry(policy, failure(requested), 1, 0)).toEqual({ retry: true, delayMs: 50 })
  })

  it('a wait beyond the limit fails, naming both', () => {
    const decision = decideRetry(
      policy,
      new AssayError({ kind: 'rate_limit', message: 'Slow.', status: 429, retryAfterMs: 3_600_000, provider: 'p', reply: 'r' }),
      1,
      0,
    )
    expect(decision.retry).toBe(false)
    if (decision.retry) return
    expect(decision.error.toJSON()).toEqual({
      kind: 'rate_limit',
      message: 'Slow. The server requests a wait of 3600 s; the longest allowed wait is 60 s.',
      status: 429,
      provider: 'p',
      retryAfterMs: 3_600_000,
      replyHead: 'r',
      isRetryable: false,
    })
  })

  it('no wait is ever zero, or longer than the policy allows', () => {
    const requested = fc.option(fc.double({ min: -1e6, max: 1e6 }), { nil: undefined })
    fc.assert(
      fc.property(
        requested,
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (wait, attempt, random) => {
          const decision = decideRetry({ ...defaultRetryPolicy, maxAttempts: 5000 }, failure(wait), attempt, random)
          if (!decision.retry) return wait !== undefined && wait > defaultRetryPolicy.maxRetryAfterMs
          return decision.delayMs >= 250 && decision.delayMs <= 120_000
        },
      ),
    )
  })
})

describe('a policy given in part', () => {
  it('uses the default for values that are left out or undefined', () => {
    expect(retryPolicyOf()).toEqual(defaultRetryPolicy)
    expect(retryPolicyOf({ maxAttempts: 2, baseDelayMs: undefined })).toEqual({ ...defaultRetryPolicy, maxAttempts: 2 })
  })

  it.each([{ maxAttempts: 0 }, { maxAttempts: Number.NaN }, { baseDelayMs: -1 }, { maxDelayMs: Number.NaN }])(
    'is refused where retries would never end, or never wait: %o',
    (given) => {
      expect(() => retryPolicyOf(given)).toThrow(expect.objectContaining({ kind: 'config' }))
    },
  )
})
