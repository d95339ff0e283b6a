import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { paidRuns } from '../../__fixtures__/paid-runs.ts'

const { asked, at, reportOf } = paidRuns()

describe('replies are kept', () => {
  it('so that the same run again asks nobody, unless the cache is off', async () => {
    await reportOf()
    expect(asked()).toHaveLength(6)
    const again = await reportOf()
    expect(again.report).toMatchObject({ usage: { calls: 0 }, summary: { context_recall: { mean: 1, scored: 6 } } })
    expect(asked()).toHaveLength(6)
    await reportOf('--no-cache')
    expect(asked()).toHaveLength(12)
  })

  it('for as long as is asked', async () => {
    await reportOf()
    await reportOf('--cache-ttl', '1h')
    expect(asked()).toHaveLength(6)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 })
    onTestFinished(() => void vi.useRealTimers())
    await reportOf('--cache-ttl', '1h')
    expect(asked()).toHaveLength(12)
    expect(await reportOf('--cache-ttl', '1h', '--no-cache')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Leave one of the two out'),
    })
    expect((await reportOf('--cache-ttl', 'soon')).err).toContain(
      '--cache-ttl soon: found the text "soon" where a number with one of s, m, h, d, w, as in 30d or 12h is due',
    )
  })

  it('out of reach of other users and of version control', async () => {
    await reportOf()
    expect(readFileSync(at('.assay', '.gitignore'), 'utf8').trim()).toBe('*')
    for (const name of ['replies.sqlite']) expect(readFileSync(at('.assay', name), 'latin1')).not.toContain('sk-test-0123456789abcdef')
  })
})
