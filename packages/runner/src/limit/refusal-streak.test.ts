import { AssayError, usageOfFailure } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { failure, setUp } from './__fixtures__/limited.ts'
import { createRefusalStreak } from './refusal-streak.ts'

const MINUTES = 60_000
const refused = failure('rate_limit')

describe('refusals without a time to wait for', () => {
  it('are the end after five minutes without any success, and not before', () => {
    const streak = createRefusalStreak()
    expect([0, 4.99 * MINUTES].map((at) => streak.failed(refused, at))).toEqual([undefined, undefined])
    const verdict = streak.failed(refused, 5 * MINUTES)
    expect(verdict).toMatchObject({
      kind: 'rate_limit',
      isRetryable: false,
      message: expect.stringContaining('For 5 minutes the server answered no request'),
    })
    expect(streak.verdict()).toBe(verdict)
  })

  it.each<[string, (streak: ReturnType<typeof createRefusalStreak>) => void]>([
    ['an answer', (streak) => streak.answered()],
    ['a refusal that names a time', (streak) => void streak.failed(failure('rate_limit', 1000), 4 * MINUTES)],
  ])('begin anew after %s', (_what, between) => {
    const streak = createRefusalStreak()
    streak.failed(refused, 0)
    between(streak)
    expect(streak.failed(refused, 6 * MINUTES)).toBeUndefined()
    expect(streak.failed(refused, 10.9 * MINUTES)).toBeUndefined()
    expect(streak.failed(refused, 11 * MINUTES)).toBeDefined()
  })

  it('go on through failures of another kind, which say nothing of an account', () => {
    const streak = createRefusalStreak()
    streak.failed(refused, 0)
    expect(streak.failed(failure('timeout'), 5 * MINUTES)).toBeUndefined()
    expect(streak.failed(failure('rate_limit', 0), 6 * MINUTES)).toBeDefined()
  })

  it('are those of HTTP 429, whatever an adapter calls it, and no overload', () => {
    const called = (status: number) => new AssayError({ kind: 'overloaded', message: 'No.', status })
    for (const [status, isOver] of [
      [429, true],
      [503, false],
    ] as const) {
      const streak = createRefusalStreak()
      streak.failed(called(status), 0)
      expect(streak.failed(called(status), 9 * MINUTES) !== undefined).toBe(isOver)
    }
  })

  it('that ended by a late answer are over', () => {
    const streak = createRefusalStreak()
    streak.failed(refused, 0)
    streak.failed(refused, 5 * MINUTES)
    streak.answered()
    expect(streak.verdict()).toBeUndefined()
  })
})

describe('a limiter', () => {
  it('sends nothing more to such a server: waiting and later calls fail with the reason, at no cost', async () => {
    const { clock, limiter, starts, attempt, attemptMany, endOf } = setUp({ concurrency: 1, startAt: 1 })
    attemptMany(1, { end: refused })
    await clock.pass(5 * MINUTES)
    const last = endOf(attempt({ end: refused }))
    const waiting = endOf(attempt())
    await clock.drain()
    expect(starts).toHaveLength(2)
    const later = await endOf(attempt())
    for (const error of [await last, await waiting, later]) {
      expect(error).toMatchObject({ kind: 'rate_limit', isRetryable: false, message: expect.stringContaining('no more requests are sent') })
    }
    expect(usageOfFailure((await waiting) as AssayError).calls).toBe(0)
    expect(limiter.state()).toMatchObject({ inFlight: 0, waiting: 0 })
    expect(clock.sleepers()).toBe(0)
  })

  it('goes on where only some are refused', async () => {
    const { clock, starts, attempt, attemptMany, endOf } = setUp({ concurrency: 1, startAt: 1 })
    for (let minute = 0; minute < 10; minute += 1) {
      attemptMany(1, minute === 4 ? {} : { end: refused })
      await clock.pass(MINUTES)
    }
    expect(await Promise.race([endOf(attempt({ end: 'yes' })), clock.drain().then(() => 'yes')])).toBe('yes')
    expect(starts.length).toBeGreaterThan(9)
  })
})
