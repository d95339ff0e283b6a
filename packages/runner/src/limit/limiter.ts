import { abortedError, AssayError, type AssayErrorKind, type Clock, configError, defaultRetryPolicy, noUsage, withUsage } from '@assay/core'
import { createAbortWatch } from './abort-watch.ts'
import { createAlarm } from './alarm.ts'
import { createConcurrencyWindow } from './concurrency-window.ts'
import { createLaneQueue } from './lane-queue.ts'
import { createMinuteBudget, type Spent, unlimited } from './minute-budget.ts'
import { createRefusalStreak } from './refusal-streak.ts'
import { tokensUsed } from './tokens-used.ts'

export type LimiterOptions = {
  /** Attempts in flight at most, 1 or more; what is really allowed adapts below it. */
  readonly concurrency: number
  readonly requestsPerMinute?: number | undefined
  /** Input and output together, as estimated before and corrected by what a reply says it used. */
  readonly tokensPerMinute?: number | undefined
  readonly clock: Clock
  /** In [0, 1). Spreads the end of a pause, so that processes sharing one key do not come back at the same moment. */
  readonly random?: (() => number) | undefined
  /** Attempts in flight to begin with. Default: half of `concurrency`, from 4 to 16. */
  readonly startAt?: number | undefined
  /** A pause asked for beyond this is not taken: the retry policy fails such a call. Default: 120,000, as that policy's. */
  readonly maxPauseMs?: number | undefined
  /** From when it fires on, nobody waits for time to pass: what would have to is given up. A place that becomes free is still taken. */
  readonly finish?: AbortSignal | undefined
  /** Who is asked, for messages. */
  readonly adapter?: { readonly provider: string; readonly modelId: string } | undefined
}

/** A call that wants a place. */
type PlaceRequest = {
  /** What the request is expected to use, input and output. */
  readonly tokens: number
  /** Lanes take turns; a metric's name. */
  readonly lane: string
  readonly signal?: AbortSignal | undefined
  /** The call was sent before: it goes ahead of the others in its lane. */
  readonly isRetry?: boolean | undefined
}

type LimiterState = {
  /** Attempts that may be in flight at this moment. */
  readonly limit: number
  readonly inFlight: number
  readonly waiting: number
  /** Milliseconds between two starts, where one attempt at a time is too much for the server; else 0. */
  readonly spacingMs: number
  /** Milliseconds since 1970. */
  readonly pausedUntil: number | null
  /** Attempts that ended by rate limit, overload or time-out. */
  readonly pushbacks: number
}

export type Limiter = {
  /**
   * Waits for a place, runs one attempt and learns from how it ends.
   * @throws AssayError `request_too_large` for more tokens than a whole minute allows; `aborted` while it waits; what the attempt throws;
   * that error as one that is not retried, without an attempt, once the server has refused everything for five minutes.
   */
  readonly run: <T>(attempt: () => Promise<T>, request: PlaceRequest) => Promise<T>
  /** `run` in the form of the attempt loop's `around`, for one call: it knows the second attempt from the first. */
  readonly around: (request: Omit<PlaceRequest, 'isRetry'>) => <T>(attempt: () => Promise<T>) => Promise<T>
  readonly state: () => LimiterState
}

/** What says that the server was asked too much. An exhausted quota comes as 429 too, but no slower pace would help. */
const PUSHBACKS: ReadonlySet<AssayErrorKind> = new Set(['rate_limit', 'overloaded', 'timeout'])

/** Whether fewer starts can help. Some servers are overloaded now and then at any pace: there only a series of it says that they are down. */
const SPACES: { readonly [Kind in AssayErrorKind]?: boolean | 'in a series' } = { rate_limit: true, overloaded: 'in a series' }

type Place = { readonly epoch: number; readonly startedAt: number; readonly tokens: Spent }
type Ending = { readonly isAnswer: true; readonly value: unknown } | { readonly isAnswer: false; readonly error: unknown }
type Waiter = {
  readonly tokens: number
  readonly admit: (place: Place) => void
  readonly abandon: (error: AssayError) => void
}

/** A limit that a user sets is mostly one that the server bears; all of it at once may be a burst that it does not. */
const LEAST_START = 4
const MOST_START = 16

/** One adapter's share of the world: everything that asks it goes through here. */
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
  /** After a pause places are given out one by one, one more with each attempt that ends well. */
  let reentry = Infinity

  function admit(): void {
    for (let next = queue.head(); next !== undefined; next = queue.head()) {
      const verdict = streak.verdict()
      if (verdict !== undefined) {
        next.abandon(unasked(verdict))
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
      // Behind others it changes nothing for the one who is next.
      if (queue.head() === waiter) admit()
      if (isWaiting && signal !== undefined) unwatch = aborts.watch(signal, waiter)
    })
  }

  function pause(askedMs: number): void {
    const now = clock.monotonic()
    pausedUntil = Math.max(pausedUntil, now + askedMs + random() * Math.min(askedMs / 10, 1000))
    reentry = 1
  }

  /** Gives the error of an attempt as the one that calls end with. */
  function learn(ending: Ending, { epoch, startedAt, tokens: spent }: Place): AssayError | undefined {
    const now = clock.monotonic()
    const durationMs = now - startedAt
    const used = tokensUsed(ending.isAnswer ? ending.value : ending.error)
    if (used !== undefined) spent.correct(used, now)
    if (ending.isAnswer) window.answered({ epoch, isFull: inFlight >= window.limit(), durationMs })
    const error = !ending.isAnswer && AssayError.is(ending.error) ? ending.error : undefined
    if (ending.isAnswer || error?.isRetryable === false) streak.answered()
    const verdict = error === undefined ? undefined : streak.failed(error, now)
    const askedMs = error?.isRetryable === true ? (error.retryAfterMs ?? 0) : 0
    const isPushback = error !== undefined && PUSHBACKS.has(error.kind)
    if (isPushback) {
      pushbacks += 1
      window.pushedBack({ epoch, maySpace: askedMs <= maxPauseMs && (SPACES[error.kind] ?? false), durationMs })
    }
    if (askedMs > 0 && askedMs <= maxPauseMs) pause(askedMs)
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
        const asked = run(attempt, { ...request, isRetry })
        isRetry = true
        return asked
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

/** For a call that was not made: it took nothing. */
function unasked(verdict: AssayError): AssayError {
  return withUsage(verdict, noUsage)
}

function heldBack({ adapter }: LimiterOptions): AssayError {
  const message = 'A limit held the call back when the run was interrupted, so it was not made.'
  return new AssayError({ kind: 'aborted', message, provider: adapter?.provider, modelId: adapter?.modelId })
}

function refuseImpossible({ tokens }: PlaceRequest, { tokensPerMinute, adapter }: LimiterOptions): void {
  if (!(tokens >= 0)) throw new RangeError(`A request of ${tokens} tokens was to be sent; the estimate must be 0 or more`)
  if (tokensPerMinute === undefined || tokens <= tokensPerMinute) return
  const who = adapter === undefined ? '' : ` to ${adapter.provider}:${adapter.modelId}`
  throw new AssayError({
    kind: 'request_too_large',
    message: `A request${who} needs about ${Math.ceil(tokens)} tokens, more than the ${tokensPerMinute} allowed per minute, so it could never be sent. Shorten the contexts, or raise the limit.`,
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
