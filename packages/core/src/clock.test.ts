import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('the clock of the system', () => {
  it('sleeps for the requested time, and removes its listener', async () => {
    vi.useFakeTimers()
    const { signal } = new AbortController()
    let awake = false
    const sleeping = systemClock.sleep(1000, signal).then(() => (awake = true))
    await vi.advanceTimersByTimeAsync(999)
    expect(awake).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await sleeping
    expect(awake).toBe(true)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('sleeps on where a timer would overflow and fire at once', async () => {
    vi.useFakeTimers()
    let awake = false
    void systemClock.sleep(1e12).then(() => (awake = true))
    await vi.advanceTimersByTimeAsync(86_400_000)
    expect(awake).toBe(false)
  })

  it('wakes on the abort, and leaves no timer', async () => {
    vi.useFakeTimers()
    const controller = new AbortController()
    const sleeping = expect(systemClock.sleep(1000, controller.signal)).rejects.toMatchObject({ kind: 'aborted' })
    controller.abort()
    await sleeping
    expect(vi.getTimerCount()).toBe(0)
    await expect(systemClock.sleep(1000, controller.signal)).rejects.toMatchObject({ kind: 'aborted' })
  })

  it('gives the time since 1970, and measures by a monotonic clock', () => {
    vi.useFakeTimers({ now: 5000 })
    const startedAt = systemClock.monotonic()
    vi.advanceTimersByTime(40)
    expect(systemClock.now()).toBe(5040)
    vi.setSystemTime(0)
    expect(systemClock.monotonic() - startedAt).toBe(40)
  })
})
