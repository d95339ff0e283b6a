import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { command, paidRuns } from '../__fixtures__/paid-runs.ts'

const { asked, assay, at, reportOf, writeRows } = paidRuns()

describe('a budget', () => {
  it('ends the run early; with more of it the run is resumed, and no reply is paid for twice', async () => {
    writeRows(60)
    const first = await reportOf('--budget-tokens', '1500', '--concurrency', '1')
    expect(first.code).toBe(3)
    expect(first.report.stopped.cause).toBe('budget')
    expect(first.err).toContain(`to go on with it: assay eval --resume=${first.report.run.id}`)
    const paid = asked().length
    expect(paid).toBeGreaterThan(0)
    expect(paid).toBeLessThan(60)

    const second = await assay(['eval', '--resume', '--budget-tokens', '1000000'])
    expect(second.code).toBe(0)
    expect(asked()).toHaveLength(60)
    const report = JSON.parse(second.out)
    expect(report).toMatchObject({ run: { id: first.report.run.id }, usage: { calls: 60 } })
    expect(report.rows).toHaveLength(60)
  })

  it('in dollars needs a price, which a file can give', async () => {
    const told = await assay(['validate', ...command.slice(1), '--offline', '--budget-usd', '1'])
    expect([told.code, told.out]).toEqual([2, expect.stringContaining('✗ settings: A budget in dollars needs a price for openai:toy')])
    const unpriced = await reportOf('--budget-usd', '1')
    expect(unpriced.code).toBe(2)
    expect(unpriced.err).toContain('A budget in dollars needs a price for openai:toy, and none is known.')
    expect(asked()).toHaveLength(0)
    writeFileSync(
      at('prices.json'),
      JSON.stringify([{ provider: 'openai', model: 'toy', input: 1, cachedRead: 1, cacheWrite: 1, output: 2 }]),
    )
    const { code, report } = await reportOf('--max-cost', '1', '--prices', 'prices.json')
    expect(code).toBe(0)
    const { inputTokens, outputTokens } = report.usage
    expect(report.cost).toBeCloseTo((inputTokens + 2 * outputTokens) / 1e6, 12)
    expect((await reportOf('--prices', 'nowhere.json')).err).toContain('--prices nowhere.json could not be read as JSON')
  })
})
