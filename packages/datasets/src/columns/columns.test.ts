import { describe, expect, it } from 'vitest'
import { errorOf, rowsOf, samplesIn, tempFile } from '../__fixtures__/temp-data.ts'
import { parseColumnPath, valueAt } from './column-path.ts'
import { readDataset } from '../index.ts'

function failing(): never {
  throw new TypeError('no such thing')
}

const line = (row: unknown): string => `${JSON.stringify(row)}\n`

describe('recognised columns', () => {
  it.each([
    ['ragas v2', { user_input: 'q', retrieved_contexts: ['c'], reference: 'r', response: 'a' }],
    ['ragas v2 in camel case', { userInput: 'q', retrievedContexts: ['c'], reference: 'r', response: 'a' }],
    ['ragas v1', { question: 'q', contexts: ['c'], ground_truth: 'r', answer: 'a' }],
    ['ragas v1 with a list of one reference', { question: 'q', contexts: ['c'], ground_truths: ['r'], answer: 'a' }],
  ])('%s', async (_what, row) => {
    expect(await samplesIn('a.jsonl', line(row))).toEqual([
      { id: 'row-1', userInput: 'q', retrievedContexts: ['c'], reference: 'r', response: 'a' },
    ])
  })

  it('ids, grades, cluster and metadata', async () => {
    const row = {
      reference_contexts: ['c'],
      retrieved_context_ids: ['a', 1],
      reference_context_ids: ['a', 'b'],
      reference_context_grades: [2, 0.5],
      cluster: 7,
      metadata: { topic: 'x' },
    }
    expect(await samplesIn('a.jsonl', line(row))).toEqual([
      {
        id: 'row-1',
        referenceContexts: ['c'],
        retrievedContextIds: ['a', '1'],
        referenceContextIds: ['a', 'b'],
        referenceContextGrades: [2, 0.5],
        cluster: '7',
        metadata: { topic: 'x' },
      },
    ])
  })

  it('other columns are not read, null is missing, and empty lists and texts are present', async () => {
    const row = { id: 'x', other: 3, reference: null, response: '', contexts: [], __proto: 1 }
    expect(await samplesIn('a.jsonl', line(row))).toEqual([{ id: 'x', response: '', retrievedContexts: [] }])
  })

  it('rows of many shapes are each read by their own columns', async () => {
    const rows = Array.from({ length: 200 }, (_, n) =>
      n % 2 === 0 ? { [`x${n}`]: 1, reference: `r${n}` } : { ground_truth: `r${n}`, [`x${n}`]: 1 },
    )
    const samples = await samplesIn('a.jsonl', rows.map(line).join(''))
    expect(samples.map(({ reference }) => reference)).toEqual(rows.map((_row, n) => `r${n}`))
  })

  it('of two columns for one field the newer name is read, with one warning', async () => {
    const warnings: string[] = []
    const text = line({ question: 'old', user_input: 'new' }).repeat(3)
    const [first] = await samplesIn('a.jsonl', text, { onWarning: (message) => warnings.push(message) })
    expect(first?.userInput).toBe('new')
    expect(warnings).toEqual([expect.stringContaining('columns "user_input" and "question" hold the same field; "user_input" is read.')])
  })

  it('a file without any of them gives a warning that lists its columns', async () => {
    const warnings: string[] = []
    await samplesIn('a.csv', 'query\nx\n', { onWarning: (message) => warnings.push(message) })
    expect(warnings).toEqual([expect.stringContaining('no column is recognised among "query".')])
  })
})

describe('a mapping', () => {
  it.each([
    ['a name', 'gold', { gold: 'r' }],
    ['a path', 'gold.answer', { gold: { answer: 'r' } }],
    ['a path into a list', 'gold[1].text', { gold: [{ text: 'no' }, { text: 'r' }] }],
    ['a name with a dot, before the path', 'gold.answer', { 'gold.answer': 'r', gold: { answer: 'no' } }],
    ['an escaped dot', String.raw`a\.b.c`, { 'a.b': { c: 'r' } }],
    ['an escaped bracket', String.raw`a\[0].c`, { 'a[0]': { c: 'r' } }],
    ['a function', (row: Readonly<Record<string, unknown>>) => row['a'], { a: 'r' }],
  ])('reads %s', async (_what, source, row) => {
    expect(await samplesIn('a.jsonl', line(row), { columns: { reference: source } })).toEqual([{ id: 'row-1', reference: 'r' }])
  })

  it('takes the place of the recognised names, and its column is recognised as nothing else', async () => {
    const samples = await samplesIn('a.jsonl', line({ answer: 'r', reference: 'no' }), { columns: { reference: 'answer' } })
    expect(samples).toEqual([{ id: 'row-1', reference: 'r' }])
  })

  it('works on CSV by whole names, and a function sees missing cells as null', async () => {
    const columns = {
      reference: 'gold.answer',
      response: (row: Readonly<Record<string, unknown>>) => (row['other'] === null ? 'none' : 'some'),
    }
    expect(await samplesIn('a.csv', 'gold.answer,other\nr,\n,x\n', { columns })).toEqual([
      { id: 'row-1', reference: 'r', response: 'none' },
      { id: 'row-2', response: 'some' },
    ])
  })

  it('leaves a field missing in rows that lack the column', async () => {
    const text = line({ other: 1 }) + line({ gold: { answer: 'r' } }) + line({ gold: null }) + line({ gold: 'text' })
    expect(await samplesIn('a.jsonl', text, { columns: { reference: 'gold.answer' } })).toEqual([
      { id: 'row-1' },
      { id: 'row-2', reference: 'r' },
      { id: 'row-3' },
      { id: 'row-4' },
    ])
  })

  it.each([
    ['gold_anser', { gold_answer: 'r', question: 'q' }, 'Did you mean "gold_answer"? Columns present: "gold_answer", "question".'],
    ['gold.anser', { gold: { answer: 'r' } }, 'Did you mean "gold.answer"? Columns present: "gold", "gold.answer".'],
    ['__proto__', { gold: 'r' }, 'no row has the column "__proto__" that reference is mapped to. Columns present'],
    ['gold.constructor', { gold: { a: 'r' } }, 'no row has the column "gold.constructor"'],
    ['gold[', { gold: ['r'] }, 'no row has the column "gold["'],
  ])('to a column that no row has is an error: %s', async (source, row, message) => {
    const error = await errorOf('a.jsonl', line(row).repeat(2), { columns: { reference: source } })
    expect(error.kind).toBe('data')
    expect(error.message).toContain(message)
  })

  it('to a column that the one CSV file lacks is an error before the second batch', async () => {
    const path = await tempFile('a.csv', `id\n${Array.from({ length: 1000 }, (_, n) => `${n}\n`).join('')}`)
    let rows = 0
    const reading = (async () => {
      for await (const batch of readDataset(path, { columns: { reference: 'gold' } })) rows += batch.length
    })()
    await expect(reading).rejects.toThrow('no row has the column "gold"')
    expect(rows).toBe(256)
  })

  it('to a column that one of two CSV files holds is fine', async () => {
    const a = await tempFile('a.csv', 'id\nx\n')
    const b = await tempFile('b.csv', 'id,gold\ny,r\n')
    const samples = (await rowsOf([a, b], { columns: { reference: 'gold' } })).map(({ sample }) => sample)
    expect(samples).toEqual([{ id: 'x' }, { id: 'y', reference: 'r' }])
  })

  it('to a column that the first block of rows lacks gives a warning long before the end', async () => {
    const warnings: string[] = []
    const text = line({ id: 'x' }) + line({ id: 'y'.repeat(300_000) }) + line({ gold: 'r' })
    await samplesIn('a.jsonl', text, { columns: { reference: 'gold' }, onWarning: (message) => warnings.push(message) })
    expect(warnings).toEqual(['The first row lacks the column "gold" that reference is mapped to.'])
  })

  it('by a function that throws names the line and the field', async () => {
    const { message } = await errorOf('a.jsonl', `\n${line({ a: 1 })}`, { columns: { reference: failing } })
    expect(message).toContain('FILE, line 2')
    expect(message).toContain('the function given for this field threw: no such thing')
  })

  it('by a function that gives a promise is refused, and says what to do', async () => {
    for (const late of [async () => 'r', () => Promise.reject(new Error('too late'))]) {
      const { kind, message } = await errorOf('a.jsonl', line({ a: 1 }), { columns: { metadata: late } })
      expect([kind, message]).toEqual([
        'config',
        'columns: the function for metadata gave a promise, and columns are read at once. Give the value itself, without async.',
      ])
    }
  })

  it('a column called __proto__ is read like any other', async () => {
    const options = { columns: { reference: '__proto__' } }
    expect(await samplesIn('a.jsonl', '{"__proto__":"r","id":"x"}', options)).toEqual([{ id: 'x', reference: 'r' }])
    expect(await samplesIn('a.csv', '__proto__,id\nr,x\n', options)).toEqual([{ id: 'x', reference: 'r' }])
    const [nested] = await samplesIn('a.jsonl', '{"metadata":{"__proto__":{"polluted":true}}}')
    expect(Object.keys(nested?.metadata ?? {})).toEqual(['__proto__'])
    expect('polluted' in {}).toBe(false)
  })
})

describe('a path', () => {
  it.each([
    ['a', ['a']],
    ['a.b.c', ['a', 'b', 'c']],
    ['a[0][12].b', ['a', 0, 12, 'b']],
    [String.raw`a\.b\[\]\\`, ['a.b[]\\']],
    ['ä ö.ü', ['ä ö', 'ü']],
  ])('%s', (text, steps) => {
    expect(parseColumnPath(text)).toEqual(steps)
  })

  it.each(['', '.', 'a.', '.a', 'a..b', 'a[', 'a[]', 'a[-1]', 'a[x]', 'a[0', '[0]', 'a[0]b', 'a\\'])('%j is none', (text) => {
    expect(parseColumnPath(text)).toBeUndefined()
  })

  it('follows own properties only', () => {
    expect(valueAt({ a: ['x', 'y'] }, ['a', 1])).toBe('y')
    expect(valueAt({ a: ['x'] }, ['a', 'length'])).toBe(1)
    expect(valueAt({ a: 'text' }, ['a', 0])).toBeUndefined()
    expect(valueAt({ a: {} }, ['a', '__proto__'])).toBeUndefined()
  })
})
