import { AssayError, type AssayErrorKind } from '@assay/core'
import { createLimiter, type LimiterOptions } from '../limiter.ts'
import { virtualClock } from './virtual-clock.ts'

export const failure = (kind: AssayErrorKind, retryAfterMs?: number): AssayError => new AssayError({ kind, message: 'No.', retryAfterMs })

/** A limiter in virtual time without limits, and functions that make attempts. */
export function setUp(options: Partial<LimiterOptions> = {}) {
  const clock = virtualClock()
  const limiter = createLimiter({ concurrency: 100, startAt: 100, clock, random: () => 0, ...options })
  /** When each attempt began, in order. */
  const starts: number[] = []
  /** Makes one attempt, which takes `ms` and then ends as given. */
  const attempt = (o: { ms?: number; end?: unknown; tokens?: number; lane?: string; signal?: AbortSignal; isRetry?: boolean } = {}) =>
    limiter.run(
      async () => {
        starts.push(clock.monotonic())
        await clock.sleep(o.ms ?? 100)
        if (o.end instanceof Error) throw o.end
        return o.end
      },
      { tokens: o.tokens ?? 0, lane: o.lane ?? 'm', signal: o.signal, ...(o.isRetry === undefined ? {} : { isRetry: o.isRetry }) },
    )
  const endOf = (ended: Promise<unknown>): Promise<unknown> => ended.catch((error: unknown) => error)
  const attemptMany = (calls: number, o = {}): void => {
    for (let call = 0; call < calls; call += 1) void endOf(attempt(o))
  }
  return { clock, limiter, starts, attempt, attemptMany, endOf }
}
