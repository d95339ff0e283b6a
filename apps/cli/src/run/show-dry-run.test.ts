import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { command, paidRuns } from '../__fixtures__/paid-runs.ts'

const { asked, assay, at, reportOf } = paidRuns()

describe('a dry run', () => {
  it('says calls and tokens, asks nobody, and knows what is kept', async () => {
    const first = await assay([...command, '--dry-run'])
    expect(first.code).toBe(0)
    expect(first.out).toMatch(/context_recall +openai:toy +6 +6 +0 /)
    expect(asked()).toHaveLength(0)
    expect(existsSync(at('.assay'))).toBe(false)
    await reportOf()
    expect((await assay([...command, '--dry-run'])).out).toMatch(/context_recall +openai:toy +6 +0 +6 /)
    expect(asked()).toHaveLength(6)
  })
})
