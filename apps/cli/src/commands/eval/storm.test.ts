import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStorm, inTurns, startFakeOpenAI, type StormOptions } from '@assay/testkit'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-storm-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ROWS = 300
const ATTEMPTS = 8
const verdict = JSON.stringify({ claims: [{ text: 'It is so.', reason: 'It says so.', evidence: [], supported: true }] })

// What the command loads when it first asks is loaded; from then on, time passes with the turns of the event loop.
beforeEach(async () => {
  await ride('calm', {}, '--limit', '1')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  return () => {
    vi.useRealTimers()
  }
})

/** The whole command, against a server in a storm. */
async function ride(name: string, options: StormOptions, ...more: string[]) {
  const storm = createStorm(options)
  await using server = await startFakeOpenAI(storm.over(verdict))
  const data = join(folder, `${name}.jsonl`)
  const row = (i: number) => ({
    id: `r${i}`,
    user_input: `Question ${i}?`,
    reference: `Answer ${i}.`,
    retrieved_contexts: [`Context ${i}.`],
  })
  writeFileSync(data, Array.from({ length: ROWS }, (_, i) => `${JSON.stringify(row(i))}\n`).join(''))
  const line = ['eval', data, '-m', 'context-recall', '-j', 'openai:toy', '--strategy', 'single-pass', '--concurrency', '32']
  const limits = ['--max-retries', String(ATTEMPTS - 1), '--no-cache', '--quiet', '-o', '-']
  const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.url }
  const running = runAssay([...line, ...limits, ...more], { cwd: folder, env })
  const { code, out } = await (vi.isFakeTimers() ? inTurns(running, (ms) => vi.advanceTimersByTime(ms)) : running)
  const perCall = new Map<string, number>()
  for (const { rawBody } of storm.records) perCall.set(rawBody, (perCall.get(rawBody) ?? 0) + 1)
  return { code, report: JSON.parse(out), records: storm.records, perCall: [...perCall.values()] }
}

describe('the command in a storm', () => {
  it('of broken answers and every form of Retry-After scores all rows, within the retries it was given', async () => {
    const faults = { serverError: 0.03, cut: 0.02, hang: 0.005 }
    const { code, report, records, perCall } = await ride('broken', { faults, retryAfter: 'every-form', seed: 7 }, '--timeout', '30')
    expect(code).toBe(0)
    expect(report.summary.context_recall).toMatchObject({ mean: 1, scored: ROWS, unscored: 0 })
    expect(new Set(records.map(({ outcome }) => outcome)).size).toBeGreaterThan(2)
    expect(perCall).toHaveLength(ROWS)
    expect(Math.max(...perCall)).toBeLessThanOrEqual(ATTEMPTS)
  })

  it('of a bucket and slots that run over scores all rows, and is refused seldom', async () => {
    const { code, report, records } = await ride('bucket', { bucket: { perSecond: 60, burst: 30 }, slots: 16, latencyMs: 20 })
    expect(code).toBe(0)
    expect(report.summary.context_recall).toMatchObject({ mean: 1, scored: ROWS })
    expect(records.filter(({ outcome }) => outcome !== 'answered').length).toBeLessThan(ROWS / 3)
  })

  it('of waits that are longer than anybody waits says so, and ends the run', async () => {
    const { code, report } = await ride('wait', { bucket: { perSecond: 0.001, burst: 5 }, retryAfter: { 'retry-after': '3600' } })
    expect(code).toBe(3)
    expect(report.summary.context_recall.scored).toBe(5)
    expect(report.stopped.reason).toContain('The server requests a wait of 3600 s; the longest allowed wait is 120 s.')
  })
})
