import { describe, expect, it } from 'vitest'
import { literalServer, summaryOf } from '../__fixtures__/literal-server.ts'
import { jsonl, project } from '../__fixtures__/project.ts'
import { runAssay } from '../__fixtures__/run-assay.ts'

const { assay, sent, url } = literalServer()

const row = {
  id: 'a',
  user_input: 'Where is Oslo, and is it big?',
  reference: 'Oslo is in Norway. It is big.',
  response: 'Oslo is in Norway. It is old.',
  retrieved_contexts: ['Oslo is in Norway. It is old. Trams run.', 'Fish are sold here.'],
}
const silent = { ...row, id: 'b', response: 'I do not know.' }
const folder = project({ 'rows.jsonl': jsonl(row), 'declined.jsonl': jsonl(row, silent) })
const judged = ['-j', 'openai:gpt-5-mini', '--quiet', '-o', '-'] as const

describe('a judged metric on the command line', () => {
  it.each([
    ['faithfulness', 1],
    ['factual-correctness', 0.5],
    ['factual_precision', 0.5],
    ['factual-recall', 0.5],
    ['hallucination', 0],
    ['self-knowledge', 0],
    ['noise-sensitivity', 0.5],
    ['noise_sensitivity_irrelevant', 0],
    ['claim-utilization', 1],
    ['context-precision', 1],
  ])('%s is %s', async (name, value) => {
    const ran = await assay(folder, 'rows.jsonl', '-m', name, ...judged)
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(summaryOf(ran)[name.replaceAll('-', '_')].mean).toBe(value)
  })

  it('takes its options, and refuses those that would change nothing', async () => {
    const precision = await assay(folder, 'rows.jsonl', '-m', 'context-precision', '--by', 'claims', '--aggregate', 'share', ...judged)
    expect(summaryOf(precision).context_precision.mean).toBe(0.5)
    const refused = await assay(folder, 'rows.jsonl', '-m', 'context-precision', '--claims', 'sentences', ...judged)
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--claims has no effect by usefulness') })
    expect(await assay(folder, 'rows.jsonl', '-m', 'faithfulness', '--beta', '2', ...judged)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--beta is for factual-correctness, which was not requested'),
    })
  })

  it('shares --strategy with metrics that are asked otherwise: each takes what it knows', async () => {
    const metrics = ['-m', 'faithfulness', '-m', 'context-relevance']
    const both = await assay(folder, 'rows.jsonl', ...metrics, '--strategy', 'per-claim', ...judged)
    expect(both.code).toBe(0)
    const { metrics: told } = JSON.parse(both.out).run
    expect(told.map(({ signature }: { signature: string }) => /strategy:([\w-]+)/.exec(signature)?.[1])).toEqual([
      'per-claim',
      'per-context',
    ])
    expect(await assay(folder, 'rows.jsonl', '-m', 'faithfulness', '--strategy', 'single-pass', ...judged)).toMatchObject({
      code: 2,
      err: expect.stringContaining('where batched or per-claim is due'),
    })
  })

  it('needs a model for what only models say', async () => {
    const ran = await assay(folder, 'rows.jsonl', '-m', 'context-relevance', '-j', 'lexical', '--quiet')
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('lexical@1 verifies something else') })
    const rubric = await assay(folder, 'rows.jsonl', '-m', 'llm-rubric', ...judged)
    expect(rubric).toMatchObject({ code: 2, err: expect.stringContaining('llm_rubric needs a rubric') })
  })

  it('works offline by the lexical screen where it counts supported claims', async () => {
    const ran = await runAssay(['eval', 'rows.jsonl', '-m', 'faithfulness', '-j', 'lexical', '--quiet', '-o', '-'], { cwd: folder })
    expect(ran.code).toBe(0)
    expect(summaryOf(ran).faithfulness.mean).toBe(1)
  })

  it('counts an answer that declines, and does not end the run by it', async () => {
    const ran = await assay(folder, 'declined.jsonl', '-m', 'faithfulness', ...judged)
    expect(ran.code).toBe(0)
    expect(summaryOf(ran).faithfulness).toMatchObject({ scored: 1, unscored: 1, causes: { declined: 1 } })
    const named = await assay(folder, 'declined.jsonl', '-m', 'faithfulness', '--allow-unscored', 'declined:0', ...judged)
    expect(named).toMatchObject({ code: 3, err: expect.stringContaining('unscored: 1 of 2 rows') })
  })
})

describe('a set of metrics', () => {
  it('rag asks four, says so in one line, and makes equal calls once', async () => {
    const ran = await assay(folder, 'rows.jsonl', '-m', 'rag', '--no-cache', ...judged)
    expect(ran.code).toBe(0)
    expect(ran.err.trim().split('\n')).toEqual([expect.stringMatching(/^assay: rag computes context_recall, .*: 5 \+ K calls/)])
    expect(Object.keys(summaryOf(ran))).toEqual(['context_recall', 'context_precision', 'faithfulness', 'answer_relevancy'])
    expect(sent()).toHaveLength(5 + 2)
  })

  it('ragchecker asks eleven for 6 + 2K calls where contexts misled', async () => {
    const ran = await assay(folder, 'rows.jsonl', '-m', 'ragchecker', '--no-cache', ...judged)
    expect(ran.code).toBe(0)
    expect(Object.keys(summaryOf(ran))).toHaveLength(11)
    expect(sent()).toHaveLength(6 + 2 * 2)
  })

  it('stands in a configuration as well, and takes no options', async () => {
    const config = (metrics: unknown) => JSON.stringify({ data: 'rows.jsonl', judge: 'openai:gpt-5-mini', metrics })
    const named = project({ 'rows.jsonl': jsonl(row), 'assay.config.json': config(['rag', 'hallucination']) })
    const ran = await assay(named, '--quiet', '-o', '-')
    expect(Object.keys(summaryOf(ran))).toHaveLength(5)
    const odd = project({ 'rows.jsonl': jsonl(row), 'assay.config.json': config([{ type: 'rag', votes: 3 }]) })
    expect(await assay(odd, '--quiet')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"rag" is a set of metrics and has no options'),
    })
    expect(url()).toContain('http')
  })

  it('is rehearsed by a dry run', async () => {
    const ran = await assay(project({ 'rows.jsonl': jsonl(row) }), 'rows.jsonl', '-m', 'rag', '-j', 'openai:gpt-5-mini', '--dry-run')
    expect(ran.code).toBe(0)
    expect(ran.out).toMatch(/^total +7 /m)
    expect(sent()).toHaveLength(0)
  })
})
