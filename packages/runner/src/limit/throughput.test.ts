import { AssayError, attemptLoop, defaultRetryPolicy } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { seeded } from '../__fixtures__/scripted.ts'
import { virtualClock } from './__fixtures__/virtual-clock.ts'
import { createLimiter } from './limiter.ts'

type Server = { perSecond: number; burst: number; slots: number; latencyMs: number; says: 'when' | 'whole seconds' | 'nothing' }

/** What a limiter without settings makes of a server that refuses what is too much, in virtual time. */
async function rideOut(calls: number, { perSecond, burst, slots, latencyMs, says }: Server) {
  const clock = virtualClock()
  let seed = 1
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const limiter = createLimiter({ concurrency: 64, clock, random })
  let bucket = burst
  let filledAt = 0
  let busy = 0
  let refused = 0
  let answered = 0
  let steadySince: number | undefined
  let steady = 0

  async function attempt(): Promise<void> {
    const now = clock.monotonic()
    bucket = Math.min(burst, bucket + ((now - filledAt) * perSecond) / 1000)
    filledAt = now
    if (busy >= slots || bucket < 1) {
      refused += 1
      steadySince ??= now
      const waitMs = bucket >= 1 ? undefined : Math.ceil(((1 - bucket) * 1000) / perSecond)
      const whole = waitMs === undefined ? undefined : Math.ceil(waitMs / 1000) * 1000
      const retryAfterMs = { when: waitMs, 'whole seconds': whole, nothing: undefined }[says]
      throw new AssayError({ kind: 'rate_limit', message: 'Too many requests.', retryAfterMs })
    }
    bucket -= 1
    busy += 1
    await clock.sleep(latencyMs * (0.5 + random()))
    busy -= 1
    answered += 1
    if (steadySince !== undefined) steady += 1
  }

  let mostAttempts = 0
  const results = Array.from({ length: calls }, async () => {
    const around = limiter.around({ tokens: 0, lane: 'm' })
    const { attempts } = await attemptLoop(attempt, { policy: defaultRetryPolicy, clock, random, around })
    mostAttempts = Math.max(mostAttempts, attempts)
  })
  await clock.drain()
  await Promise.all(results)
  const seconds = (clock.monotonic() - (steadySince ?? 0)) / 1000
  return { answered, share: steady / seconds / Math.min(perSecond, (slots * 1000) / latencyMs), refusals: refused / answered, mostAttempts }
}

describe.each(['when', 'whole seconds', 'nothing'] as const)('of a server that says %s to wait', (says) => {
  it.each([
    ['a bucket and slots', { perSecond: 100, burst: 100, slots: 16, latencyMs: 50 }],
    ['slots alone', { perSecond: 1000, burst: 1000, slots: 8, latencyMs: 100 }],
    ['fast answers, where one at a time is too much', { perSecond: 40, burst: 40, slots: 100, latencyMs: 5 }],
    ['30 requests a minute', { perSecond: 0.5, burst: 30, slots: 100, latencyMs: 300 }],
    ['500 slow requests a minute', { perSecond: 500 / 60, burst: 500, slots: 100, latencyMs: 1500 }],
  ])('%s: four fifths of what it gives are used, and few attempts are refused', async (_what, server) => {
    const { answered, share, refusals, mostAttempts } = await rideOut(1000, { ...server, says })
    expect(answered).toBe(1000)
    expect(share).toBeGreaterThan(0.8)
    expect(refusals).toBeLessThan(0.15)
    expect(mostAttempts).toBeLessThan(defaultRetryPolicy.maxAttempts)
  })
})

it('a server that is overloaded now and then, at any pace, is called on', async () => {
  const clock = virtualClock()
  const random = seeded(7)
  const limiter = createLimiter({ concurrency: 32, clock, random: () => 0 })
  async function attempt(): Promise<void> {
    await clock.sleep(1000)
    if (random() < 0.2) throw new AssayError({ kind: 'overloaded', message: 'Busy.' })
  }
  const results = Array.from({ length: 300 }, () => {
    const around = limiter.around({ tokens: 0, lane: 'm' })
    return attemptLoop(attempt, { policy: { ...defaultRetryPolicy, maxAttempts: 10 }, clock, random, around })
  })
  await clock.drain()
  await Promise.all(results)
  // One call at a time, each with a second of its own, would take 375 seconds.
  expect(clock.monotonic()).toBeLessThan(800_000)
})
