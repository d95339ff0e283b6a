import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inTurns } from './in-turns.ts'
import { startFakeOpenAI } from './openai-protocol.ts'

const advance = (ms: number): unknown => vi.advanceTimersByTime(ms)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('an hour passes at once, between a server and its client', async () => {
  await using server = await startFakeOpenAI(() => ({ delayMs: 3_600_000, text: 'late' }))
  const startedAt = performance.now()
  const asked = fetch(`${server.url}/chat/completions`, { method: 'POST', body: '{}' })
  expect((await inTurns(asked, advance, 1000)).status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3_600_000)
})

it('work that fails fails as it does', async () => {
  const work = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new RangeError('too late')), 50)
  })
  await expect(inTurns(work, advance)).rejects.toThrow(new RangeError('too late'))
})
