import {
  callAdapter,
  type AssayError,
  createParameterFallback,
  defaultRetryPolicy,
  type LLMCall,
  type RetryPolicy,
  systemClock,
} from '@assay/core'
import { createOpenAI } from '@assay/provider-openai'
import { createStorm, inTurns, retryAfterForms, startFakeOpenAI, type StormOptions } from '@assay/testkit'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLimiter } from './limiter.ts'

type Setting = { storm: StormOptions; calls: number; policy?: Partial<RetryPolicy>; attemptTimeoutMs?: number; concurrency?: number }

// Time passes with the turns of the event loop: how busy the machine is makes no difference. What is loaded on first use is loaded before.
beforeAll(async () => {
  await using server = await startFakeOpenAI('yes')
  await createOpenAI({ baseURL: server.url, apiKey: 'test-key' })('m').doGenerate({
    messages: [{ role: 'user', parts: [{ text: 'Hello.' }] }],
  })
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  return () => {
    vi.useRealTimers()
  }
})

/** Asks a server in a storm through the real adapter, the real loop and one limiter, over HTTP. */
async function ride({ storm: options, calls, policy, attemptTimeoutMs = 60_000, concurrency = 32 }: Setting) {
  const storm = createStorm(options)
  const server = await startFakeOpenAI(storm.over('yes'))
  onTestFinished(() => server.close())
  const adapter = createOpenAI({ baseURL: server.url, apiKey: 'test-key' })('m')
  const limiter = createLimiter({ concurrency, clock: systemClock, adapter })
  const fallback = createParameterFallback()
  const attempt = (index: number) => {
    const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: `Call ${index}.` }] }] }
    const around = limiter.around({ tokens: 10, lane: index % 3 === 0 ? 'a' : 'b' })
    const loop = { policy: { ...defaultRetryPolicy, ...policy }, clock: systemClock, random: Math.random, attemptTimeoutMs, around }
    return callAdapter(adapter, call, { loop, fallback }).then(
      ({ reply }) => reply.text,
      (error: AssayError) => error,
    )
  }
  const ending = Promise.all(Array.from({ length: calls }, (_, index) => attempt(index)))
  const ends = await inTurns(ending, (ms) => vi.advanceTimersByTime(ms))
  const attempts = new Map<string, number>()
  for (const { rawBody } of storm.records) attempts.set(rawBody, (attempts.get(rawBody) ?? 0) + 1)
  return { ends, records: storm.records, state: limiter.state(), mostAttempts: Math.max(...attempts.values()), callCount: attempts.size }
}

describe('a server that refuses only what is too much', () => {
  it('gives four fifths of its rate or more, and refuses few', async () => {
    const perSecond = 80
    const { ends, records, mostAttempts } = await ride({
      storm: { bucket: { perSecond, burst: 80 }, slots: 16, latencyMs: 40 },
      calls: 400,
    })
    expect(ends.every((end) => end === 'yes')).toBe(true)
    // The steady part begins where the bucket is empty for the first time: before it is the burst.
    const steady = records.slice(records.findIndex(({ outcome }) => outcome === 'bucket_empty'))
    const seconds = ((steady.at(-1)?.at ?? 0) - (steady[0]?.at ?? 0)) / 1000
    const answered = steady.filter(({ outcome }) => outcome === 'answered').length
    expect(answered / (seconds * perSecond)).toBeGreaterThan(0.8)
    expect(records.length - 400).toBeLessThan(80)
    expect(mostAttempts).toBeLessThanOrEqual(defaultRetryPolicy.maxAttempts)
  })
})

describe('a server that breaks 3 % of its answers, cuts 2 % and lets 0.5 % hang', () => {
  it('answers each of 1,000 calls in the end, none of them with more attempts than allowed', async () => {
    const { ends, records, mostAttempts, callCount, state } = await ride({
      storm: { seed: 7, latencyMs: 4, faults: { serverError: 0.03, cut: 0.02, hang: 0.005 }, retryAfter: 'every-form' },
      calls: 1000,
      policy: { maxAttempts: 8, baseDelayMs: 50 },
      attemptTimeoutMs: 10_000,
    })
    expect(ends.filter((end) => end !== 'yes')).toEqual([])
    expect(callCount).toBe(1000)
    expect(mostAttempts).toBeLessThanOrEqual(8)
    expect(state).toMatchObject({ inFlight: 0, waiting: 0 })
    const outcomes = new Set(records.map(({ outcome }) => outcome))
    expect(outcomes).toEqual(new Set(['answered', 'server_error', 'cut', 'hang']))
    const formsMet = new Set(
      records.filter(({ outcome }) => outcome === 'server_error').map(({ asked: headers }) => JSON.stringify(headers)),
    )
    expect(formsMet.size).toBeGreaterThanOrEqual(retryAfterForms(0).length)
  })
})

describe('a server that requests a wait beyond the limit', () => {
  it.each([
    ['seconds', '3600', '3600 s'],
    ['an HTTP date', new Date(Date.now() + 7_200_000).toUTCString(), '7'],
  ])('in %s fails each call after one request, with the wait named', async (_form, value, named) => {
    const { ends, records, state } = await ride({
      storm: { bucket: { perSecond: 0.001, burst: 3 }, retryAfter: { 'retry-after': value } },
      calls: 10,
    })
    const failed = ends.filter((end) => typeof end !== 'string')
    expect([ends.length - failed.length, failed.length, records.length]).toEqual([3, 7, 10])
    for (const error of failed) {
      expect(error).toMatchObject({
        kind: 'rate_limit',
        isRetryable: false,
        message: expect.stringContaining(`requests a wait of ${named}`),
      })
      expect(error.message).toContain('the longest allowed wait is 120 s')
    }
    expect(state.pausedUntil).toBeNull()
  })
})
