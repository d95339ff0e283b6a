import { describe, expect, it } from 'vitest'
import { errorOf, rowsOf, samplesIn, tempFile } from '../__fixtures__/temp-data.ts'
import { readDataset } from '../index.ts'
import { createIdTable } from './id-table.ts'

describe('ids of rows', () => {
  it('a repeated id names both lines', async () => {
    const { kind, message } = await errorOf('a.jsonl', '{"id":"x"}\n\n{"id":"y"}\n{"id":"x"}\n')
    expect(kind).toBe('data')
    expect(message).toContain('FILE, line 4, field id: the id "x" was already given at FILE, line 1.')
  })

  it('a number and the same text are one id', async () => {
    expect((await errorOf('a.jsonl', '{"id":1}\n{"id":"1"}\n')).message).toContain('the id "1" was already given')
    expect(await samplesIn('a.jsonl', '{"id":1}\n{"id":"01"}\n{"id":1.5}')).toEqual([{ id: '1' }, { id: '01' }, { id: '1.5' }])
  })

  it('a repeated id is found over several files, named by its physical line', async () => {
    const a = await tempFile('a.csv', 'id,reference\nx,"two\nlines"\ny,\n')
    const b = await tempFile('b.jsonl', '{"id":"y"}')
    const error: unknown = await rowsOf([a, b]).catch((reason: unknown) => reason)
    expect(String(error)).toContain(`${b}, line 1, field id: the id "y" was already given at ${a}, line 4.`)
    expect(String(error)).toContain('(--group-by file), ids may repeat between them.')
  })

  it('rows without one are named by their number, and mixing both is fine', async () => {
    expect(await samplesIn('a.jsonl', '{"id":"x"}\n{"id":null}\n{}\n')).toEqual([{ id: 'x' }, { id: 'row-2' }, { id: 'row-3' }])
  })

  it.each(['{"id":"row-2"}\n{}\n', '{}\n{"id":"row-7"}\n'])(
    'an id that looks like a given one beside rows without is refused: %j',
    async (text) => {
      expect((await errorOf('a.jsonl', text)).message).toContain('Give every row an id, or none.')
    },
  )

  it('are unique within each file where files tell rows apart, unless a column does that is called file', async () => {
    const a = await tempFile('a.jsonl', '{"id":"x"}\n{"id":"y"}\n')
    const b = await tempFile('b.jsonl', '{"id":"x"}\n{}\n')
    const rows = []
    for await (const batch of readDataset([a, b], { idsPerFile: true })) rows.push(...batch)
    expect(rows.map(({ sample, file }) => [file?.split('/').at(-1), sample.id])).toEqual([
      ['a.jsonl', 'x'],
      ['a.jsonl', 'y'],
      ['b.jsonl', 'x'],
      ['b.jsonl', 'row-4'],
    ])
    const twice = await tempFile('c.jsonl', '{"id":"x"}\n{"id":"x"}\n')
    await expect(rowsOf([a, twice], { idsPerFile: true })).rejects.toThrow(`the id "x" was already given at ${twice}, line 1.`)
    const [d, e] = [await tempFile('d.jsonl', '{"id":"x","file":"1"}\n'), await tempFile('e.jsonl', '{"id":"x","file":"2"}\n')]
    await expect(rowsOf([d, e], { idsPerFile: true })).rejects.toThrow(`the id "x" was already given at ${d}, line 1.`)
  })

  it('results written with such ids are read back', async () => {
    expect(await samplesIn('a.jsonl', '{"id":"row-2"}\n{"id":"row-1"}\n')).toEqual([{ id: 'row-2' }, { id: 'row-1' }])
  })

  it.each([
    ['""', 'found an empty text where an id was expected'],
    ['true', 'found the boolean true where an id was expected'],
    ['["x"]', 'found a list of 1 where an id was expected'],
    ['{"a":1}', 'found an object where an id was expected'],
    ['1e999', 'found a number too large to hold (beyond 1.8e308) where an id was expected'],
  ])('%s is none', async (id, message) => {
    expect((await errorOf('a.jsonl', `{"id":${id}}`)).message).toContain(message)
  })
})

describe('the table of ids', () => {
  it('finds every repeat and nothing else among 300,000', () => {
    const table = createIdTable(2)
    let repeated = 0
    for (let n = 0; n < 300_000; n += 1) if (table.add(`doc_${n}`, 0, n + 1) !== undefined) repeated += 1
    expect(repeated).toBe(0)
    for (let n = 0; n < 300_000; n += 997) expect(table.add(`doc_${n}`, 1, 5)).toEqual({ source: 0, line: n + 1 })
  })

  it('knows the source and the line of each', () => {
    const table = createIdTable()
    const sources = [4, 1, 0, 700]
    for (const [source, lines] of sources.entries())
      for (let line = 1; line <= lines; line += 1) if (line !== 3) table.add(`${source}-${line}`, source, line)
    for (const [source, lines] of sources.entries())
      for (let line = 1; line <= lines; line += 1) if (line !== 3) expect(table.add(`${source}-${line}`, 9, 1)).toEqual({ source, line })
  })

  it('tells texts apart that differ only in order, length or one unit', () => {
    const table = createIdTable()
    const ids = ['', '\0', '\0\0', 'ab', 'ba', 'a', 'aa', 'aaa', 'ä', 'a\u0308', '1', '01', '1 ', '\ud800', '\udc00']
    expect(ids.filter((id, n) => table.add(id, 0, n + 1) !== undefined)).toEqual([])
  })
})
