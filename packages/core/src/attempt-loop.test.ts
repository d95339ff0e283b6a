import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeClock } from './__fixtures__/fake-clock.ts'
import { AssayError } from './assay-error.ts'
import { attemptLoop, type AttemptLoopOptions } from './attempt-loop.ts'
import { systemClock } from './clock.ts'
import { defaultRetryPolicy } from './retry-policy.ts'

const options = (more: Partial<AttemptLoopOptions> = {}): AttemptLoopOptions => ({
  policy: { ...defaultRetryPolicy, maxAttempts: 3, baseDelayMs: 100 },
  clock: fakeClock(),
  random: () => 0,
  ...more,
})
const overloaded = (retryAfterMs?: number): AssayError => new AssayError({ kind: 'overloaded', message: 'Busy.', retryAfterMs })
const never = (): Promise<never> => new Promise(() => {})

afterEach(() => {
  vi.useRealTimers()
})

describe('the loop', () => {
  it('answers after failures, and counts attempts and the time of the last one', async () => {
    const clock = fakeClock()
    let callCount = 0
    const attempt = async (): Promise<string> => {
      clock.pass(40)
      callCount += 1
      if (callCount < 3) throw overloaded(callCount === 2 ? 900 : undefined)
      return 'yes'
    }
    expect(await attemptLoop(attempt, options({ clock }))).toEqual({ value: 'yes', attempts: 3, latencyMs: 40 })
    expect(clock.sleeps).toEqual([50, 900])
  })

  it('stops with the error of the last attempt', async () => {
    let callCount = 0
    const attempt = (): Promise<never> => Promise.reject(new AssayError({ kind: 'overloaded', message: `Busy ${(callCount += 1)}.` }))
    await expect(attemptLoop(attempt, options())).rejects.toThrow('Busy 3.')
  })

  it.each([new TypeError('a mistake'), new AssayError({ kind: 'auth', message: 'No.' })])(
    'does not retry if that cannot help: %s',
    async (error) => {
      const attempt = vi.fn<() => Promise<never>>(() => Promise.reject(error))
      await expect(attemptLoop(attempt, options())).rejects.toBe(error)
      expect(attempt).toHaveBeenCalledTimes(1)
    },
  )

  it('ends where the attempt itself fires the signal and never answers', async () => {
    const stop = new AbortController()
    const attempt = (): Promise<never> => {
      stop.abort()
      return never()
    }
    await expect(attemptLoop(attempt, options({ signal: stop.signal }))).rejects.toMatchObject({ kind: 'aborted' })
  })

  it('wraps every attempt, so that a runner sees each failure', async () => {
    const seen: string[] = []
    const around = async <T>(run: () => Promise<T>): Promise<T> => {
      seen.push('wait')
      try {
        return await run()
      } catch (error) {
        seen.push(String(error))
        throw error
      }
    }
    await expect(attemptLoop(() => Promise.reject(overloaded()), options({ around }))).rejects.toThrow('Busy.')
    expect(seen).toEqual(Array.from({ length: 3 }, () => ['wait', 'AssayError: Busy.']).flat())
  })
})

describe('an abort', () => {
  it('before the first attempt sends no request', async () => {
    const attempt = vi.fn<() => Promise<string>>()
    await expect(attemptLoop(attempt, options({ signal: AbortSignal.abort() }))).rejects.toMatchObject({ kind: 'aborted' })
    expect(attempt).not.toHaveBeenCalled()
  })

  it('while a runner delays the attempt sends no request', async () => {
    const controller = new AbortController()
    const attempt = vi.fn<() => Promise<string>>()
    const around = <T>(run: () => Promise<T>): Promise<T> => {
      controller.abort()
      return run()
    }
    await expect(attemptLoop(attempt, options({ signal: controller.signal, around }))).rejects.toMatchObject({ kind: 'aborted' })
    expect(attempt).not.toHaveBeenCalled()
  })

  it('during an attempt that ignores its signal ends the loop at once', async () => {
    const controller = new AbortController()
    const running = attemptLoop(never, options({ signal: controller.signal }))
    controller.abort()
    await expect(running).rejects.toMatchObject({ kind: 'aborted', isRetryable: false })
  })

  it('reaches the adapter, and is an abort whatever the adapter makes of it', async () => {
    const controller = new AbortController()
    const running = attemptLoop(closedByAbort, options({ signal: controller.signal }))
    controller.abort()
    await expect(running).rejects.toMatchObject({ kind: 'aborted' })
  })

  it('during a wait ends it', async () => {
    const controller = new AbortController()
    const running = attemptLoop(() => Promise.reject(overloaded(60_000)), options({ signal: controller.signal, clock: systemClock }))
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    controller.abort(new AssayError({ kind: 'budget', message: 'Spent.' }))
    await expect(running).rejects.toMatchObject({ kind: 'budget' })
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })
})

describe('a wish to finish', () => {
  const usage = { calls: 1, inputTokens: 7, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 }
  const refused = (): AssayError => new AssayError({ kind: 'rate_limit', message: 'Busy.', provider: 'p', retryAfterMs: 60_000, usage })

  it('during a wait ends it, with what the attempt used, and sends no more', async () => {
    const [finish, signal] = [new AbortController(), new AbortController()]
    const attempt = vi.fn<() => Promise<string>>(() => Promise.reject(refused()))
    const signals = { finish: finish.signal, signal: signal.signal }
    const running = attemptLoop(attempt, options({ ...signals, clock: systemClock }))
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    finish.abort()
    await expect(running).rejects.toMatchObject({
      kind: 'aborted',
      message: expect.stringMatching(/^Busy\. .*interrupted/),
      provider: 'p',
      usage,
    })
    expect(attempt).toHaveBeenCalledTimes(1)
  })

  it('lets the attempt in flight answer, and does not repeat one that is refused', async () => {
    const finish = AbortSignal.abort()
    expect(await attemptLoop(() => Promise.resolve('yes'), options({ finish }))).toMatchObject({ value: 'yes' })
    const clock = fakeClock()
    const attempt = vi.fn<() => Promise<string>>(() => Promise.reject(refused()))
    await expect(attemptLoop(attempt, options({ finish, clock }))).rejects.toMatchObject({ kind: 'aborted' })
    expect(attempt).toHaveBeenCalledTimes(1)
    expect(clock.sleeps).toEqual([])
  })

  it('leaves what can never succeed as it is', async () => {
    const attempt = (): Promise<string> => Promise.reject(new AssayError({ kind: 'auth', message: 'No.' }))
    await expect(attemptLoop(attempt, options({ finish: AbortSignal.abort() }))).rejects.toMatchObject({ kind: 'auth' })
  })
})

describe('a time limit', () => {
  it('turns a silent adapter into a time-out, which is retried', async () => {
    vi.useFakeTimers()
    const signals: (AbortSignal | undefined)[] = []
    const attempt = (signal: AbortSignal | undefined): Promise<never> => {
      signals.push(signal)
      return never()
    }
    const running = expect(attemptLoop(attempt, options({ attemptTimeoutMs: 500 }))).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('No reply within 500 ms.'),
    })
    await vi.advanceTimersByTimeAsync(1500)
    await running
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer behind an answer', async () => {
    vi.useFakeTimers()
    await attemptLoop(() => Promise.resolve(1), options({ attemptTimeoutMs: 500 }))
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([Number.POSITIVE_INFINITY, 1e12])('of %s ms does not fire at once', async (attemptTimeoutMs) => {
    expect(await attemptLoop(late, options({ attemptTimeoutMs }))).toMatchObject({ value: 'late', attempts: 1 })
  })
})

describe('one signal for 10,000 calls', () => {
  it('raises no listener warning and leaves no listener', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error): void => void warnings.push(warning)
    process.on('warning', onWarning)
    const { signal } = new AbortController()
    for (let start = 0; start < 10_000; start += 500) {
      const calls = Array.from({ length: 500 }, (_, n) => {
        let callCount = 0
        const attempt = async (): Promise<number> => {
          callCount += 1
          if (n % 7 === 0 && callCount === 1) throw overloaded()
          return n
        }
        return attemptLoop(
          attempt,
          options({ signal, attemptTimeoutMs: 60_000, clock: { ...systemClock, sleep: (_ms, held) => systemClock.sleep(0, held) } }),
        )
      })
      await Promise.all(calls)
    }
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})

function closedByAbort(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new AssayError({ kind: 'connection', message: 'Closed.' })))
  })
}

function late(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, 5, 'late')
  })
}
