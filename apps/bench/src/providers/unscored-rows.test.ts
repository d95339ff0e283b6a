import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Ran, runBenchCommand } from '../cli/__fixtures__/run-bench-command.ts'
import { type Decide, honest, startFakeJudge, temporaryFolder } from '../harness/__fixtures__/fake-judge.ts'
import type { ProviderComparison } from './provider-comparison.ts'

const filtered = { status: 400, error: { message: 'The prompt was filtered.', code: 'content_filter' } } as const

/** Six rows, each a claim, and two models of one vendor that answers as `decide` says. */
async function place(decide: Decide) {
  const { url } = await startFakeJudge(decide)
  const cwd = temporaryFolder()
  const row = (at: number): object => ({ id: `r${at}`, reference: `Row ${at} is true.`, retrieved_contexts: [`Of row ${at}.`] })
  writeFileSync(join(cwd, 'rows.jsonl'), Array.from({ length: 6 }, (_, at) => JSON.stringify(row(at))).join('\n'))
  const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: url }
  const given = ['providers', '--judge', 'openai:one', '--judge', 'openai:two', '--data', 'rows.jsonl']
  return (...args: string[]): Promise<Ran> => runBenchCommand([...given, ...args], { cwd, env })
}

describe('assay-bench providers with unscored rows', () => {
  test('if no judge scored anything, the exit code is 2, and table, JSON and stderr show the causes', async () => {
    const run = await place(() => filtered)
    const { code, out, err } = await run()
    expect(code).toBe(2)
    expect(out).toMatch(/^openai:one scored none of 6 rows \(content_filter 6\)\. Row r0: openai:one .*The prompt was filtered\./m)
    expect(err).toBe(
      'assay-bench: openai:one scored nothing (content_filter 6)\nassay-bench: openai:two scored nothing (content_filter 6)\n',
    )
    const again = await run('-o', '-')
    expect([again.code, again.err]).toEqual([2, err])
    const { providers, rows }: ProviderComparison = JSON.parse(again.out)
    expect(providers.map(({ causes }) => causes)).toEqual([{ content_filter: 6 }, { content_filter: 6 }])
    expect(rows[0]?.unscored['openai:two']?.reason).toContain('The prompt was filtered.')
  })

  test('if one of two judges scored nothing, the exit code is 3, whatever is allowed', async () => {
    const run = await place((claim) => (claim.model === 'two' ? filtered : honest(claim)))
    const { code, out, err } = await run('--allow-unscored', '6')
    expect([code, err]).toEqual([3, 'assay-bench: openai:two scored nothing (content_filter 6)\n'])
    expect(out).toMatch(/^openai:one +1\.000 /m)
    expect(out).toContain('openai:two scored none of 6 rows (content_filter 6). Row r0: ')
    expect(out).toContain('No claim was decided by two of them.')
  })

  test('if a judge cannot be called, the others go on, and the run can be resumed', async () => {
    const gone = { status: 401, error: { message: 'No such key.' } } as const
    const run = await place((claim) => (claim.model === 'two' ? gone : honest(claim)))
    const { code, out, err } = await run('-o', '-')
    const { providers, stopped }: ProviderComparison = JSON.parse(out)
    expect([code, providers.map(({ scored, causes }) => [scored, causes])]).toEqual([
      3,
      [
        [6, {}],
        [0, { auth: 6 }],
      ],
    ])
    expect(stopped?.reason).toMatch(/^openai:two failed the same way/)
    expect(err).toContain('to resume it: assay-bench providers --resume=')
  })

  test('a judge that never replies is given up after the timeout', async () => {
    const run = await place(() => ({ fault: 'hang' }))
    const { code, out } = await run('--timeout', '0.05', '--max-retries', '0', '--limit', '1')
    expect([code, out]).toEqual([2, expect.stringContaining('openai:two scored none of 1 row (timeout 1). Row r0: ')])
  })

  test('more unscored rows than allowed give exit code 3', async () => {
    const run = await place((claim) => (claim.model === 'two' && claim.text.includes('4') ? filtered : honest(claim)))
    const { code, out, err } = await run()
    expect([code, err]).toEqual([
      3,
      'assay-bench: openai:two left 1 of 6 rows unscored, more than --allow-unscored allows (content_filter 1)\n',
    ])
    expect(out).toContain('openai:two left 1 of 6 rows unscored (content_filter 1). Row r4: ')
    expect(out).not.toContain('openai:one left')
    expect(await run('--allow-unscored', '1')).toMatchObject({ code: 0, err: '' })
  })
})
