import { readFileSync } from 'node:fs'
import { AssayError, type ContextId, type Sample, type Score, scoreRow } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import clapnq from './__fixtures__/clapnq-rag.json' with { type: 'json' }
import goldens from './__fixtures__/id-recall.json' with { type: 'json' }
import { idBasedContextRecall, type IdRecallDetail } from './id-based-context-recall.ts'

const metric = idBasedContextRecall()
const recall = (referenceContextIds: readonly ContextId[], retrievedContextIds: readonly ContextId[]): Promise<Score<IdRecallDetail>> =>
  metric.score({ referenceContextIds, retrievedContextIds })
/** Rows as careless JavaScript makes them. */
const recallOf = (row: object): Promise<Score<IdRecallDetail>> => scoreRow(metric, row as Sample)

describe('published and computed values', () => {
  test.each(goldens.cases.map((golden) => [golden.id, golden] as const))('%s', async (_id, golden) => {
    const score = await recall(golden.referenceContextIds.map(idOf), golden.retrievedContextIds.map(idOf))
    if (typeof golden.expected === 'number') {
      expect(score.value).toBeCloseTo(golden.expected, 9)
      expect(score.detail).toMatchObject({ hits: golden.hits, total: golden.total })
    } else {
      expect(score).toMatchObject({ status: 'unscored', value: null, cause: golden.expected.unscored })
    }
    expect(JSON.parse(JSON.stringify(score))).toEqual(score)
  })
})

test('the example of the ragas documentation gives one of four', async () => {
  const score = await recall(['doc_1', 'doc_4', 'doc_5', 'doc_6'], ['doc_1', 'doc_2', 'doc_3'])
  expect(score).toMatchObject({
    value: 0.25,
    reason: '1 of 4 reference ids are among the retrieved ids.',
    detail: { hits: 1, total: 4, found: ['doc_1'], missing: ['doc_4', 'doc_5', 'doc_6'] },
  })
})

describe('150 questions of CLAP NQ', () => {
  const file = new URL('../../../examples/clapnq-rag.jsonl', import.meta.url)
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; retrieved_context_ids: string[]; reference_context_ids: string[] })

  test.each([
    [1, clapnq.idRecall.at1],
    [2, clapnq.idRecall.at2],
    [3, clapnq.idRecall.at3],
  ])('recall over the first %i retrieved, per row and in the mean', async (k, expected) => {
    const scores = await Promise.all(rows.map((row) => recall(row.reference_context_ids, row.retrieved_context_ids.slice(0, k))))
    expect(rows.map((row) => row.id)).toEqual(clapnq.rows.map((row) => row.id))
    expect(scores.map((score) => score.value)).toEqual(clapnq.rows.map(({ rank }) => (rank !== null && rank <= k ? 1 : 0)))
    const mean = scores.reduce((sum, score) => sum + (score.value ?? Number.NaN), 0) / scores.length
    expect(mean).toBeCloseTo(expected, 9)
  })
})

describe('laws', () => {
  const ids = fc.array(
    fc.oneof(
      fc.constantFrom<ContextId>('a', 'b', 'c', '1', '2', '', '__proto__', 1, 2, 1n),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.integer(),
      fc.bigInt(),
    ),
    { maxLength: 12 },
  )

  test('order and repeats change nothing on either side', async () => {
    await fc.assert(
      fc.asyncProperty(ids, ids, async (reference, retrieved) => {
        const score = await recall(reference, retrieved)
        const mixed = await recall([...reference.toReversed(), ...reference], [...retrieved, ...retrieved.toReversed()])
        expect(mixed.value).toBe(score.value)
      }),
    )
  })

  test('long lists are counted as short ones are', async () => {
    const retrieved = Array.from({ length: 200 }, (_, n) => `doc_${n}`)
    const reference = [...retrieved.slice(150), 'gone', ...retrieved.slice(170), 'gone']
    expect(await recall(reference, [...retrieved, ...retrieved])).toMatchObject({
      value: 50 / 51,
      detail: { hits: 50, total: 51, found: retrieved.slice(150), missing: ['gone'] },
    })
  })

  test('found and missing are the distinct reference ids as text, and the value is their share', async () => {
    await fc.assert(
      fc.asyncProperty(ids, ids, async (reference, retrieved) => {
        const score = await recall(reference, retrieved)
        if (score.status === 'unscored') {
          expect(reference).toEqual([])
          return
        }
        const { hits, total, found, missing } = score.detail
        expect(new Set([...found, ...missing])).toEqual(new Set(reference.map(String)))
        expect([found.length, found.length + missing.length]).toEqual([hits, total])
        expect(score.value).toBe(hits / total)
        expect(found.every((id) => retrieved.map(String).includes(id))).toBe(true)
        expect(missing.some((id) => retrieved.map(String).includes(id))).toBe(false)
      }),
    )
  })

  test('another response does not change the recall', async () => {
    await fc.assert(
      fc.asyncProperty(ids, ids, fc.string(), async (referenceContextIds, retrievedContextIds, response) => {
        expect(await metric.score({ referenceContextIds, retrievedContextIds, response })).toEqual(
          await recall(referenceContextIds, retrievedContextIds),
        )
      }),
    )
  })
})

describe('ids that are none', () => {
  test.each([
    ['null', null, 'null'],
    ['a boolean', true, 'true'],
    ['a list', ['a'], 'a list'],
    ['an object', { id: 'a' }, 'a value of type object'],
    ['not a number', Number.NaN, 'NaN'],
    ['nothing', undefined, 'undefined'],
  ])('%s leaves the row unscored, naming row and index', async (_what, id, shown) => {
    const message = `Row "q7": retrievedContextIds[1] is ${shown}. An id is text or a number; correct the row, or the column this field is read from.`
    const score = await recallOf({ id: 'q7', referenceContextIds: ['a'], retrievedContextIds: ['a', id] })
    expect(score).toMatchObject({ status: 'unscored', value: null, cause: 'data', reason: message, error: { kind: 'data', message } })
  })

  test('reference ids are checked as well, also in a row without an id', async () => {
    const score = await recallOf({ referenceContextIds: [null], retrievedContextIds: [] })
    expect(score).toMatchObject({ cause: 'data', reason: expect.stringContaining('This row: referenceContextIds[0] is null.') })
  })

  test('one text where a list is due is said, its characters are not read as ids', async () => {
    const score = await recallOf({ referenceContextIds: 'ab', retrievedContextIds: ['a'] })
    expect(score).toMatchObject({
      cause: 'data',
      reason: expect.stringContaining('referenceContextIds is one text where a list of ids is due'),
    })
  })

  test('a row without the field is unscored as missing', async () => {
    expect(await recallOf({ referenceContextIds: ['a'] })).toMatchObject({ status: 'unscored', cause: 'missing_field' })
  })
})

describe('the reason', () => {
  test('says that nothing was retrieved', async () => {
    expect((await recall(['a', 'b'], [])).reason).toBe('Nothing was retrieved; 2 reference ids were expected.')
  })

  test.each([
    ['white space', 'A ', 'A', '"A " and "A" would match after trimming white space'],
    ['case', 'DOC-1', 'doc-1', '"DOC-1" and "doc-1" would match after ignoring case'],
    ['a path', 'docs/a.md', 'a.md', '"docs/a.md" and "a.md" would match after dropping the path'],
    ['a Windows path', 'a.md', 'C:\\docs\\a.md', '"a.md" and "C:\\\\docs\\\\a.md" would match after dropping the path'],
    ['two of them', 'Doc_1', ' doc_1 ', 'would match after trimming white space and ignoring case'],
    ['two of them, the path last', ' docs/A.md', 'a.md', 'would match after ignoring case and dropping the path'],
    ['all of them', 'docs/A.md ', 'a.md', 'would match after trimming white space, ignoring case and dropping the path'],
  ])('hints at %s where nothing matches', async (_what, reference, retrieved, hint) => {
    const score = await recall([reference, 'zzz'], ['other', retrieved])
    expect(score.value).toBe(0)
    expect(score.reason).toContain(hint)
  })

  test('gives no hint where one id matches, or nothing is near', async () => {
    expect((await recall(['a', 'B'], ['a', 'b'])).reason).toBe('1 of 2 reference ids are among the retrieved ids.')
    expect((await recall(['01'], ['1'])).reason).toBe('0 of 1 reference id is among the retrieved ids.')
    expect((await recall(['docs/'], ['docs//'])).reason).toBe('0 of 1 reference id is among the retrieved ids.')
  })

  test('shows only the head of a long id', async () => {
    const id = 'x'.repeat(5000)
    expect((await recall([id], [`${id} `])).reason.length).toBeLessThan(300)
  })
})

describe('the metric', () => {
  test('names itself, its version and how to rebuild it', () => {
    expect(metric).toMatchObject({
      name: 'id_based_context_recall',
      version: '1',
      kind: 'id',
      signature: 'id_based_context_recall|v1',
      config: { type: 'id-based-context-recall' },
    })
  })

  test('another name stands in its config, and changes no signature, since it changes no score', () => {
    const named = idBasedContextRecall({ name: 'bm25' })
    expect([named.name, named.signature, named.config]).toEqual([
      'bm25',
      metric.signature,
      { type: 'id-based-context-recall', name: 'bm25' },
    ])
  })

  test('a blank name is refused', () => {
    expect(() => idBasedContextRecall({ name: ' ' })).toThrow(AssayError)
  })
})

function idOf(id: ContextId | { readonly $bigint: string }): ContextId {
  return typeof id === 'object' ? BigInt(id.$bigint) : id
}
