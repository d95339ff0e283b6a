import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { levenshtein } from '@assay/similarity'
import { idBasedContextRecall } from '@assay/metric-id-recall'
import { nonLlmContextRecall } from '@assay/metric-non-llm-recall'
import { afterAll, expect, it } from 'vitest'
import { threadCount, type ThreadedRun } from './thread-count.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-threads-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file of so many bytes, none of which is looked at. */
function fileOf(name: string, bytes: number): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  truncateSync(path, bytes)
  return path
}

const big = fileOf('big.jsonl', 100_000_000)
const run: ThreadedRun = {
  data: [big],
  outputs: [],
  groupBy: [],
  limit: undefined,
  qrels: undefined,
  format: undefined,
  threads: undefined,
}
const ids = [idBasedContextRecall()]
const others = availableParallelism() - 1

it.each([
  ['a link to itself', () => symlinkSync('loop.jsonl', join(folder, 'loop.jsonl')), 'loop.jsonl'],
  ['a name too long for the disk', () => undefined, `${'n'.repeat(300)}.jsonl`],
  ['a file that is not there', () => undefined, 'absent.jsonl'],
])('%s is left to who reads it', (_what, make, name) => {
  make()
  expect(threadCount({ ...run, data: [big, join(folder, name)], threads: 2 }, ids)).toBe(0)
})

it('ids get one further thread and texts one for each further core, where the files are large enough', () => {
  expect(threadCount(run, ids)).toBe(Math.min(others, 1))
  expect(threadCount(run, [nonLlmContextRecall()])).toBe(Math.min(others, 8))
  expect(threadCount({ ...run, data: [fileOf('some.jsonl', 8_000_000)] }, ids)).toBe(0)
  expect(threadCount({ ...run, data: [fileOf('some.jsonl', 8_000_000)] }, [nonLlmContextRecall()])).toBe(Math.min(others, 8))
  expect(threadCount({ ...run, data: Array.from({ length: 5 }, () => fileOf('some.jsonl', 8_000_000)) }, ids)).toBe(Math.min(others, 1))
})

it('as many as were asked for score a file of any size; none where none is wanted', () => {
  expect(threadCount({ ...run, data: [fileOf('small.ndjson', 10)], threads: 3 }, ids)).toBe(3)
  expect(threadCount({ ...run, threads: 0 }, ids)).toBe(0)
})

it.each<[string, Partial<ThreadedRun>]>([
  ['groups', { groupBy: ['metadata.topic'] }],
  ['a limit', { limit: 5 }],
  ['judgements of TREC', { qrels: 'qrels.txt' }],
  ['another format', { format: 'json' }],
  ['the standard input', { data: ['-'] }],
  ['packed data', { data: [fileOf('big.jsonl.gz', 100_000_000)] }],
  ['a table', { data: [big, fileOf('big.csv', 100_000_000)] }],
  ['a file that is not there', { data: [join(folder, 'none.jsonl')] }],
  ['a report with all rows', { outputs: ['out.html'] }],
  ['two forms of rows', { outputs: ['out.json', 'out.jsonl'] }],
])('with %s a run stays in one thread', (_, other) => {
  expect(threadCount({ ...run, threads: 2, ...other }, ids)).toBe(0)
})

it('pages of text and one form of rows can be written by threads', () => {
  for (const outputs of [
    ['-', 'a.json'],
    ['a.jsonl', 'b.md', 'c.txt'],
  ])
    expect(threadCount({ ...run, threads: 2, outputs }, ids)).toBe(2)
})

it('a metric of the user’s, or one that asks a model, stays in one thread', () => {
  const bare = nonLlmContextRecall({ similarity: (a, b) => (a === b ? 1 : 0) })
  const [plain = bare] = ids
  expect(threadCount({ ...run, threads: 2 }, [bare])).toBe(0)
  expect(threadCount({ ...run, threads: 2 }, [plain, { ...plain, name: 'judged', kind: 'llm' }])).toBe(0)
  expect(threadCount({ ...run, threads: 2 }, [{ ...plain, config: { type: 'x', similarity: './mine.ts#same' } }])).toBe(0)
  expect(threadCount({ ...run, threads: 2 }, [{ ...plain, config: { type: 'x', similarity: 'embedding:openai:y' } }])).toBe(0)
  expect(threadCount({ ...run, threads: 2 }, [{ ...plain, summarize: () => ({ add: () => undefined, result: () => ({}) }) }])).toBe(0)
  expect(threadCount({ ...run, threads: 2 }, [nonLlmContextRecall({ similarity: levenshtein })])).toBe(2)
})
