import { AssayError, attemptLoop, defaultRetryPolicy } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { failure, setUp } from './__fixtures__/limited.ts'

describe('a Retry-After', () => {
  it('holds back every call of the adapter, also those that were not refused', async () => {
    const { clock, limiter, starts, attemptMany } = setUp({ startAt: 8 })
    attemptMany(1, { ms: 10, end: failure('rate_limit', 5000) })
    await clock.pass(10)
    expect(limiter.state().pausedUntil).toBe(clock.now() + 5000)
    attemptMany(20)
    await clock.pass(4999)
    expect(starts).toEqual([0])
    await clock.drain()
    expect(starts.slice(0, 8)).toEqual([0, 5010, 5110, 5110, 5210, 5210, 5210, 5210])
  })

  it('ends for all at once, but they come back one by one', async () => {
    const { clock, limiter, attemptMany } = setUp({ startAt: 64 })
    attemptMany(1, { end: failure('overloaded', 1000) })
    await clock.pass(100)
    attemptMany(500)
    const inFlight: number[] = []
    await clock.pass(950)
    for (const _ of [1, 2, 3, 4, 5, 6, 7]) {
      await clock.pass(100)
      inFlight.push(limiter.state().inFlight)
    }
    expect(inFlight).toEqual([1, 2, 4, 8, 16, 32, 48])
  })

  it('on an error that is no pushback holds them back as well, and takes no place away', async () => {
    const { clock, limiter, attemptMany } = setUp()
    attemptMany(1, { ms: 0, end: new AssayError({ kind: 'provider', message: 'Broken.', status: 502, retryAfterMs: 5000 }) })
    await clock.pass(0)
    expect(limiter.state()).toMatchObject({ pausedUntil: 1_005_000, limit: 1, pushbacks: 0 })
    attemptMany(500)
    await clock.pass(5900)
    expect(limiter.state().limit).toBe(100)
  })

  it('counts from the last one, and never backwards', async () => {
    const { clock, limiter, attemptMany } = setUp()
    attemptMany(1, { ms: 10, end: failure('rate_limit', 5000) })
    attemptMany(1, { ms: 20, end: failure('rate_limit', 1000) })
    attemptMany(1, { ms: 30, end: failure('rate_limit', 9000) })
    await clock.pass(20)
    expect(limiter.state().pausedUntil).toBe(1_000_000 + 5010)
    await clock.pass(10)
    expect(limiter.state().pausedUntil).toBe(1_000_000 + 9030)
  })

  it('is spread by up to a tenth, a second at most, for processes that share a key', async () => {
    for (const [asked, spread] of [
      [5000, 500],
      [60_000, 1000],
    ] as const) {
      const { clock, limiter, attemptMany } = setUp({ random: () => 0.999_999 })
      attemptMany(1, { ms: 0, end: failure('rate_limit', asked) })
      await clock.pass(0)
      expect(limiter.state().pausedUntil).toBeCloseTo(clock.now() + asked + spread, 0)
    }
  })

  it('beyond the limit pauses no other call: only that call fails', async () => {
    const { clock, limiter, attemptMany } = setUp({ maxPauseMs: 60_000, startAt: 1 })
    attemptMany(1, { ms: 0, end: failure('rate_limit', 60_001) })
    await clock.pass(0)
    expect(limiter.state()).toMatchObject({ pausedUntil: null, pushbacks: 1, spacingMs: 0 })
  })

  it('is waited once by the call that was refused, not by loop and limiter in turn', async () => {
    const { clock, limiter, attemptMany } = setUp({ concurrency: 2, startAt: 2 })
    const at: number[] = []
    const around = limiter.around({ tokens: 0, lane: 'm' })
    const attempt = async (): Promise<string> => {
      at.push(clock.monotonic())
      if (at.length < 4) throw failure('rate_limit', 3000)
      return 'yes'
    }
    const results = attemptLoop(attempt, { policy: defaultRetryPolicy, clock, random: () => 0, around })
    attemptMany(50)
    await clock.drain()
    expect((await results).attempts).toBe(4)
    expect(at.every((time, index) => index === 0 || (time - (at[index - 1] ?? 0) >= 3000 && time - (at[index - 1] ?? 0) <= 3200))).toBe(
      true,
    )
  })
})

describe('a server for which one at a time is too much', () => {
  it('is called at longer and longer distances, until it answers', async () => {
    const { clock, limiter, starts, attemptMany } = setUp({ startAt: 1 })
    attemptMany(5, { end: failure('rate_limit') })
    await clock.drain()
    expect(starts).toEqual([0, 200, 600, 1400, 3000])
    expect(limiter.state()).toMatchObject({ limit: 1, spacingMs: 3200 })
    attemptMany(40)
    await clock.drain()
    expect(limiter.state().limit).toBeGreaterThan(1)
  })

  it('is called every minute at least', async () => {
    const { clock, limiter, starts, attemptMany } = setUp({ startAt: 1 })
    attemptMany(20, { end: failure('overloaded') })
    await clock.drain()
    expect(limiter.state().spacingMs).toBeCloseTo(60_000)
    expect((starts[19] ?? 0) - (starts[18] ?? 0)).toBeCloseTo(60_000)
  })

  it('but time-outs, which have taken long already, put no distance between starts', async () => {
    const { clock, limiter, attemptMany } = setUp({ startAt: 4 })
    attemptMany(20, { end: failure('timeout') })
    await clock.drain()
    expect(limiter.state()).toMatchObject({ limit: 1, spacingMs: 0 })
  })
})

describe('once a run is to finish', () => {
  it('calls that a pause holds back are dropped, and so are those that come later', async () => {
    const finish = new AbortController()
    const { clock, limiter, starts, attempt, attemptMany, endOf } = setUp({ finish: finish.signal })
    attemptMany(1, { ms: 0, end: failure('rate_limit', 60_000) })
    await clock.pass(1)
    const held = [endOf(attempt()), endOf(attempt({ isRetry: true, lane: 'n' }))]
    await clock.pass(1000)
    finish.abort()
    const later = endOf(attempt())
    for (const end of await Promise.all([...held, later])) expect(end).toMatchObject({ kind: 'aborted', isRetryable: false })
    expect(starts).toEqual([0])
    expect(limiter.state()).toMatchObject({ inFlight: 0, waiting: 0 })
    expect(clock.sleepers()).toBe(0)
  })

  it('a place that becomes free is taken, and what is in flight is answered', async () => {
    const finish = new AbortController()
    const { clock, attempt, starts } = setUp({ concurrency: 1, startAt: 1, finish: finish.signal })
    const results = [attempt({ end: 'first' }), attempt({ end: 'second' })]
    await clock.pass(10)
    finish.abort()
    await clock.drain()
    expect(await Promise.all(results)).toEqual(['first', 'second'])
    expect(starts).toEqual([0, 100])
  })

  it('a call that would wait for its minute is dropped', async () => {
    const finish = new AbortController()
    const { clock, attempt, endOf } = setUp({ requestsPerMinute: 1, finish: finish.signal })
    const [first, second] = [endOf(attempt({ end: 'yes' })), endOf(attempt())]
    await clock.pass(10)
    finish.abort()
    await clock.pass(100)
    expect(await first).toBe('yes')
    expect(await second).toMatchObject({ kind: 'aborted', message: expect.stringContaining('interrupted') })
  })
})
