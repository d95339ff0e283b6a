import type { SampleField } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { errorOf, samplesIn, tempFile } from '../__fixtures__/temp-data.ts'
import { type DataRow, readDataset, readRecords } from '../index.ts'

const needs: readonly SampleField[] = ['referenceContextIds', 'retrievedContextIds']
const ids = { reference_context_ids: ['a'], retrieved_context_ids: ['a'] }
const read = { id: 'x', referenceContextIds: ['a'], retrievedContextIds: ['a'] }

/** A row in each format; CSV as cells that hold JSON. */
function written(row: Readonly<Record<string, unknown>>): readonly (readonly [name: string, text: string])[] {
  const cell = (value: unknown): string => `"${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`
  const json = JSON.stringify(row)
  return [
    ['a.jsonl', json],
    ['a.json', `[${json}]`],
    ['a.yaml', `- ${json}`],
    ['a.csv', `${Object.keys(row).join(',')}\n${Object.values(row).map(cell).join(',')}`],
  ]
}

async function recordsRead(records: Iterable<Readonly<Record<string, unknown>>>, options = {}): Promise<DataRow['sample'][]> {
  const samples: DataRow['sample'][] = []
  for await (const batch of readRecords(records, options)) samples.push(...batch.map(({ sample }) => sample))
  return samples
}

describe('a field that nobody reads never ends a reading', () => {
  it.each([
    ['an answer that is an object', { answer: { text: 'x' } }, { response: '{"text":"x"}' }],
    ['an answer that is a number', { answer: 7 }, { response: '7' }],
    ['several references', { ground_truths: ['r', 's'] }, { reference: '["r","s"]' }],
    ['a question that is a list', { question: ['q'] }, { userInput: '["q"]' }],
    ['contexts that are one text', { contexts: 'one passage' }, {}],
    ['contexts that are numbers', { contexts: [1, 2] }, {}],
    ['metadata that is a text', { metadata: 'none' }, {}],
    ['grades that are texts', { reference_context_grades: ['high'] }, {}],
  ])('%s, in every format', async (_what, row, shown) => {
    for (const [name, text] of written({ id: 'x', ...ids, ...row })) {
      const warnings: string[] = []
      const [sample] = await samplesIn(name, text, { needs, onWarning: (message) => warnings.push(message) })
      expect(sample, name).toEqual({ ...read, ...shown })
      const said = Object.keys(shown).length === 0 ? [expect.stringContaining('No metric reads this field')] : []
      expect(warnings, name).toEqual(said)
    }
    expect(await recordsRead([{ id: 'x', ...ids, ...row }], { needs })).toEqual([{ ...read, ...shown }])
  })

  it('and where somebody reads it, it does', async () => {
    for (const [name, text] of written({ id: 'x', ...ids, contexts: 'one passage' }))
      expect((await errorOf(name, text, { needs: ['retrievedContexts'] })).message, name).toContain(
        'found the text "one passage" where a list',
      )
    expect((await errorOf('a.jsonl', '{"answer":{"text":"x"}}', { needs, reads: ['response'] })).message).toContain(
      'found an object where a text',
    )
    expect((await errorOf('a.jsonl', '{"answer":{"text":"x"}}')).message).toContain(
      'field response: found an object where a text was expected',
    )
  })

  it('ids and clusters are read by every run', async () => {
    expect((await errorOf('a.jsonl', '{"id":{}}', { needs })).message).toContain('found an object where an id was expected')
    expect((await errorOf('a.jsonl', '{"cluster":{}}', { needs })).message).toContain('found an object where an id was expected')
  })

  it('what is left out is told once for each column, with its place, and good values of other rows are kept', async () => {
    const warnings: string[] = []
    const text = [{ contexts: ['a'] }, { contexts: 'b' }, { contexts: 'c' }].map((row) => JSON.stringify({ ...row, ...ids })).join('\n')
    const samples = await samplesIn('a.jsonl', text, { needs, onWarning: (message) => warnings.push(message) })
    expect(samples.map(({ retrievedContexts }) => retrievedContexts)).toEqual([['a'], undefined, undefined])
    expect(warnings).toEqual([
      expect.stringMatching(/a\.jsonl, line 2, column "contexts", field retrievedContexts: found the text "b".*it is left out\.$/),
    ])
  })

  const rest = '"retrieved_context_ids":["a"],"reference_context_ids":["a"]'
  it.each([
    ['a key that stands twice in it', 'a.jsonl', `{"id":"x","COLUMN":{"a":1,"a":2},${rest}}`],
    ['a name that stands twice', 'a.json', `[{"id":"x","COLUMN":1,"COLUMN":2,${rest}}]`],
    ['the same in YAML', 'a.yaml', 'id: x\nCOLUMN: {a: 1, a: 2}\nCOLUMN: b\nretrieved_context_ids: [a]\nreference_context_ids: [a]\n'],
    ['two columns of one name', 'a.csv', "id,COLUMN,COLUMN,retrieved_context_ids,reference_context_ids\nx,1,2,['a'],['a']\n"],
    ['a cell that the viewer cut', 'a.json', `{"rows":[{"row_idx":0,"row":{"id":"x","COLUMN":"…",${rest}},"truncated_cells":["COLUMN"]}]}`],
  ])('nor does %s', async (_what, name, text) => {
    for (const column of ['answer', 'notes']) {
      const [sample] = await samplesIn(name, text.replaceAll('COLUMN', column), { needs })
      expect(sample).toMatchObject(read)
    }
    expect((await errorOf(name, text.replaceAll('COLUMN', 'cluster'), { needs })).message).toMatch(
      /stands twice|same name|cut "cluster" short/,
    )
  })

  it('a mapping that finds nothing for it is a warning, and an error where it is read', async () => {
    const warnings: string[] = []
    const options = { needs, columns: { response: 'pred.answer' } }
    expect(await samplesIn('a.jsonl', JSON.stringify(ids), { ...options, onWarning: (message) => warnings.push(message) })).toHaveLength(1)
    expect(warnings).toEqual([expect.stringContaining('no row has the column "pred.answer" that response is mapped to.')])
    expect((await errorOf('a.jsonl', JSON.stringify(ids), { ...options, reads: ['response'] })).message).toContain(
      'no row has the column "pred.answer"',
    )
  })

  it('nor does what JSON cannot hold, in rows of a program', async () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    expect(await recordsRead([{ id: 'x', ...ids, answer: circle, question: 7n }], { needs })).toEqual([
      { ...read, response: 'an object', userInput: '7' },
    ])
  })

  it('a mapping that finds something else is shown as what it finds', async () => {
    const warnings: string[] = []
    const options = { needs, onWarning: (message: string) => warnings.push(message) }
    const row = { id: 'x', ...ids, pred: { answer: { text: 'x' } } }
    expect(await recordsRead([row], { ...options, columns: { response: 'pred' } })).toEqual([
      { ...read, response: '{"answer":{"text":"x"}}' },
    ])
    expect(await recordsRead([row], { ...options, columns: { response: 'pred.answer' } })).toEqual([{ ...read, response: '{"text":"x"}' }])
    expect(await recordsRead([row], { ...options, columns: { response: '$.pred.answer' } })).toEqual([
      { ...read, response: '{"text":"x"}' },
    ])
    expect(warnings).toEqual([])
  })

  it('a function or a path for it that fails leaves it out', async () => {
    const failing = (): never => {
      throw new TypeError('no such thing')
    }
    expect(
      await recordsRead([{ id: 'x', ...ids, docs: [1, 2] }], { needs, columns: { metadata: failing, retrievedContexts: '$.docs[*]' } }),
    ).toEqual([read])
  })

  it('whoever scores the rows says what is read: a run by ids meets no fault of the answer', async () => {
    const records = [{ id: 'x', ...ids, answer: { text: 'x' } }]
    const samples = []
    for await (const batch of readRecords(records).reading(needs)) samples.push(...batch.map(({ sample }) => sample))
    expect(samples).toEqual([{ ...read, response: '{"text":"x"}' }])
    await expect(recordsRead(records)).rejects.toThrow('found an object where a text was expected')
    const both = readRecords(records, { reads: ['response'] }).reading(needs)
    await expect(
      (async () => {
        for await (const _batch of both);
      })(),
    ).rejects.toThrow('found an object where a text was expected')
  })
})

describe('contexts that are objects', () => {
  it.each([
    ['Documents of LangChain', [{ pageContent: 'a', metadata: { source: 'x' } }, { pageContent: 'b' }], 'pageContent'],
    ['the same in Python', [{ page_content: 'a', type: 'Document' }, { page_content: 'b' }], 'page_content'],
    [
      'nodes of Mastra and LlamaIndex',
      [
        { id: '1', text: 'a' },
        { id: '2', text: 'b' },
      ],
      'text',
    ],
    ['objects with content', [{ content: 'a' }, 'b'], 'content'],
  ])('%s are read by their text in every format, said once as a note', async (_what, contexts, path) => {
    for (const [name, text] of written({ id: 'x', contexts, reference_contexts: ['r'] })) {
      const [notes, warnings]: [string[], string[]] = [[], []]
      const twice = name === 'a.jsonl' ? `${text}\n${text.replace('"x"', '"y"')}` : text
      const options = { onNote: (message: string) => notes.push(message), onWarning: (message: string) => warnings.push(message) }
      const [sample] = await samplesIn(name, twice, options)
      expect(sample, name).toEqual({ id: 'x', retrievedContexts: ['a', 'b'], referenceContexts: ['r'] })
      expect(notes, name).toEqual([
        expect.stringMatching(
          new RegExp(`column "contexts", field retrievedContexts: the contexts are objects, and read by their ${path}\\.$`),
        ),
      ])
      expect(warnings, name).toEqual([])
    }
  })

  it('in code too, where whoever hears warnings hears of them', async () => {
    const warnings: string[] = []
    const rows = [1, 2].map((n) => ({ retrieved_contexts: [{ text: `a${n}` }] }))
    const samples = await recordsRead(rows, { onWarning: (message: string) => warnings.push(message) })
    expect(samples.map(({ retrievedContexts }) => retrievedContexts)).toEqual([['a1'], ['a2']])
    expect(warnings).toEqual([
      'the given rows, row 1, column "retrieved_contexts", field retrievedContexts: the contexts are objects, and read by their text.',
    ])
  })
})

it('rows hand on all their columns, and the name of their file', async () => {
  const rows = []
  const path = await tempFile('a.csv', 'id,topic,n\nx,pay,\n')
  for await (const batch of readDataset(path)) rows.push(...batch)
  expect(rows).toEqual([{ sample: { id: 'x' }, idGiven: true, index: 0, columns: { id: 'x', topic: 'pay', n: null }, file: 'a.csv' }])
})
