import { readFileSync, writeFileSync } from 'node:fs'
import { startFakeOpenAI } from '@assay/testkit'
import { describe, expect, it } from 'vitest'
import { literalJudge } from '../../__fixtures__/literal-judge.ts'
import { osloRow } from '../../__fixtures__/oslo-row.ts'
import { command, paidRuns, supported } from '../../__fixtures__/paid-runs.ts'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const { answerBy, asked, assay, at, reportOf, writeRows } = paidRuns()

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

  it('in dollars counts cached tokens that a server does not tell as uncached, and the report says that the cost is a bound', async () => {
    writeRows(60)
    answerBy(() => ({ text: supported(true), usage: { prompt_tokens: 400_000, completion_tokens: 20_000, total_tokens: 420_000 } }))
    const args = ['eval', 'rows.jsonl', '-m', 'context-recall', '-j', 'openai:gpt-5-mini', '--strategy', 'single-pass']
    const { code } = await assay([...args, '--budget-usd', '0.5', '-o', 'out.json', '-o', 'out.txt'])
    const calls = asked().length
    expect(code).toBe(3)
    expect(calls).toBe(3)
    const report = JSON.parse(readFileSync(at('out.json'), 'utf8'))
    expect(report).toMatchObject({ costIsBound: true, costNote: 'some token counts are missing from openai:gpt-5-mini' })
    expect(report.cost).toBeCloseTo(0.14 * calls, 12)
    expect(report.stopped.reason).toContain('The budget of $0.50 leaves no room: at most $0.14 are spent, about $0.28 more are in flight')
    expect(readFileSync(at('out.txt'), 'utf8').replaceAll(/\s+/g, ' ')).toContain('cost at most $0.4200 (some token counts are missing')
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
    expect((await reportOf('--prices', 'nowhere.json')).err).toContain('nowhere.json could not be read as a list of prices in JSON')
  })
})

it('prices may stand in the file, where a list names them', async () => {
  const prices = [{ provider: 'openai', model: 'm', input: 1e6, output: 1e6 }]
  const config = { data: 'rows.jsonl', judge: 'openai:m', metrics: ['context-recall'], prices, budgetUsd: 1e9 }
  const folder = project({ 'assay.config.json': JSON.stringify(config), 'rows.jsonl': jsonl(osloRow) })
  await using server = await startFakeOpenAI((request) => literalJudge(request))
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url }
  const { usage, cost } = JSON.parse((await runAssay(['eval', '--quiet', '-o', '-'], { cwd: folder, env })).out)
  expect(cost).toBe(usage.inputTokens + usage.outputTokens)
})
