import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeOpenAI } from '@assay/testkit'
import { describe, expect, it } from 'vitest'
import { literalJudge } from '../../../__fixtures__/literal-judge.ts'
import { literalServer } from '../../../__fixtures__/literal-server.ts'
import { jsonl, project } from '../../../__fixtures__/project.ts'
import { runAssay } from '../../../__fixtures__/run-assay.ts'

const { assay, sent } = literalServer()
const words = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** Twelve questions; what was retrieved for the first `found` of them holds the answer. */
const rows = (found: number): string =>
  jsonl(
    ...Array.from({ length: 12 }, (_, i) => ({
      id: `q${i}`,
      user_input: `Question ${i}?`,
      reference: `Answer ${i}.`,
      retrieved_contexts: [i < found ? `It says: Answer ${i}.` : `Nothing of the kind, ${found}.`],
      reference_context_ids: [`d${i}`],
      retrieved_context_ids: i < found ? ['x', `d${i}`] : ['x'],
    })),
  )
const three = { 'good.jsonl': rows(12), 'fair.jsonl': rows(9), 'poor.jsonl': rows(2) }
const files = Object.keys(three)

describe('assay eval --side-by-side', () => {
  it('scores each file as a run of its own, keeps the reports where a folder is named, and compares them', async () => {
    const cwd = project(three)
    const { code, out, err } = await runAssay(
      ['eval', ...files, '-m', 'recall@1,2', '--side-by-side', '-o', 'all.md', '-o', 'all.json', '-o', 'runs/'],
      { cwd },
    )
    expect([code, err]).toEqual([0, 'assay: wrote all.md, all.json, runs/\n'])
    expect(words(out)).toContain('recall@2 run mean to the best mean letters rows unscored good 1.000 best mean a 12 0')
    expect(out).toMatch(/ poor +0\.167 +-0\.833 \[.*\] +b +12 +0/)
    expect(readdirSync(join(cwd, 'runs')).toSorted()).toEqual(['fair.json', 'good.json', 'poor.json'])
    const report = JSON.parse(readFileSync(join(cwd, 'runs', 'poor.json'), 'utf8'))
    expect(report).toMatchObject({ run: { label: 'poor', data: ['poor.jsonl'] }, summary: { 'recall@2': { mean: 1 / 6 } } })
    expect(report.rows[0].sample).toMatchObject({ userInput: 'Question 0?' })
    const { curves, runs } = JSON.parse(readFileSync(join(cwd, 'all.json'), 'utf8'))
    expect(curves).toEqual([{ name: 'recall', points: [1, 2].map((k) => ({ k, metric: `recall@${k}` })) }])
    expect(runs.map(({ label, file }: { label: string; file: string }) => [label, file])).toEqual(
      files.map((file) => [file.slice(0, -6), join('runs', `${file.slice(0, -6)}.json`)]),
    )
    expect(readFileSync(join(cwd, 'all.md'), 'utf8')).toContain('`Question 2?`')
    // The same comparison by hand.
    const again = await runAssay(['compare', ...['good', 'fair', 'poor'].map((name) => join('runs', `${name}.json`))], { cwd })
    expect(again.out).toBe(out)
  })

  it('without a folder leaves no report behind, and names the data', async () => {
    const cwd = project(three)
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('assay-runs-'))
    const { code, out } = await runAssay(['eval', '*.jsonl', '-m', 'recall@2', '--side-by-side'], { cwd })
    expect(code).toBe(0)
    expect(out).toMatch(/^fair +fair\.jsonl +12$/m)
    expect(readdirSync(cwd).toSorted()).toEqual(files.toSorted())
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('assay-runs-'))).toEqual(before)
    expect((await runAssay(['eval', '*.jsonl', '-m', 'recall@2', '--side-by-side', '--quiet'], { cwd })).out).toBe('')
    const piped = await runAssay(['eval', '*.jsonl', '-m', 'recall@2', '--side-by-side', '--no-samples', '-o', '-'], { cwd })
    expect(JSON.parse(piped.out)).toMatchObject({ kind: 'runs', rows: { joined: 12 } })
  })

  it('shares kept replies, so that claims are made once for all runs, and tells each what it would have cost alone', async () => {
    const cwd = project(three)
    writeFileSync(
      join(cwd, 'prices.json'),
      JSON.stringify([{ provider: 'openai', model: 'toy', input: 1, output: 1, cachedRead: 1, cacheWrite: 1 }]),
    )
    const args = [
      ...files,
      '-m',
      'context-recall',
      '-j',
      'openai:toy',
      '--prices',
      'prices.json',
      '--side-by-side',
      '-o',
      'runs/',
      '-o',
      'all.json',
    ]
    const { code, out } = await assay(cwd, ...args)
    expect(code).toBe(0)
    const names = sent().map(({ body }) => JSON.stringify(body).match(/"name":"(claims|verdicts)"/)?.[1])
    expect(names.filter((name) => name === 'claims')).toHaveLength(12)
    // Contexts that two files have in common are judged once, too.
    expect(names.filter((name) => name === 'verdicts')).toHaveLength(12 + 3 + 10)
    const runs: { label: string; calls: number; tokens: number; cost: number; p50: number }[] = JSON.parse(
      readFileSync(join(cwd, 'all.json'), 'utf8'),
    ).runs
    for (const { calls, tokens, cost, p50 } of runs) {
      expect(calls).toBe(24)
      expect(cost).toBeCloseTo(tokens / 1e6, 12)
      expect(p50).toBeGreaterThan(0)
    }
    const paid = ['good', 'fair', 'poor'].map((name): number => JSON.parse(readFileSync(join(cwd, 'runs', `${name}.json`), 'utf8')).cost)
    expect(paid[0]).toBeGreaterThan(paid[1] ?? 9)
    expect(paid[0]).toBeCloseTo(runs[0]?.cost ?? 9, 12)
    expect(out).toMatch(/^run +report +rows +tokens +cost +p50$/m)
    expect(
      new Set(['good', 'fair', 'poor'].map((name) => JSON.parse(readFileSync(join(cwd, 'runs', `${name}.json`), 'utf8')).run.id)).size,
    ).toBe(3)
  })

  it('has one budget; where it runs out, runs not begun are named, and all is gone on with by one --resume that asks nothing twice', async () => {
    const cwd = project(three)
    const usage = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 }
    await using server = await startFakeOpenAI((request) => ({ text: literalJudge(request), usage }))
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url }
    const calls = ['-m', 'context-recall', '-j', 'openai:toy', '--no-cache', '--concurrency', '1', '--budget-tokens', '32000']
    const first = await runAssay(['eval', ...files, ...calls, '--side-by-side', '-o', 'runs/', '-o', 'all.json'], { cwd, env })
    expect(first.code).toBe(3)
    expect(server.requests.length).toBeGreaterThan(24)
    expect(server.requests.length).toBeLessThan(34)
    expect(first.err).toMatch(/fair: stopped early: The budget of 32,?000 tokens/)
    expect(first.err).toContain('not begun: poor')
    expect(first.out).toBe('')
    const [, id = ''] = /to go on with it: assay eval --resume=(\S+)/.exec(first.err) ?? []
    const second = await runAssay(['eval', `--resume=${id}`, '--budget-tokens', '10000000'], { cwd, env })
    expect([second.code, words(second.out)]).toEqual([0, expect.stringContaining('best of 3: good')])
    expect(server.requests).toHaveLength(72)
    expect(JSON.parse(readFileSync(join(cwd, 'runs', 'fair.json'), 'utf8')).usage.calls).toBe(24)
    expect((await runAssay(['eval', '--resume'], { cwd, env })).err).toContain('There is no unfinished run')
  })

  it('the last unfinished run is found by --resume alone, also after an interruption', async () => {
    const cwd = project(three)
    let interrupt: (() => void) | undefined
    await using slow = await startFakeOpenAI((request, index) => {
      if (index === 30) interrupt?.()
      return literalJudge(request)
    })
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: slow.url }
    const args = [
      'eval',
      ...files,
      '-m',
      'context-recall',
      '-j',
      'openai:toy',
      '--no-cache',
      '--concurrency',
      '1',
      '--side-by-side',
      '--quiet',
      '-o',
      'all.json',
    ]
    const first = await runAssay(args, { cwd, env, onStart: (kill) => (interrupt = () => kill('SIGINT')) })
    expect(first.code).toBe(130)
    expect(existsSync(join(cwd, 'all.json'))).toBe(false)
    expect(await runAssay(['eval', '--resume'], { cwd, env })).toMatchObject({ code: 0 })
    expect(slow.requests).toHaveLength(72)
    expect(JSON.parse(readFileSync(join(cwd, 'all.json'), 'utf8')).metrics.context_recall.used).toBe(12)
  })

  it('holds gates in each run, and says which one failed', async () => {
    const cwd = project(three)
    const { code, err } = await runAssay(
      ['eval', ...files, '-m', 'recall@2', '--side-by-side', '--quiet', '--fail-under', 'recall@2=0.7'],
      { cwd },
    )
    expect([code, err]).toEqual([1, 'assay: poor: gate failed: recall@2: mean at least 0.7; it is 0.167\n'])
    const unscored = project({ ...three, 'fair.jsonl': three['fair.jsonl'].replace('["d0"]', '[]') })
    const some = await runAssay(['eval', ...files, '-m', 'recall@2', '--side-by-side', '-o', 'c.md'], { cwd: unscored })
    expect([some.code, some.err]).toEqual([3, expect.stringContaining('fair: unscored: 1 of 12 rows')])
    // What it asks is in the hash: the row asks something else there.
    expect(some.out).toContain('11 rows are in all 3 runs')
  })

  it('over a file that breaks off nothing is scored where money would be spent', async () => {
    const cwd = project({ ...three, 'poor.jsonl': `${three['poor.jsonl']}{"id":` })
    const { code, err } = await assay(cwd, ...files, '-m', 'context-recall', '-j', 'openai:toy', '--side-by-side')
    expect(code).toBe(2)
    expect(err).toContain('poor.jsonl, line 13')
    expect(sent()).toHaveLength(0)
  })

  it('tells beforehand what all runs would cost, and what stands in their way', async () => {
    const cwd = project(three)
    const dry = await assay(cwd, ...files, '-m', 'context-recall', '-j', 'openai:toy', '--side-by-side', '--dry-run')
    expect(dry.out).toMatch(/^Dry run over 36 rows/)
    const checked = await runAssay(['validate', ...files, '-m', 'recall@2', '--side-by-side', '-o', 'runs/', '-o', 'x.md'], { cwd })
    expect([checked.code, checked.out.match(/✓ data: 12 rows, each with an id/g)?.length]).toEqual([0, 3])
    expect(existsSync(join(cwd, 'runs'))).toBe(false)
  })

  it.each([
    [['good.jsonl'], /--side-by-side compares runs, and good\.jsonl is one\. Name a data file for each\./],
    [['good.jsonl', '-'], /--side-by-side reads a file for each run, and the standard input is none/],
    [['good.jsonl', 'good.jsonl'], /good\.jsonl is named twice/],
    [[...files, '-o', 'report.html.txt'], /a comparison is written as/],
    [[...files, '-o', 'a/', '-o', 'b/'], /the reports of the runs go into one folder\. Keep one of these/],
    [[...files, '-o', 'good.jsonl'], /is written as/],
    [[...files, '--csv-columns', 'question', '-o', 'x.csv'], /--csv-columns is for the report of one run/],
    [[...files, '-m', 'recall@1,,2'], /The metric "recall@" ends in @/],
  ])('refuses %j', async (args, message) => {
    const cwd = project(three)
    const { code, err } = await runAssay(['eval', ...args, ...(args.includes('-m') ? [] : ['-m', 'recall@2']), '--side-by-side'], { cwd })
    expect([code, words(err)]).toEqual([2, expect.stringMatching(message)])
    expect(readdirSync(cwd).toSorted()).toEqual(files.toSorted())
  })

  it('TREC runs are compared over their judgements', async () => {
    const run = (rank: number): string =>
      Array.from({ length: 6 }, (_, q) => `q${q} Q0 d${q} ${rank} ${1 / rank} t\nq${q} Q0 x ${3 - rank} ${1 / (3 - rank)} t\n`).join('')
    const cwd = project({
      'a.trec': run(1),
      'b.trec': run(2),
      'qrels.txt': Array.from({ length: 6 }, (_, q) => `q${q} 0 d${q} 1\n`).join(''),
    })
    const { code, out } = await runAssay(['eval', 'a.trec', 'b.trec', '--qrels', 'qrels.txt', '-m', 'mrr', '--side-by-side'], { cwd })
    expect(code).toBe(0)
    expect(out).toMatch(/ b +0\.500 +-0\.500 \[.*\] +b +6 +0/)
  })
})
