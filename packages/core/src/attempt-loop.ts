import { abortedError } from './aborted-error.ts'
import { AssayError } from './assay-error.ts'
import { type Clock, timerMs } from './clock.ts'
import { decideRetry, type RetryPolicy } from './retry-policy.ts'

export type AttemptLoopOptions = {
  readonly policy: RetryPolicy
  readonly clock: Clock
  readonly random: () => number
  readonly signal?: AbortSignal | undefined
  /** Once it fires, the attempt in flight is the last: no wait, no retry. */
  readonly finish?: AbortSignal | undefined
  /** Time limit of one attempt, in milliseconds. Default: the adapter's own. */
  readonly attemptTimeoutMs?: number | undefined
  /** The adapter to name in messages. `callAdapter` and `embedInBatches` set it. */
  readonly adapter?: { readonly provider: string; readonly modelId: string } | undefined
  /** Wraps every attempt: a runner applies its limits here, and sees each failure. */
  readonly around?: (<T>(attempt: () => Promise<T>) => Promise<T>) | undefined
}

export type Attempted<T> = { readonly value: T; readonly attempts: number; readonly latencyMs: number }

/**
 * The only place that retries. Runs `attempt` until it succeeds or the policy stops.
 * @throws AssayError of the last attempt; `aborted` if the caller's signal fires, or if `finish` prevents another attempt. Anything else
 * passes unchanged.
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

/** @throws AssayError `aborted`, with the usage of the failed attempt, as soon as no time is left to wait. */
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

/** Each attempt has its own controller, so that the caller's signal does not collect listeners. */
async function withTimeout<T>(attempt: (signal: AbortSignal | undefined) => PromiseLike<T>, options: AttemptLoopOptions): Promise<T> {
  const { signal, attemptTimeoutMs } = options
  if (signal === undefined && attemptTimeoutMs === undefined) return attempt(undefined)
  // `around` may have waited since the last check, and a signal that has already fired calls no listener.
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
  const failure = adapter === undefined ? 'No reply' : `${adapter.provider}:${adapter.modelId} gave no reply`
  const message = `${failure} within ${attemptTimeoutMs} ms. Allow more time, or send less at once.`
  return new AssayError({ kind: 'timeout', message, provider: adapter?.provider, modelId: adapter?.modelId })
}

/** An adapter that ignores its signal must not block the run. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    // The attempt itself may have fired the signal, and a signal that has already fired calls no listener.
    if (signal.aborted) reject(abortedError(signal))
    else signal.addEventListener('abort', () => reject(abortedError(signal)), { once: true })
  })
}
