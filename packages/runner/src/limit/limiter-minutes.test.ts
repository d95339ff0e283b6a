import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { setUp } from './__fixtures__/limited.ts'
import { mostWithin } from './__fixtures__/most-within.ts'

describe('limits per minute', () => {
  it('let no more requests go in any minute, and spread them over it', async () => {
    const { clock, starts, attemptMany } = setUp({ requestsPerMinute: 120 })
    attemptMany(400)
    await clock.drain()
    expect(
      mostWithin(
        starts.map((at) => ({ at, amount: 1 })),
        60_000,
      ),
    ).toBeLessThanOrEqual(120)
    expect(
      mostWithin(
        starts.map((at) => ({ at, amount: 1 })),
        1000,
      ),
    ).toBeLessThanOrEqual(4)
    expect(starts.at(-1)).toBeLessThan((400 / 120) * 61_500)
  })

  it('let no more tokens go in any minute, however large the requests', async () => {
    const { clock, limiter } = setUp({ tokensPerMinute: 10_000 })
    const sent: { at: number; amount: number }[] = []
    const sizes = Array.from({ length: 60 }, (_, index) => [100, 6000, 900, 10_000, 1][index % 5] ?? 0)
    for (const amount of sizes) void limiter.run(async () => sent.push({ at: clock.monotonic(), amount }), { tokens: amount, lane: 'm' })
    await clock.drain()
    expect(sent.map(({ amount }) => amount)).toEqual(sizes)
    expect(mostWithin(sent, 60_000)).toBeLessThanOrEqual(10_000)
  })

  it('go by what a reply says it used, once it is known', async () => {
    for (const [usage, second] of [
      [{ inputTokens: 50, outputTokens: 50 }, 610],
      [{ inputTokens: 50, outputTokens: null }, 61_000],
    ] as const) {
      const { clock, starts, attempt, attemptMany } = setUp({ tokensPerMinute: 10_000, concurrency: 1 })
      void attempt({ tokens: 10_000, end: { usage } })
      attemptMany(1, { tokens: 100 })
      await clock.drain()
      expect(starts).toEqual([0, second - (second === 610 ? 250 : 0)])
    }
  })

  it('also by what a failed attempt has used', async () => {
    const { clock, starts, attemptMany } = setUp({ tokensPerMinute: 10_000, concurrency: 1 })
    const usage = {
      calls: 1,
      inputTokens: 5000,
      outputTokens: 5000,
      cachedInputTokens: null,
      cacheWriteTokens: null,
      reasoningTokens: null,
    }
    attemptMany(1, { tokens: 1, end: new AssayError({ kind: 'invalid_reply', message: 'Not JSON.', usage }) })
    attemptMany(1, { tokens: 100 })
    await clock.drain()
    expect(starts[1]).toBe(61_000)
  })

  it('refuse at once what could never be sent, naming both numbers', async () => {
    const { starts, attempt } = setUp({ tokensPerMinute: 10_000, adapter: { provider: 'p', modelId: 'm1' } })
    const error = await attempt({ tokens: 10_000.5 }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'request_too_large', isRetryable: false, provider: 'p', modelId: 'm1' })
    expect(String(error)).toContain('p:m1 needs about 10001 tokens, more than the 10000 allowed per minute')
    expect(starts).toEqual([])
    await expect(attempt({ tokens: Number.NaN })).rejects.toThrow(RangeError)
  })
})
