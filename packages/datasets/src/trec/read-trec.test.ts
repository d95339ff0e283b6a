import { AssayError } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempFile } from '../__fixtures__/temp-data.ts'
import type { DataRow } from '../data-row.ts'
import { readTrec, type ReadTrecOptions } from './read-trec.ts'
import { readTrecQrels } from './read-trec-qrels.ts'
import { readTrecRun, type TrecRanking } from './read-trec-run.ts'

async function rankingsIn(run: string, queries?: ReadonlySet<string>): Promise<TrecRanking[]> {
  const rankings: TrecRanking[] = []
  for await (const batch of readTrecRun(await tempFile('run.txt', run), { queries })) rankings.push(...batch)
  return rankings
}

async function rowsIn(run: string, qrels: string, o: Omit<ReadTrecOptions, 'run' | 'qrels'> = {}): Promise<DataRow[]> {
  const files = { run: await tempFile('run.txt', run), qrels: await tempFile('qrels.txt', qrels) }
  const warn = (message: string): void => o.onWarning?.(message.replaceAll(files.run, 'RUN').replaceAll(files.qrels, 'QRELS'))
  const rows: DataRow[] = []
  for await (const batch of readTrec({ ...files, ...o, onWarning: warn })) rows.push(...batch)
  return rows
}

/** The message of the data error that reading must end in, without the folder of its file. */
async function complaint(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error(`no AssayError: ${String(error)}`)
  return `${error.kind} ${error.message.replaceAll(/\/\S*\/(run|qrels)\.txt/g, '$1.txt')}`
}

describe('a ranking', () => {
  it('is ordered by score, descending, whatever rank and place of a line say', async () => {
    expect(await rankingsIn('q Q0 z 1 0.1 tag\nq Q0 a 2 0.9 tag\nq Q0 b 3 -1e3 tag\n')).toEqual([
      { query: 'q', documents: ['a', 'z', 'b'] },
    ])
  })

  it('orders equal scores by document, descending as text: 9 before 8 before 10', async () => {
    expect((await rankingsIn('q 0 10 1 1 t\nq 0 9 2 1 t\nq 0 8 3 1 t'))[0]?.documents).toEqual(['9', '8', '10'])
  })

  it('takes scores for equal that are the same 32-bit float', async () => {
    expect((await rankingsIn('q 0 a 1 16777217 t\nq 0 b 2 16777216 t'))[0]?.documents).toEqual(['b', 'a'])
    expect((await rankingsIn('q 0 a 1 16777218 t\nq 0 b 2 16777216 t'))[0]?.documents).toEqual(['a', 'b'])
  })

  it('compares documents as UTF-8 bytes compare, not as UTF-16 units do', async () => {
    const unit = fc.constantFrom('a', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}')
    const id = fc.string({ unit, minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(id, { minLength: 1, maxLength: 8 }), async (ids) => {
        const [ranking] = await rankingsIn(ids.map((document) => `q 0 ${document} 1 1 t\n`).join(''))
        expect(ranking?.documents).toEqual(ids.toSorted((a, b) => Buffer.compare(Buffer.from(b), Buffer.from(a))))
      }),
      { numRuns: 50 },
    )
  })

  it('is whole however the lines of its query are scattered, and comes with the last of them', async () => {
    expect(await rankingsIn('a 0 x 1 1 t\nb 0 x 1 1 t\nb 0 y 2 2 t\na 0 y 2 2 t\n')).toEqual([
      { query: 'b', documents: ['y', 'x'] },
      { query: 'a', documents: ['y', 'x'] },
    ])
  })

  it('is the same in whatever order the lines stand, over many blocks of the file', async () => {
    const lines = Array.from({ length: 6000 }, (_, n) => `topic-${n % 3} Q0 document-${n} 0 ${(n * 7919) % 1000} tag\n`)
    const together = lines.toSorted((a, b) => (a < b ? -1 : 1))
    const [scattered, grouped] = [await rankingsIn(lines.join('')), await rankingsIn(together.join(''))]
    expect(new Set(scattered)).toEqual(new Set(grouped))
    expect(grouped.map(({ query, documents }) => [query, documents.length])).toEqual([
      ['topic-0', 2000],
      ['topic-1', 2000],
      ['topic-2', 2000],
    ])
  })

  it('is read through tabs, runs of spaces, CRLF, a byte order mark and blank lines', async () => {
    expect(await rankingsIn('\ufeff q\tQ0  d1 1 2.5 tag \r\n\r\n   \nq Q0 d2 2 1.5 tag')).toEqual([{ query: 'q', documents: ['d1', 'd2'] }])
  })

  it('of another query is left out', async () => {
    expect(await rankingsIn('a 0 x 1 1 t\nb 0 x 1 1 t\n', new Set(['b']))).toEqual([{ query: 'b', documents: ['x'] }])
  })
})

describe('a fault in a run names file, line and field', () => {
  it.each([
    ['q 0 a 1 1 t\nq 0 a b 1 1 t', 'data run.txt, line 2: found 7 fields, but each line must have 6: query Q0 document rank score tag'],
    ['q 0 a 1 high t', 'data run.txt, line 1, column "score": found "high" where a finite number was expected'],
    ['q 0 a 1 NaN t', 'found "NaN" where a finite number'],
    ['q 0 a 1 -inf t', 'found "-inf" where a finite number'],
    ['q 0 a 1 2 t\n\nq 0 a 2 1 t', 'line 3, column "document": the document "a" stands on line 1 already for the query "q"'],
    ['\n \n', 'data run.txt: the file holds no ranking'],
    ['', 'data run.txt: the file is empty'],
  ])('%j', async (run, message) => {
    expect(await complaint(rankingsIn(run))).toContain(message)
  })

  it('no part of a ranking is handed on where a later line is broken', async () => {
    const batches: unknown[] = []
    const path = await tempFile('run.txt', 'q 0 a 1 2 t\nq 0 b 2 t\nq 0 c 3 1 t\n')
    const reading = (async () => {
      for await (const batch of readTrecRun(path)) batches.push(batch)
    })()
    expect(await complaint(reading)).toContain('line 2: found 5 fields')
    expect(batches).toEqual([])
  })
})

describe('judgements', () => {
  it('keep every grade, also negative ones, in the order of the file', async () => {
    const qrels = await readTrecQrels(await tempFile('qrels.txt', 'q2 0 a 2\nq1 0 b -1\nq2 0 c 0\n'))
    expect([...qrels].map(([query, grades]) => [query, [...grades]])).toEqual([
      [
        'q2',
        [
          ['a', 2],
          ['c', 0],
        ],
      ],
      ['q1', [['b', -1]]],
    ])
  })

  it.each([
    ['q 0 a', 'data qrels.txt, line 1: found 3 fields, but each line must have 4: query iteration document grade'],
    ['q 0 a 1\nq 0 b 0.5', 'data qrels.txt, line 2, column "grade": found "0.5" where a whole number was expected'],
    ['q 0 a 0x1', 'found "0x1" where a whole number'],
    ['q 0 a 1\nq 1 a 1', 'line 2, column "document": the document "a" was judged already for the query "q"'],
    [' ', 'data qrels.txt: the file holds no judgements'],
  ])('a fault names file, line and field: %j', async (qrels, message) => {
    expect(await complaint(readTrecQrels(await tempFile('qrels.txt', qrels)))).toContain(message)
  })
})

describe('a run with its judgements', () => {
  const qrels = 'a 0 x 1\na 0 y 0\na 0 z -1\nb 0 x 0\nc 0 x 2\n'
  const run = 'a 0 y 1 3 t\na 0 x 2 2 t\nb 0 x 1 1 t\nother 0 x 1 1 t\n'

  it('is a row for each query of both, with the relevant documents and their grades', async () => {
    expect(await rowsIn(run, qrels)).toEqual([
      {
        sample: { id: 'a', retrievedContextIds: ['y', 'x'], referenceContextIds: ['x'], referenceContextGrades: [1] },
        idGiven: true,
        index: 0,
      },
      { sample: { id: 'b', retrievedContextIds: ['x'], referenceContextIds: [], referenceContextGrades: [] }, idGiven: true, index: 1 },
    ])
  })

  it('has a row with nothing retrieved for judged queries that are missing in the run, with `complete`', async () => {
    const rows = await rowsIn(run, qrels, { complete: true })
    expect(rows.map(({ sample, index }) => [index, sample.id])).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ])
    expect(rows[2]?.sample).toMatchObject({ retrievedContextIds: [], referenceContextIds: ['x'], referenceContextGrades: [2] })
  })

  it('says which queries only one of the files has', async () => {
    const told: string[] = []
    await rowsIn(run, qrels, { onWarning: (message) => told.push(message) })
    expect(told).toEqual([
      '1 query is in RUN but not judged in QRELS, and left out: "other".',
      '1 query is judged in QRELS but not in RUN, and left out of every mean: "c".',
    ])
  })

  it('ends at the limit, and refuses one that is no count', async () => {
    expect(await rowsIn(run, qrels, { limit: 1, complete: true })).toHaveLength(1)
    expect(await rowsIn(run, qrels, { limit: 3, complete: true })).toHaveLength(3)
    expect(() => readTrec({ run: '', qrels: '', limit: 0.5 })).toThrow(/limit is 0.5/)
  })

  it('of which no query is judged is refused, since a mean over it would be none', async () => {
    expect(await complaint(rowsIn('q1 0 a 1 1 t', '1 0 a 1'))).toMatch(
      /no query of the run is judged in qrels\.txt; it holds "q1", judged are "1"/,
    )
  })
})

describe('a mapping of a run with its judgements', () => {
  const run = 'a 0 x 1 2 t\nb 0 x 1 1 t\n'
  const qrels = 'a 0 x 1\nb 0 x 2\n'

  it('adds fields from the query, by name, path or function, and the others stay', async () => {
    const topics = new Map([['a', 'What is a?']])
    const columns = { cluster: 'query', userInput: ({ query }: Readonly<Record<string, unknown>>) => topics.get(String(query)) }
    expect((await rowsIn(run, qrels, { columns })).map(({ sample }) => sample)).toEqual([
      {
        id: 'a',
        cluster: 'a',
        userInput: 'What is a?',
        retrievedContextIds: ['x'],
        referenceContextIds: ['x'],
        referenceContextGrades: [1],
      },
      { id: 'b', cluster: 'b', retrievedContextIds: ['x'], referenceContextIds: ['x'], referenceContextGrades: [2] },
    ])
  })

  it('to what no query has, or by a wrong name, is refused', async () => {
    expect(await complaint(rowsIn(run, qrels, { columns: { cluster: 'topic' } }))).toContain(
      'no row has the column "topic" that cluster is mapped to.',
    )
    expect(() => readTrec({ run: '', qrels: '', columns: { topic: 'query' } })).toThrow('there is no field "topic"')
  })
})
