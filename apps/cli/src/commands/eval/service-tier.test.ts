import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeAnthropic, startFakeOpenAI } from '@assay/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { literalJudge } from '../../__fixtures__/literal-judge.ts'
import { osloRow } from '../../__fixtures__/oslo-row.ts'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const noRoom = { status: 429, error: { message: 'No capacity.', code: 'resource_unavailable', type: 'server_error' } }
const judge = ['rows.jsonl', '-m', 'context-recall', '-j', 'openai:gpt-5-mini']

/** A judge that has no room at these tiers, and what `assay eval` makes of a row. */
async function started(full: readonly string[] = []) {
  const server = await startFakeOpenAI((request) => {
    const tier: unknown = Reflect.get(Object(request.body), 'service_tier')
    return full.includes(String(tier)) ? { ...noRoom, headers: { 'retry-after': '0' } } : literalJudge(request)
  })
  onTestFinished(() => server.close())
  const cwd = project({ 'rows.jsonl': jsonl(osloRow) })
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url }
  const run = async (...args: string[]) => {
    const { code, out, err } = await runAssay(['eval', ...judge, '-o', '-', ...args], { cwd, env })
    return { code, err, report: out.startsWith('{') ? JSON.parse(out) : undefined }
  }
  const tiers = () => server.requests.map(({ body }) => Reflect.get(Object(body), 'service_tier'))
  return { cwd, env, run, tiers }
}

describe('--service-tier', () => {
  it('flex is sent, halves the cost, and shares replies with runs at another tier', async () => {
    const { run, tiers } = await started()
    const normal = await run('--no-cache')
    const flex = await run('--service-tier', 'flex')
    expect(flex.report.cost).toBeCloseTo(normal.report.cost / 2, 12)
    expect(tiers()).toEqual([undefined, undefined, 'flex', 'flex'])
    const again = await run()
    expect(tiers()).toHaveLength(4)
    expect(again.report.summary).toEqual(flex.report.summary)
  })

  it('flex is priced in a dry run', async () => {
    const { cwd, env, tiers } = await started()
    const costOf = async (...args: string[]) => {
      const rows = jsonl(...Array.from({ length: 400 }, (_, at) => ({ ...osloRow, id: `r${at}` })))
      writeFileSync(join(cwd, 'rows.jsonl'), rows)
      const { out } = await runAssay(['eval', ...judge, '--dry-run', ...args], { cwd, env })
      return Number(/total.*\$([\d.]+)/.exec(out)?.[1])
    }
    expect(await costOf('--service-tier', 'flex')).toBeCloseTo((await costOf()) / 2, 1)
    expect(tiers()).toEqual([])
  })

  it('flex,default goes on at the default tier where flex has no room, and says so', async () => {
    const { run, tiers } = await started(['flex'])
    const { code, report } = await run('--service-tier', 'flex,default', '--max-retries', '1')
    expect(code).toBe(0)
    expect(tiers()).toEqual(['flex', 'flex', 'default', 'flex', 'flex', 'default'])
    expect(report.warnings.join()).toContain('2 calls of openai:gpt-5-mini at the service tier default, because flex had no capacity.')
    const alone = await run('--service-tier', 'flex', '--max-retries', '1', '--no-cache')
    expect(alone.code).toBe(3)
    expect(alone.report.rows[0].scores.context_recall).toMatchObject({ cause: 'rate_limit' })
  })

  it.each([
    [
      ['-j', 'ollama:llama3.1', '--service-tier', 'flex'],
      'ollama:llama3.1 has no service tier flex. It has none. Leave the service tier out.',
    ],
    [['--service-tier', 'cheap'], 'openai:gpt-5-mini has no service tier cheap. Use one of auto, default, flex, priority.'],
    [['--service-tier', 'flex;default'], '--service-tier flex;default: found the text'],
    [['--service-tier', 'priority', '--budget-usd', '1'], 'needs a price for openai:gpt-5-mini at the service tier priority'],
    [['-m', 'mrr', '--service-tier', 'flex'], '--service-tier'],
  ])('%j is refused before the first call', async (args, message) => {
    const { cwd, env, tiers } = await started()
    const own = args.includes('-m') ? ['rows.jsonl'] : args.includes('-j') ? judge.slice(0, 3) : judge
    const { code, err } = await runAssay(['eval', ...own, ...args], { cwd, env })
    expect([code, err.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)])
    expect(tiers()).toEqual([])
  })

  it('takes the tiers of Anthropic', async () => {
    const server = await startFakeAnthropic((request) => literalJudge(request))
    onTestFinished(() => server.close())
    const cwd = project({ 'rows.jsonl': jsonl(osloRow) })
    const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url }
    const args = ['eval', 'rows.jsonl', '-m', 'context-recall', '-j', 'anthropic:claude-sonnet-5-5', '--service-tier', 'standard_only']
    expect((await runAssay(args, { cwd, env })).code).toBe(0)
    expect(server.requests.map(({ body }) => Reflect.get(Object(body), 'service_tier'))).toEqual(['standard_only', 'standard_only'])
  })
})
