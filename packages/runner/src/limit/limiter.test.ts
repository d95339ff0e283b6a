import { getEventListeners } from 'node:events'
import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { failure, setUp } from './__fixtures__/limited.ts'
import { settle, virtualClock } from './__fixtures__/virtual-clock.ts'
import { createLimiter } from './limiter.ts'

describe('places', () => {
  it('are given out up to the limit, and again as they come free', async () => {
    const { clock, limiter, starts, attemptMany } = setUp({ concurrency: 3 })
    attemptMany(7)
    await settle()
    expect(limiter.state()).toEqual({ limit: 3, inFlight: 3, waiting: 4, spacingMs: 0, pausedUntil: null, pushbacks: 0 })
    await clock.drain()
    expect(starts).toEqual([0, 0, 0, 100, 100, 100, 200])
    expect(limiter.state()).toMatchObject({ inFlight: 0, waiting: 0 })
  })

  it('are few at first, and twice as many with each round trip until the server pushes back', async () => {
    const { clock, starts, attemptMany } = setUp({ startAt: 2, concurrency: 12 })
    attemptMany(40)
    await clock.drain()
    expect([0, 100, 200, 300, 400].map((at) => starts.filter((start) => start === at).length)).toEqual([2, 4, 8, 12, 12])
  })

  it.each([
    [2, 2],
    [6, 4],
    [20, 10],
    [100, 16],
  ])('of %i that are allowed, %i are given to begin with, unless said otherwise', (concurrency, given) => {
    expect(createLimiter({ concurrency, clock: virtualClock() }).state().limit).toBe(given)
  })

  it.each(['rate_limit', 'overloaded', 'timeout'] as const)('are halved once when a whole round trip ends by %s', async (kind) => {
    const { clock, limiter, attemptMany } = setUp({ startAt: 16 })
    attemptMany(16, { end: failure(kind) })
    await clock.pass(100)
    expect(limiter.state()).toMatchObject({ limit: 8, pushbacks: 16, spacingMs: 0 })
  })

  it.each(['quota', 'auth', 'provider', 'connection', 'invalid_reply'] as const)('are not touched by %s', async (kind) => {
    const { clock, limiter, attemptMany } = setUp({ startAt: 16 })
    attemptMany(16, { end: failure(kind) })
    await clock.pass(100)
    expect(limiter.state()).toMatchObject({ limit: 16, pushbacks: 0, pausedUntil: null })
  })

  it('come free where an attempt throws before it waits', async () => {
    const { limiter } = setUp({ concurrency: 1 })
    const broken = () => {
      throw new TypeError('a mistake')
    }
    for (const _ of [1, 2]) await expect(limiter.run(broken, { tokens: 0, lane: 'm' })).rejects.toThrow('a mistake')
    expect(limiter.state().inFlight).toBe(0)
  })

  it.each([
    ['concurrency', 0],
    ['requestsPerMinute', Number.NaN],
    ['tokensPerMinute', 0.5],
    ['startAt', Infinity],
  ] as const)('of %s %s are refused by name', (name, value) => {
    const made = () => createLimiter({ concurrency: 1, clock: virtualClock(), [name]: value })
    expect(made).toThrow(expect.objectContaining({ kind: 'config', message: expect.stringContaining(`${name} is ${value}`) }))
  })
})

describe('an abort', () => {
  it('ends the wait of 10,000 calls on one signal by one listener, and leaves none behind', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error): void => void warnings.push(warning)
    process.on('warning', onWarning)
    const { clock, limiter, starts, attempt, endOf } = setUp({ concurrency: 2, requestsPerMinute: 60 })
    const controller = new AbortController()
    const ends = Array.from({ length: 10_000 }, (_, index) => endOf(attempt({ signal: controller.signal, lane: `m${index % 3}` })))
    const stays = attempt()
    await settle()
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
    controller.abort('enough')
    const kinds = (await Promise.all([Promise.all(ends), clock.drain()]))[0].map((end) => (AssayError.is(end) ? end.kind : end))
    expect(kinds.filter((kind) => kind === 'aborted')).toHaveLength(9999)
    await stays
    expect(starts).toHaveLength(2)
    expect(limiter.state()).toMatchObject({ waiting: 0, inFlight: 0 })
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })

  it('leaves no listener where all were served, and no timer where none waits', async () => {
    const { clock, attempt, attemptMany, endOf, limiter } = setUp({ concurrency: 2 })
    const controller = new AbortController()
    attemptMany(10, { signal: controller.signal })
    await clock.drain()
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
    attemptMany(1, { ms: 0, end: failure('rate_limit', 60_000) })
    await clock.pass(0)
    const waiting = endOf(attempt({ signal: controller.signal }))
    expect(clock.sleepers()).toBe(1)
    controller.abort()
    expect(await waiting).toMatchObject({ kind: 'aborted' })
    expect(clock.sleepers()).toBe(0)
    expect(limiter.state().waiting).toBe(0)
  })

  it('before the call sends nothing', async () => {
    const { starts, attempt } = setUp()
    await expect(attempt({ signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' })
    expect(starts).toEqual([])
  })

  it('of the large request in front lets the small one behind it go as soon as it may', async () => {
    const { clock, starts, attempt, attemptMany } = setUp({ tokensPerMinute: 10_000 })
    const controller = new AbortController()
    void attempt({ tokens: 5000 })
    attemptMany(1, { tokens: 10_000, signal: controller.signal })
    void attempt({ tokens: 1 })
    controller.abort()
    await clock.drain()
    expect(starts).toEqual([0, 30_250])
  })

  it('of the large request in front, late, lets it go at once', async () => {
    const { clock, starts, attempt, attemptMany } = setUp({ tokensPerMinute: 10_000 })
    const controller = new AbortController()
    void attempt({ tokens: 5000 })
    attemptMany(1, { tokens: 10_000, signal: controller.signal })
    void attempt({ tokens: 1 })
    await clock.pass(40_000)
    controller.abort()
    await settle()
    expect(starts).toEqual([0, 40_000])
  })
})

it('a call that was sent before goes ahead of one that waits for more tokens', async () => {
  const { clock, starts, attempt } = setUp({ tokensPerMinute: 10_000 })
  void attempt({ tokens: 5000 })
  void attempt({ tokens: 10_000 })
  await clock.pass(40_000)
  void attempt({ tokens: 10, isRetry: true })
  await settle()
  expect(starts).toEqual([0, 40_000])
})

it('ten thousand calls wait on one timer', async () => {
  const { clock, attemptMany } = setUp()
  attemptMany(1, { ms: 0, end: failure('rate_limit', 10_000) })
  await clock.pass(0)
  attemptMany(10_000)
  await settle()
  expect(clock.sleepers()).toBe(1)
})
