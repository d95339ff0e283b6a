import { abortedError, AssayError, type AssayErrorKind, type Clock, configError, defaultRetryPolicy, noUsage, withUsage } from '@assay/core'
import { createAbortWatch } from './abort-watch.ts'
import { createAlarm } from './alarm.ts'
import { createConcurrencyWindow } from './concurrency-window.ts'
import { createLaneQueue } from './lane-queue.ts'
import { createMinuteBudget, type Spent, unlimited } from './minute-budget.ts'
import { createRefusalStreak } from './refusal-streak.ts'
import { tokensUsed } from './tokens-used.ts'

export type LimiterOptions = {
  /** The most attempts in flight, 1 or more; the actual limit adapts below it. */
  readonly concurrency: number
  readonly requestsPerMinute?: number | undefined
  /** Input and output together, estimated before the call and corrected by the usage of the reply. */
  readonly tokensPerMinute?: number | undefined
  readonly clock: Clock
  /** In [0, 1). Spreads the end of a pause, so that processes with one key do not resume at the same moment. */
  readonly random?: (() => number) | undefined
  /** Attempts in flight at the start. Default: half of `concurrency`, from 4 to 16. */
  readonly startAt?: number | undefined
  /** A requested pause beyond this is ignored: the retry policy fails such a call. Default: 120,000, as in that policy. */
  readonly maxPauseMs?: number | undefined
  /** Once it fires, calls that would have to wait for time to pass are aborted. A free place is still taken. */
  readonly finish?: AbortSignal | undefined
  /** The adapter to name in messages. */
  readonly adapter?: { readonly provider: string; readonly modelId: string } | undefined
}

/** A call that needs a place. */
type PlaceRequest = {
  /** The expected usage of the request, input and output. */
  readonly tokens: number
  /** Lanes take turns; the name of a metric. */
  readonly lane: string
  readonly signal?: AbortSignal | undefined
  /** The call was sent before: it goes first in its lane. */
  readonly isRetry?: boolean | undefined
}

type LimiterState = {
  /** Attempts that may be in flight now. */
  readonly limit: number
  readonly inFlight: number
  readonly waiting: number
  /** Milliseconds between two starts, if one attempt at a time is too much for the server; else 0. */
  readonly spacingMs: number
  /** Milliseconds since 1970. */
  readonly pausedUntil: number | null
  /** Attempts that ended with a rate limit, an overload or a time-out. */
  readonly pushbacks: number
}

export type Limiter = {
  /**
   * Waits for a place, runs one attempt and learns from its outcome.
   * @throws AssayError `request_too_large` for more tokens than a whole minute allows; `aborted` while it waits; what the attempt throws;
   * the same error without retry and without an attempt, once the server has refused everything for five minutes.
   */
  readonly run: <T>(attempt: () => Promise<T>, request: PlaceRequest) => Promise<T>
  /** `run` as the attempt loop's `around`, for one call: it distinguishes retries from the first attempt. */
  readonly around: (request: Omit<PlaceRequest, 'isRetry'>) => <T>(attempt: () => Promise<T>) => Promise<T>
  readonly state: () => LimiterState
}

/** Failures that mean too many requests. An exhausted quota is HTTP 429 too, but a slower pace would not help. */
const PUSHBACKS: ReadonlySet<AssayErrorKind> = new Set(['rate_limit', 'overloaded', 'timeout'])

/** Whether fewer starts can help. Some servers are overloaded now and then at any pace: for them only a series means that they are down. */
const SPACES: { readonly [Kind in AssayErrorKind]?: boolean | 'in a series' } = { rate_limit: true, overloaded: 'in a series' }

type Place = { readonly epoch: number; readonly startedAt: number; readonly tokens: Spent }
type Ending = { readonly isAnswer: true; readonly value: unknown } | { readonly isAnswer: false; readonly error: unknown }
type Waiter = {
  readonly tokens: number
  readonly admit: (place: Place) => void
  readonly abandon: (error: AssayError) => void
}

/** A limit set by the user is mostly one that the server accepts; starting with all of it may be a burst that it refuses. */
const LEAST_START = 4
const MOST_START = 16

/** The limits of one adapter: all its calls go through here. */
export function createLimiter(options: LimiterOptions): Limiter {
  const { clock, random = Math.random, tokensPerMinute, finish, maxPauseMs = defaultRetryPolicy.maxRetryAfterMs } = checked(options)
  const startAt = options.startAt ?? Math.min(Math.max(LEAST_START, Math.ceil(options.concurrency / 2)), MOST_START)
  const window = createConcurrencyWindow({ ceiling: options.concurrency, startAt })
  const requests = options.requestsPerMinute === undefined ? unlimited : createMinuteBudget(options.requestsPerMinute)
  const tokens = tokensPerMinute === undefined ? unlimited : createMinuteBudget(tokensPerMinute)
  const queue = createLaneQueue<Waiter>()
  const aborts = createAbortWatch<Waiter>((waiters, signal) => {
    for (const waiter of waiters) waiter.abandon(abortedError(signal))
    admit()
  })
  const alarm = createAlarm(clock, admit)
  const streak = createRefusalStreak()
  finish?.addEventListener('abort', admit, { once: true })
  let inFlight = 0
  let pushbacks = 0
  let pausedUntil = -Infinity
  let lastStart = -Infinity
  /** After a pause, places are released one by one, one more with each successful attempt. */
  let reentry = Infinity

  function admit(): void {
    for (let next = queue.head(); next !== undefined; next = queue.head()) {
      const verdict = streak.verdict()
      if (verdict !== undefined) {
        next.abandon(unsent(verdict))
        continue
      }
      if (inFlight >= Math.min(window.limit(), reentry)) return
      const now = clock.monotonic()
      const at = Math.max(pausedUntil, lastStart + window.spacingMs(), requests.freeAt(1, now), tokens.freeAt(next.tokens, now))
      if (at > now) {
        if (finish?.aborted === true) {
          next.abandon(heldBack(options))
          continue
        }
        alarm.set(at)
        return
      }
      queue.shift()
      inFlight += 1
      lastStart = now
      requests.spend(1, now)
      next.admit({ epoch: window.epoch(), startedAt: now, tokens: tokens.spend(next.tokens, now) })
    }
    alarm.clear()
  }

  function place({ tokens: needed, lane, signal, isRetry = false }: PlaceRequest): Promise<Place> {
    return new Promise((resolve, reject) => {
      let isWaiting = true
      let unwatch: (() => void) | undefined
      const waiter: Waiter = {
        tokens: needed,
        admit(given) {
          isWaiting = false
          unwatch?.()
          resolve(given)
        },
        abandon(error) {
          isWaiting = false
          unwatch?.()
          leave()
          reject(error)
        },
      }
      const leave = queue.push(waiter, { lane, isRetry })
      // A call behind others does not change the next one.
      if (queue.head() === waiter) admit()
      if (isWaiting && signal !== undefined) unwatch = aborts.watch(signal, waiter)
    })
  }

  function pause(requestedMs: number): void {
    const now = clock.monotonic()
    pausedUntil = Math.max(pausedUntil, now + requestedMs + random() * Math.min(requestedMs / 10, 1000))
    reentry = 1
  }

  /** Returns the error of an attempt in the form that calls end with. */
  function learn(ending: Ending, { epoch, startedAt, tokens: spent }: Place): AssayError | undefined {
    const now = clock.monotonic()
    const durationMs = now - startedAt
    const used = tokensUsed(ending.isAnswer ? ending.value : ending.error)
    if (used !== undefined) spent.correct(used, now)
    if (ending.isAnswer) window.answered({ epoch, isFull: inFlight >= window.limit(), durationMs })
    const error = !ending.isAnswer && AssayError.is(ending.error) ? ending.error : undefined
    if (ending.isAnswer || error?.isRetryable === false) streak.answered()
    const verdict = error === undefined ? undefined : streak.failed(error, now)
    const requestedMs = error?.isRetryable === true ? (error.retryAfterMs ?? 0) : 0
    const isPushback = error !== undefined && PUSHBACKS.has(error.kind)
    if (isPushback) {
      pushbacks += 1
      window.pushedBack({ epoch, maySpace: requestedMs <= maxPauseMs && (SPACES[error.kind] ?? false), durationMs })
    }
    if (requestedMs > 0 && requestedMs <= maxPauseMs) pause(requestedMs)
    else if (!isPushback && now >= pausedUntil) reentry = reentry >= window.limit() ? Infinity : reentry + 1
    inFlight -= 1
    admit()
    return verdict ?? error
  }

  async function run<T>(attempt: () => Promise<T>, request: PlaceRequest): Promise<T> {
    refuseImpossible(request, options)
    if (request.signal?.aborted) throw abortedError(request.signal)
    const given = await place(request)
    let value: T
    try {
      value = await attempt()
    } catch (error) {
      throw learn({ isAnswer: false, error }, given) ?? error
    }
    learn({ isAnswer: true, value }, given)
    return value
  }

  return {
    run,
    around(request) {
      let isRetry = false
      return (attempt) => {
        const ended = run(attempt, { ...request, isRetry })
        isRetry = true
        return ended
      }
    },
    state: () => ({
      limit: Math.min(window.limit(), reentry),
      inFlight,
      waiting: queue.size(),
      spacingMs: window.spacingMs(),
      pausedUntil: pausedUntil > clock.monotonic() ? clock.now() + pausedUntil - clock.monotonic() : null,
      pushbacks,
    }),
  }
}

/** For a call that was not made: without usage. */
function unsent(verdict: AssayError): AssayError {
  return withUsage(verdict, noUsage)
}

function heldBack({ adapter }: LimiterOptions): AssayError {
  const message = 'A limit held the call back when the run was interrupted, so it was not made.'
  return new AssayError({ kind: 'aborted', message, provider: adapter?.provider, modelId: adapter?.modelId })
}

function refuseImpossible({ tokens }: PlaceRequest, { tokensPerMinute, adapter }: LimiterOptions): void {
  if (!(tokens >= 0)) throw new RangeError(`A request of ${tokens} tokens was to be sent; the estimate must be 0 or more`)
  if (tokensPerMinute === undefined || tokens <= tokensPerMinute) return
  const target = adapter === undefined ? '' : ` to ${adapter.provider}:${adapter.modelId}`
  throw new AssayError({
    kind: 'request_too_large',
    message: `A request${target} needs about ${Math.ceil(tokens)} tokens, more than the ${tokensPerMinute} allowed per minute, so it could never be sent. Shorten the contexts, or raise the limit.`,
    provider: adapter?.provider,
    modelId: adapter?.modelId,
  })
}

function checked(options: LimiterOptions): LimiterOptions {
  for (const name of ['concurrency', 'requestsPerMinute', 'tokensPerMinute', 'startAt'] as const) {
    const value = options[name]
    if (value === undefined || (value >= 1 && Number.isFinite(value))) continue
    throw configError(`${name} is ${value}; give a number of 1 or more.`)
  }
  return options
}
