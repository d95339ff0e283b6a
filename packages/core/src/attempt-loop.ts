import { abortedError } from './aborted-error.ts'
import { AssayError } from './assay-error.ts'
import { type Clock, timerMs } from './clock.ts'
import { decideRetry, type RetryPolicy } from './retry-policy.ts'

export type AttemptLoopOptions = {
  readonly policy: RetryPolicy
  readonly clock: Clock
  readonly random: () => number
  readonly signal?: AbortSignal | undefined
  /** From when it fires on, the attempt in flight is the last one: nothing is waited for and nothing tried again. */
  readonly finish?: AbortSignal | undefined
  /** One attempt may take this long, in milliseconds. Without it, as long as the adapter allows. */
  readonly attemptTimeoutMs?: number | undefined
  /** Who is asked, for messages. `askAdapter` and `embedInBatches` set it. */
  readonly adapter?: { readonly provider: string; readonly modelId: string } | undefined
  /** Wraps every attempt: a runner waits here for its limits, and sees each failure. */
  readonly around?: (<T>(attempt: () => Promise<T>) => Promise<T>) | undefined
}

export type Attempted<T> = { readonly value: T; readonly attempts: number; readonly latencyMs: number }

/**
 * The one place that retries. Runs `attempt` until it answers or the policy says stop.
 * @throws AssayError of the last attempt, `aborted` on the caller's signal, or where `finish` keeps it from trying again; anything
 * else unchanged.
 */
export async function attemptLoop<T>(
  attempt: (signal: AbortSignal | undefined) => PromiseLike<T>,
  options: AttemptLoopOptions,
): Promise<Attempted<T>> {
  const { policy, clock, random, signal, finish, around } = options
  for (let attempts = 1; ; attempts += 1) {
    if (signal?.aborted) throw abortedError(signal)
    let latencyMs = 0
    const run = async (): Promise<T> => {
      const startedAt = clock.monotonic()
      const value = await withTimeout(attempt, options)
      latencyMs = clock.monotonic() - startedAt
      return value
    }
    try {
      const value = await (around === undefined ? run() : around(run))
      return { value, attempts, latencyMs }
    } catch (error) {
      if (signal?.aborted) throw abortedError(signal)
      if (!AssayError.is(error)) throw error
      const decision = decideRetry(policy, error, attempts, random())
      if (!decision.retry) throw decision.error
      if (finish === undefined) await clock.sleep(decision.delayMs, signal)
      else await sleepUntilFinish(decision.delayMs, { clock, signal, finish, error })
    }
  }
}

type Finishing = Pick<AttemptLoopOptions, 'clock' | 'signal'> & { readonly finish: AbortSignal; readonly error: AssayError }

/** @throws AssayError `aborted`, with what the failed attempt used, as soon as there is no time to wait any more. */
async function sleepUntilFinish(ms: number, { clock, signal, finish, error }: Finishing): Promise<void> {
  try {
    await clock.sleep(ms, signal === undefined ? finish : AbortSignal.any([signal, finish]))
  } catch (stopped) {
    if (signal?.aborted || !finish.aborted) throw stopped
    const { reply, usage, provider, modelId } = { ...error.toJSON(), reply: error.replyHead, usage: error.usage }
    const message = `${error.message} It was not tried again, since the run was interrupted.`
    throw new AssayError({ kind: 'aborted', message, provider, modelId, reply, usage, cause: error })
  }
}

/** Each attempt gets a controller of its own, so that a caller's one signal never collects listeners. */
async function withTimeout<T>(attempt: (signal: AbortSignal | undefined) => PromiseLike<T>, options: AttemptLoopOptions): Promise<T> {
  const { signal, attemptTimeoutMs } = options
  if (signal === undefined && attemptTimeoutMs === undefined) return attempt(undefined)
  // `around` may have waited since the loop looked: a signal that has fired calls no listener.
  if (signal?.aborted) throw abortedError(signal)
  const controller = new AbortController()
  const onAbort = (): void => controller.abort(abortedError(signal))
  signal?.addEventListener('abort', onAbort, { once: true })
  let timedOut: AssayError | undefined
  const timer =
    attemptTimeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = timeoutError(options)
          controller.abort(timedOut)
        }, timerMs(attemptTimeoutMs))
  try {
    return await Promise.race([attempt(controller.signal), rejectedBy(controller.signal)])
  } catch (error) {
    throw timedOut ?? error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

function timeoutError({ adapter, attemptTimeoutMs }: AttemptLoopOptions): AssayError {
  const who = adapter === undefined ? 'No reply' : `${adapter.provider}:${adapter.modelId} gave no reply`
  const message = `${who} within ${attemptTimeoutMs} ms. Allow more time, or ask for less at once.`
  return new AssayError({ kind: 'timeout', message, provider: adapter?.provider, modelId: adapter?.modelId })
}

/** An adapter that ignores its signal must not hold up the run. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    // The attempt itself may have fired it: a signal that has fired calls no listener.
    if (signal.aborted) reject(abortedError(signal))
    else signal.addEventListener('abort', () => reject(abortedError(signal)), { once: true })
  })
}
