import { join } from 'node:path'
import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { errorOf, rowsOf, samplesIn, tempFile } from './__fixtures__/temp-data.ts'
import { type DataRow, readDataset } from './index.ts'

const loader = (name: string): string => join(import.meta.dirname, '__fixtures__/loader', name)

describe('twenty rows in many spellings', () => {
  it('rows.jsonl holds what the other spellings are compared with', async () => {
    const rows = await rowsOf(loader('rows.jsonl'))
    expect(rows).toHaveLength(20)
    expect(rows[0]?.sample).toMatchObject({
      id: 'clapnq-6401197308716204890',
      userInput: 'which method of forecasting uses averages to predict future weather',
      retrievedContextIds: ['doc_0282', 'doc_0141', 'doc_0001'],
      referenceContextIds: ['doc_0001'],
    })
    expect(rows.every(({ idGiven, index }, at) => idGiven && index === at)).toBe(true)
    expect(rows.every(({ sample }) => !('response' in sample))).toBe(true)
    const recall = rows.map(({ sample }) => (sample.referenceContextIds?.some((id) => sample.retrievedContextIds?.includes(id)) ? 1 : 0))
    expect(recall.reduce<number>((sum, value) => sum + value, 0) / rows.length).toBe(0.95)
  })

  it.each(['rows.json', 'rows.yaml', 'rows.csv', 'rows-python-lists.csv', 'rows-bom-crlf.csv', 'rows-bom-crlf-blank-lines.jsonl'])(
    '%s gives the same rows',
    async (name) => {
      expect(await rowsOf(loader(name))).toEqual(await rowsOf(loader('rows.jsonl')))
    },
  )

  it('rows-nested.jsonl gives the same rows by a mapping', async () => {
    const columns = {
      id: 'key',
      retrieved_contexts: 'pred.contexts',
      retrievedContextIds: 'pred.context_ids',
      response: 'pred.answer',
      reference: 'gold.answer',
      reference_contexts: 'gold.contexts',
      referenceContextIds: 'gold.context_ids',
    }
    expect(await rowsOf(loader('rows-nested.jsonl'), { columns })).toEqual(await rowsOf(loader('rows.jsonl')))
  })

  it('rows-ragas-v1.jsonl gives question, contexts and ground truth, and rows are named by their number', async () => {
    const expected = (await rowsOf(loader('rows.jsonl'))).map(({ sample: { userInput, retrievedContexts, reference }, index }) => ({
      sample: { id: `row-${index + 1}`, userInput, retrievedContexts, reference },
      idGiven: false,
      index,
    }))
    expect(await rowsOf(loader('rows-ragas-v1.jsonl'))).toEqual(expected)
  })
})

describe('sources', () => {
  it('are read in their order, and rows are counted over all of them', async () => {
    const a = await tempFile('a.jsonl', '{"id":"x"}\n{"id":"y"}')
    const b = await tempFile('b.csv', 'id\nz\n')
    expect((await rowsOf([a, b])).map(({ sample, index }) => [sample.id, index])).toEqual([
      ['x', 0],
      ['y', 1],
      ['z', 2],
    ])
  })

  it('may be read again', async () => {
    const data = readDataset(await tempFile('a.jsonl', '{"id":"x"}'))
    for (const round of [1, 2]) {
      const seen: DataRow[] = []
      for await (const batch of data) seen.push(...batch)
      expect(seen, `round ${round}`).toHaveLength(1)
    }
  })

  it('are read only as far as the limit: faults and files beyond it are not met', async () => {
    const path = await tempFile('a.jsonl', '{"id":"x"}\n{"id":"y"}\n{broken\n')
    expect(await rowsOf([path, '/no/such/file.jsonl'], { limit: 2 })).toHaveLength(2)
    await expect(rowsOf(path, { limit: 3 })).rejects.toThrow('line 3')
  })

  it('hand on the rows before a fault', async () => {
    const path = await tempFile('a.jsonl', '{"id":"x"}\n{"id":"y"}\n{"id":3,"reference":4}\n')
    const seen: string[] = []
    const reading = (async () => {
      for await (const batch of readDataset(path)) seen.push(...batch.map(({ sample }) => sample.id))
    })()
    await expect(reading).rejects.toThrow('line 3')
    expect(seen).toEqual(['x', 'y'])
  })

  it('come in batches of at most 256 rows', async () => {
    const path = await tempFile('a.jsonl', '{"reference":"r"}\n'.repeat(600))
    const sizes: number[] = []
    for await (const batch of readDataset(path)) sizes.push(batch.length)
    expect(sizes).toEqual([256, 256, 88])
  })
})

describe('what cannot be read', () => {
  it.each([
    ['a missing file', '/no/such/place/rows.jsonl', 'there is no such file'],
    ['a directory', import.meta.dirname, 'this is a directory'],
    ['a path through a file', join(import.meta.filename, 'rows.jsonl'), 'cannot be read (ENOTDIR)'],
  ])('%s', async (_what, path, message) => {
    const error: unknown = await rowsOf(path, { format: 'jsonl' }).catch((reason: unknown) => reason)
    expect(AssayError.is(error) && error.kind).toBe('data')
    expect(String(error)).toContain(`${path}: `)
    expect(String(error)).toContain(message)
  })

  it.each([
    ['an empty file', 'a.jsonl', '', 'FILE: the file is empty.'],
    ['blank lines only', 'a.jsonl', '\n \n', 'FILE: it holds no rows.'],
    ['a byte order mark only', 'a.jsonl', '\uFEFF', 'FILE: it holds no rows.'],
    ['a line of names only', 'a.csv', 'id,reference\n', 'FILE: it holds no rows.'],
    ['UTF-16', 'a.jsonl', Buffer.from('\uFEFF{"id":"x"}', 'utf16le'), 'FILE, line 1: the file looks like UTF-16.'],
    ['UTF-16 without a mark', 'a.csv', Buffer.from('id\n1', 'utf16le'), 'FILE, line 1: the file looks like UTF-16.'],
  ])('%s', async (_what, name, content, message) => {
    const error = await errorOf(name, content)
    expect(error.kind).toBe('data')
    expect(error.message).toContain(message)
  })

  it.each(['jsonl', 'csv'])('bytes that are not UTF-8, in the line where they stand (%s)', async (ending) => {
    const text = ending === 'csv' ? 'id\na\n"b\nc"\n' : '{"id":"a"}\n\n{"id":"b"}\n\n'
    const content = Buffer.concat([Buffer.from(text), Buffer.from([0xe4, 0x0a])])
    expect((await errorOf(`a.${ending}`, content)).message).toContain('FILE, line 5: the line holds bytes that are not UTF-8.')
  })

  it('an encoded surrogate is not UTF-8; one written as an escape is kept', async () => {
    const encoded = Buffer.concat([Buffer.from('{"reference":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])
    expect((await errorOf('a.jsonl', encoded)).message).toContain('not UTF-8')
    expect(await samplesIn('a.jsonl', '{"reference":"\\ud800"}')).toEqual([{ id: 'row-1', reference: '\ud800' }])
  })
})

describe('options', () => {
  it.each([
    [() => readDataset([]), 'no data to read'],
    [() => readDataset('rows.txt'), 'The ending of rows.txt names no known format. Known endings are .jsonl'],
    [() => readDataset('a.jsonl', { limit: 0 }), 'limit is 0'],
    [() => readDataset('a.jsonl', { limit: 1.5 }), 'limit is 1.5'],
    [() => readDataset('a.jsonl', { columns: { referense: 'x' } }), 'Did you mean reference?'],
    [() => readDataset('a.jsonl', { columns: { reference: '' } }), 'reference must be the name of a column'],
    [
      () => readDataset('a.jsonl', { columns: { user_input: 'a', userInput: 'b' } }),
      'user_input is mapped twice, to a and to b. Keep one of the two.',
    ],
  ])('a wrong one is refused before anything is read', (read, message) => {
    try {
      read()
      expect.unreachable()
    } catch (error) {
      expect(AssayError.is(error) && error.kind).toBe('config')
      expect(String(error)).toContain(message)
    }
  })

  it('a format can be named for any ending, and endings are read without case', async () => {
    expect(await samplesIn('rows.data', '{"id":"x"}', { format: 'jsonl' })).toEqual([{ id: 'x' }])
    expect(await samplesIn('ROWS.TSV', 'id\treference\nx\ta, b\n')).toEqual([{ id: 'x', reference: 'a, b' }])
  })
})
