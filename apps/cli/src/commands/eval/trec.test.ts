import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssayError } from '@assay/core'
import { afterAll, describe, expect, it } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'
import { createCatalog } from '@assay/catalog'
import { chosenMetrics } from '../../plan/chosen-metrics.ts'
import { rowsOf } from '../../plan/rows-of.ts'
import { type RawOptions, readRequest } from '../../settings/request.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-trec-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Query 1: d3, d1, d2 by score. 2 has nothing relevant, 3 is missing in the run, 4 is not judged. */
const run = file('bm25.run', '1 Q0 d1 1 2.5 bm25\n1 Q0 d2 2 1.5 bm25\n1 Q0 d3 3 9 bm25\n2 Q0 d1 1 1 bm25\n4 Q0 d1 1 1 bm25\n')
const qrels = file('qrels.txt', '1 0 d1 2\n1 0 d2 1\n1 0 d3 0\n2 0 d1 0\n3 0 d1 1\n')

async function reportOf(...args: string[]): Promise<{ means: Record<string, number>; ids: string[]; code: number | null }> {
  const { out, code } = await runAssay(['eval', ...args, '-o', '-', '--quiet'])
  const { summary, rows } = JSON.parse(out)
  const means = Object.fromEntries(Object.entries<{ mean: number }>(summary).map(([name, { mean }]) => [name, mean]))
  return { means, ids: rows.map(({ id }: { id: string }) => id), code }
}

const all = ['recall@2', 'precision@2', 'hit@1', 'mrr', 'ndcg@2', 'average-precision', 'id-based-context-recall'].flatMap((name) => [
  '-m',
  name,
])

describe('a TREC run with its judgements', () => {
  const ndcg = 2 / Math.log2(3) / (2 + 1 / Math.log2(3))

  it('is averaged as trec_eval does: 0 where nothing is relevant, missing queries left out', async () => {
    const { means, code, ids } = await reportOf(run, '--qrels', qrels, ...all)
    expect(code).toBe(0)
    expect(ids).toEqual(['1', '2'])
    expect(means).toEqual({
      'recall@2': 1 / 2 / 2,
      'precision@2': 1 / 2 / 2,
      'hit@1': 0,
      mrr: 1 / 2 / 2,
      'ndcg@2': expect.closeTo(ndcg / 2, 12),
      average_precision: expect.closeTo((1 / 2 + 2 / 3) / 2 / 2, 12),
      id_based_context_recall: 1 / 2,
    })
  })

  it('counts missing queries as 0 with --complete, and other grades with --relevance-level', async () => {
    const { means } = await reportOf(run, '--qrels', qrels, '--complete', '--relevance-level', '2', ...all)
    expect(means).toMatchObject({
      'recall@2': 1 / 3,
      average_precision: expect.closeTo(1 / 2 / 3, 12),
      'ndcg@2': expect.closeTo(ndcg / 3, 12),
    })
  })

  it('says on stderr which queries were left out, unless quiet', async () => {
    const { err, out } = await runAssay(['eval', run, '--qrels', qrels, '-m', 'mrr'])
    expect(err).toContain('1 query is judged in ')
    expect(err).toContain('left out of every mean: "3"')
    expect(out).toContain('mrr')
  })
})

describe('measures with a cut-off on rows of a data file', () => {
  const rows = file(
    'rows.jsonl',
    `${JSON.stringify({ retrieved_context_ids: ['x', 'a'], reference_context_ids: ['a', 'b'], reference_context_grades: [1, 2] })}\n`,
  )

  it('are asked for, and reported, as name@k', async () => {
    const { means } = await reportOf(rows, '-m', 'recall@1', '-m', 'recall@5', '-m', 'ndcg@2')
    expect(means).toEqual({ 'recall@1': 0, 'recall@5': 1 / 2, 'ndcg@2': expect.closeTo(1 / Math.log2(3) / (2 + 1 / Math.log2(3)), 12) })
  })

  it('count ids from the level asked for', async () => {
    expect((await reportOf(rows, '-m', 'recall@5', '--relevance-level', '2')).means).toEqual({ 'recall@5': 0 })
  })
})

it('a broken line ends the run with its place', async () => {
  const broken = file('broken.run', '1 Q0 d1 1 2.5 t\n1 Q0 d2 2 t\n')
  const { code, err } = await runAssay(['eval', broken, '--qrels', qrels, '-m', 'mrr'])
  expect(err).toMatch(/broken\.run, line 2: found 5 fields, but each line must have 6/)
  expect(code).toBe(2)
})

describe('refused before anything is read', () => {
  const refusal = async (data: readonly string[], raw: RawOptions): Promise<string> => {
    const catalog = createCatalog()
    try {
      const request = await readRequest({ data, raw: { metrics: ['mrr'], ...raw } }, { catalog, warn: () => undefined })
      rowsOf(request, await chosenMetrics(request, catalog), { onWarning: () => {}, onNote: () => {}, thorough: false })
    } catch (error) {
      if (!AssayError.is(error)) throw error
      return `${error.kind}: ${error.message}`
    }
    return 'accepted'
  }

  it.each<[what: string, data: readonly string[], raw: RawOptions, message: RegExp]>([
    ['a run without judgements', ['bm25.run'], {}, /bm25\.run looks like a TREC run.*--qrels/],
    ['two runs', ['a.txt', 'b.txt'], { qrels: 'q.txt' }, /--qrels judges one run/],
    ['columns of a run', ['a.txt'], { qrels: 'q.txt', columns: ['id=q'] }, /--columns is for data files/],
    [
      'texts of a run',
      ['a.txt'],
      { qrels: 'q.txt', metrics: ['mrr', 'non-llm-context-recall'] },
      /no texts: non_llm_context_recall cannot/,
    ],
    ['completeness of a data file', ['rows.jsonl'], { complete: true }, /--complete is for a TREC run/],
    [
      'a level for gains',
      ['a.txt'],
      { qrels: 'q.txt', metrics: ['ndcg@5'], relevanceLevel: '2' },
      /--relevance-level is for id-based-context-recall, which was not requested/,
    ],
    ['a level of 0', ['a.txt'], { qrels: 'q.txt', relevanceLevel: '0' }, /--relevance-level 0: found 0 where a number above 0 is due/],
    ['recall without a cut-off', ['rows.jsonl'], { metrics: ['recall'] }, /Write recall@5/],
    ['no metric', ['rows.jsonl'], { metrics: [] }, /-m recall@5.*-m ndcg@10/],
  ])('%s', async (_what, data, raw, message) => {
    expect(await refusal(data, raw)).toMatch(message)
  })
})
