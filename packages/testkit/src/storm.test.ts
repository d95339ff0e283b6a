import { parseRetryAfter } from '@assay/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startFakeAnthropic } from './anthropic-protocol.ts'
import { inTurns } from './in-turns.ts'
import { startFakeOpenAI } from './openai-protocol.ts'
import { retryAfterForms } from './retry-after-forms.ts'
import { createStorm, type StormOptions } from './storm.ts'

async function start(options: StormOptions) {
  const storm = createStorm(options)
  const server = await startFakeOpenAI(storm.over('hello'))
  onTestFinished(() => server.close())
  const chat = (signal?: AbortSignal): Promise<Response> =>
    fetch(`${server.url}/chat/completions`, { method: 'POST', body: '{"model":"m"}', ...(signal === undefined ? {} : { signal }) })
  return { storm, chat }
}

async function outcomesOf(options: StormOptions, requests: number): Promise<string[]> {
  const { storm, chat } = await start(options)
  for (let at = 0; at < requests; at += 1) {
    const controller = new AbortController()
    const ended = chat(controller.signal)
      .then((response) => response.text())
      .catch(() => 'broken')
    await expect.poll(() => storm.records.length).toBe(at + 1)
    if (storm.records[at]?.outcome === 'hang') controller.abort()
    await ended
  }
  return storm.records.map(({ outcome }) => outcome)
}

describe('a storm', () => {
  test('without options lets everything pass', async () => {
    expect(await outcomesOf({}, 5)).toEqual(Array.from({ length: 5 }, () => 'answered'))
  })

  test('refuses what its bucket does not hold, and says when there is place again', async () => {
    const { storm, chat } = await start({ bucket: { perSecond: 0.01, burst: 2 } })
    expect([(await chat()).status, (await chat()).status]).toEqual([200, 200])
    const refused = await chat()
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { message: 'Too many requests.' } }])
    const asked = Number(refused.headers.get('retry-after-ms'))
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(100_000)
    expect(storm.records.map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'bucket_empty'])
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { chat: soon } = await start({ bucket: { perSecond: 50, burst: 1 } })
    expect([(await soon()).status, (await soon()).status]).toEqual([200, 429])
    vi.advanceTimersByTime(20)
    expect((await soon()).status).toBe(200)
  })

  test('refuses what finds every slot taken, until an answer is out or its client is gone', async () => {
    const { storm, chat } = await start({ slots: 1, faults: { hang: 1 } })
    const controller = new AbortController()
    const hanging = chat(controller.signal).catch(() => 'gone')
    await expect.poll(() => storm.records).toHaveLength(1)
    const refused = await chat()
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('retry-after-ms')]).toEqual([429, null, null])
    controller.abort()
    expect(await hanging).toBe('gone')
    // The server learns a little later than the client that it is gone.
    for (let isFree = false; !isFree; isFree = storm.records.at(-1)?.outcome === 'hang') {
      const next = new AbortController()
      const asked = storm.records.length
      const late = chat(next.signal).catch(() => 'gone')
      await expect.poll(() => storm.records.length).toBe(asked + 1)
      next.abort()
      await late
    }
    expect(storm.records.slice(0, 2)).toMatchObject([
      { outcome: 'hang', busy: 0 },
      { outcome: 'slots_full', busy: 1, rawBody: '{"model":"m"}' },
    ])
  })

  test('breaks the shares it is told to, the same ones for the same seed', async () => {
    const faults = { serverError: 0.3, cut: 0.2, hang: 0.05 }
    const first = await outcomesOf({ faults }, 40)
    expect(new Set(first)).toEqual(new Set(['answered', 'server_error', 'cut', 'hang']))
    expect(await outcomesOf({ faults, seed: 1 }, 40)).toEqual(first)
    expect(await outcomesOf({ faults, seed: 2 }, 40)).not.toEqual(first)
  })

  test('answers after about its latency', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { chat } = await start({ latencyMs: 40 })
    const startedAt = performance.now()
    await inTurns(chat(), (ms) => vi.advanceTimersByTime(ms))
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(20)
  })

  test('goes through every form of Retry-After, or says nothing, or what it is told to', async () => {
    const { storm, chat } = await start({ faults: { serverError: 1 }, retryAfter: 'every-form' })
    const forms = retryAfterForms(Date.now())
    const statuses = new Set<number>()
    for (const _ of forms) statuses.add((await chat()).status)
    expect(statuses).toEqual(new Set([500, 502, 503, 504, 529]))
    expect(storm.records.map(({ asked }) => Object.keys(asked))).toEqual(forms.map(({ headers }) => Object.keys(headers)))
    const { chat: silent } = await start({ bucket: { perSecond: 1, burst: 0 }, retryAfter: 'none' })
    expect((await silent()).headers.get('retry-after-ms')).toBeNull()
    const { chat: slow } = await start({ faults: { serverError: 1 }, retryAfter: { 'retry-after': '3600' } })
    expect((await slow()).headers.get('retry-after')).toBe('3600')
  })

  test('plays a list for those that get through, over any of the fake servers', async () => {
    const storm = createStorm({ bucket: { perSecond: 0.01, burst: 2 } })
    const server = await startFakeAnthropic(storm.over(['first', { text: 'second', stopReason: 'max_tokens' }]))
    onTestFinished(() => server.close())
    const ask = async () => (await fetch(`${server.url}/v1/messages`, { method: 'POST', body: '{}' })).json()
    expect(await ask()).toMatchObject({ content: [{ text: 'first' }] })
    expect(await ask()).toMatchObject({ content: [{ text: 'second' }], stop_reason: 'max_tokens' })
    expect(await ask()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } })
  })
})

test.each([0, 1, 500, 999])('every form of Retry-After asks for what it says, %s ms after the second', (ms) => {
  const now = Date.UTC(2026, 1, 3, 4, 5, 6, ms)
  for (const { headers, waitMs } of retryAfterForms(now))
    expect([headers, parseRetryAfter(new Headers(headers), now)]).toEqual([headers, waitMs])
})
