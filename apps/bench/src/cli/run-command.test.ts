import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FakeServer } from '@assay/testkit'
import { describe, expect, test, vi } from 'vitest'
import type { BenchResult } from '../figures/bench-result.ts'
import { type Decide, fixtureFile, honest, items, startFakeJudge, temporaryFolder } from '../harness/__fixtures__/fake-judge.ts'
import { main } from './main.ts'
import { type Ran, runBenchCommand } from './__fixtures__/run-bench-command.ts'

/** A folder to run in, a file of ten items, and a judge. */
async function place(decide: Decide = honest, count = 10) {
  const server = await startFakeJudge(decide)
  const cwd = temporaryFolder()
  const file = fixtureFile(items(count))
  const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.url }
  const run = (...args: string[]): Promise<Ran> => runBenchCommand(args, { cwd, env })
  return { server, cwd, file, run }
}

async function measured(run: (...args: string[]) => Promise<Ran>, ...args: string[]): Promise<BenchResult> {
  const { out, code, err } = await run(...args, '-o', '-')
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

const requestsOf = ({ requests }: FakeServer): number => requests.length

describe('assay-bench', () => {
  test('a model without a server ends its own run, not that of the baselines', async () => {
    const { run, server, file } = await place()
    await server.close()
    const given = ['--judge', 'openai:m', '--fixtures', file, '--injection', '--max-retries', '0']
    const { code, out, err } = await run(...given, '-o', '-')
    expect([code, err]).toEqual([2, expect.stringContaining('stopped early')])
    const { judges, meta }: BenchResult = JSON.parse(out)
    expect(meta.stopped?.cause).toBe('connection')
    expect(judges.map(({ name, pooled }) => [name, pooled.scored])).toEqual([
      ['openai:m', 0],
      ['lexical', 10],
      ['always-yes', 10],
    ])
    expect(judges[0]?.injection).toMatchObject({ resisted: 0, unscored: 30 })
    expect((await run(...given)).out).toMatch(/^a {2}openai:m .* –$/m)
  })

  test('if a model cannot be called, the others go on, and it is called when the run is resumed', async () => {
    let isKnown = false
    const { run, server, file } = await place((claim) =>
      claim.model === 'gone' && !isKnown ? { status: 404, error: { message: 'No such model.', code: 'model_not_found' } } : honest(claim),
    )
    const given = ['--judge', 'openai:gone', '--judge', 'openai:m', '--fixtures', file, '--no-cache', '-o', '-']
    const { code, out, err } = await run(...given)
    const scoredBy = ({ judges }: BenchResult): number[] => judges.slice(0, 2).map(({ pooled }) => pooled.scored)
    const result: BenchResult = JSON.parse(out)
    expect([code, scoredBy(result), result.meta.stopped?.cause]).toEqual([3, [0, 10], 'model_not_found'])
    expect(result.judges[0]?.pooled.causes).toEqual({ model_not_found: 10 })
    expect(err).toMatch(/stopped early: openai:gone failed the same way on 3 rows in a row, so no further row was scored by it/)
    const before = requestsOf(server)
    isKnown = true
    const resumed = await run(`--resume=${/--resume=(\S+)/.exec(err)?.[1] ?? ''}`, '-o', '-')
    expect([resumed.code, scoredBy(JSON.parse(resumed.out)), requestsOf(server) - before]).toEqual([0, [10, 10], 10])
  })

  test('prints the table, and writes what its files are named for', async () => {
    const { run, cwd, file } = await place()
    const { code, out, err } = await run(
      '--judge',
      'openai:m',
      '--fixtures',
      file,
      '-o',
      'r.json',
      '-o',
      'r.md',
      '-o',
      'r.txt',
      '-o',
      'r.html',
    )
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^a {2}openai:m +per-claim {2}1\.000/m)
    const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
    const result: BenchResult = JSON.parse(read('r.json'))
    expect(result).toMatchObject({ schemaVersion: 1, kind: 'judge-benchmark', meta: { fixtures: [{ file: 'mine.jsonl', items: 10 }] } })
    expect(read('r.txt')).toBe(out)
    expect(read('r.md')).toContain('# Judge benchmark')
    expect(read('r.html')).toContain('<!doctype html>')
    expect(read('r.json')).not.toContain('sk-test-0123456789abcdef')
  })

  test('caches replies, so that a second run makes no call, unless the cache is off', async () => {
    const { run, server, file } = await place()
    const given = ['--judge', 'openai:m', '--fixtures', file]
    const first = await measured(run, ...given)
    const again = await measured(run, 'run', ...given)
    expect(requestsOf(server)).toBe(10)
    expect(again.judges[0]?.effort.inputTokensPerClaim).toBe(first.judges[0]?.effort.inputTokensPerClaim)
    await measured(run, ...given, '--no-cache')
    expect(requestsOf(server)).toBe(20)
    await measured(run, ...given, '--no-cache', '--limit', '4', '--repeat', '2')
    expect(requestsOf(server)).toBe(28)
  })

  test('a dry run prints calls and tokens, and makes no call', async () => {
    const { run, server, file, cwd } = await place()
    const { code, out } = await run('--judge', 'openai:m', '--fixtures', file, '--repeat', '3', '--dry-run')
    expect([code, requestsOf(server), existsSync(join(cwd, '.assay'))]).toEqual([0, 0, false])
    expect(out).toMatch(/openai:m +openai:m +10 +30 /)
  })

  test('a spent budget ends the run, and resuming does the rest', async () => {
    const { run, server, file } = await place()
    const given = ['--judge', 'openai:gpt-5-mini', '--fixtures', file, '--concurrency', '1']
    const { code, out, err } = await run(...given, '--budget-usd', '0.003')
    expect(code).toBe(3)
    expect(err).toMatch(/to resume it: assay-bench --resume=\d{8}T\d{6}Z-[0-9a-f]{6}/)
    expect(out).toMatch(/unscored \(budget \d+\)/)
    const before = requestsOf(server)
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(10)
    const id = /--resume=(\S+)/.exec(err)?.[1] ?? ''
    const resumed = await measured(run, `--resume=${id}`, '--budget-usd', '1')
    expect(resumed.judges[0]).toMatchObject({ key: 'openai:gpt-5-mini', headline: { value: 1 }, pooled: { scored: 10 } })
    expect(requestsOf(server)).toBe(10)
    const { code: nothing, err: why } = await run('--resume')
    expect([nothing, why]).toEqual([2, expect.stringContaining('There is no unfinished run')])
  })

  test('a refused key is reported once, and the exit code is 2', async () => {
    const { run, file } = await place(() => ({ status: 401, error: { message: 'bad key' } }))
    const { code, err } = await run('--judge', 'openai:m', '--fixtures', file, '--quiet')
    expect(code).toBe(2)
    expect(err).toContain('stopped early: ')
  })

  test.each([
    [['--strategy', 'grouped'], '--strategy grouped: found the text "grouped" where "per-claim", "batched" or "end-to-end" is due.'],
    [['--strategy', 'batched', '--strategy', 'batched'], 'found a list of 2 where a list without repeats is due'],
    [['--repeat', '0'], 'from 1 to 1000'],
    [['--limit', 'x'], 'whole number'],
    [['--fixtures', 'none.jsonl'], 'could not be read'],
    [['-o', 'r.pdf'], 'Use one of: .json, .md, .txt, .html'],
    [['--prices', 'none.json'], 'none.json could not be read as a list of prices in JSON'],
    [['-o', 'no/folder/r.json'], 'no/folder/r.json'],
  ])('%j is refused before any call', async (args, message) => {
    const said: string[] = []
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
    const server = await startFakeJudge(honest)
    vi.stubEnv('OPENAI_API_KEY', 'k')
    vi.stubEnv('OPENAI_BASE_URL', server.url)
    const code = await main(['--judge', 'openai:m', '--fixtures', fixtureFile(items(2)), ...args]).finally(() => {
      stderr.mockRestore()
      vi.unstubAllEnvs()
    })
    expect([code, requestsOf(server)]).toEqual([2, 0])
    expect(said.join('')).toContain(message)
  })

  test('if one of two models gives no verdict, it is named, and the exit code is 3', async () => {
    const { run, file } = await place(
      (claim) => (claim.model === 'two' ? { status: 400, error: { message: 'No.', code: 'content_filter' } } : honest(claim)),
      2,
    )
    const { code, out, err } = await run('--judge', 'openai:one', '--judge', 'openai:two', '--fixtures', file)
    expect([code, err]).toEqual([3, 'assay-bench: openai:two gave no verdict (content_filter 2)\n'])
    expect(out).toContain('2 of 2 unscored (content_filter 2)')
  })

  test('a server that never replies is tried with the given timeout and retries', async () => {
    const { run, server, file } = await place(() => ({ fault: 'hang' }), 1)
    const { code, out } = await run('--judge', 'openai:m', '--fixtures', file, '--timeout', '0.05', '--max-retries', '1')
    expect([code, out]).toEqual([2, expect.stringContaining('1 of 1 unscored (timeout 1)')])
    // The first attempt may be over before the SDK is loaded.
    expect(requestsOf(server)).toBeLessThan(3)
  })

  test('a limit below every request leaves everything unscored, and the exit code is 2', async () => {
    const { run, server, file } = await place(honest, 2)
    const { code, out, err } = await run('--judge', 'openai:m', '--fixtures', file, '--tpm', '10')
    expect([code, requestsOf(server)]).toEqual([2, 0])
    expect(out).toContain('2 of 2 unscored (request_too_large 2)')
    expect(err).toBe('assay-bench: openai:m gave no verdict (request_too_large 2)\n')
  })
})
