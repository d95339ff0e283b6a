import { inTurns } from '@assay/testkit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { paidRuns, supported } from '../../__fixtures__/paid-runs.ts'

const { answerBy, asked, reportOf } = paidRuns()

describe('limits', () => {
  it('a request larger than a minute allows is never sent', async () => {
    const { report } = await reportOf('--tpm', '10', '--limit', '1')
    expect(report.rows[0].scores.context_recall).toMatchObject({ status: 'unscored', cause: 'request_too_large' })
    expect(asked()).toHaveLength(0)
  })

  it('requests per minute are spread', async () => {
    // What is loaded for the first request is loaded.
    await reportOf('--limit', '1', '--no-cache')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const startedAt: number[] = []
    answerBy(() => {
      startedAt.push(performance.now())
      return supported(true)
    })
    await inTurns(reportOf('--rpm', '240', '--limit', '5', '--no-cache'), (ms) => vi.advanceTimersByTime(ms))
    expect(startedAt).toHaveLength(5)
    // 5 requests at 4 a second take at least three quarters of a second.
    expect((startedAt[4] ?? 0) - (startedAt[0] ?? 0)).toBeGreaterThan(750)
  })

  it('the same failure ends the run after as many rows as are allowed', async () => {
    answerBy(() => ({ status: 400, body: { error: { message: 'no such thing', code: 'model_not_found' } } }))
    for (const [option, total] of [
      [[], 3],
      [['--stop-after', '2'], 2],
    ] as const) {
      const { err } = await reportOf('--concurrency', '1', '--no-cache', ...option)
      expect(err).toContain(`failed the same way on ${total} rows in a row`)
    }
  })
})
