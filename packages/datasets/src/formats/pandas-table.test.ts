import { describe, expect, it } from 'vitest'
import { errorOf, samplesIn } from '../__fixtures__/temp-data.ts'

const ADVICE = "and rows are read one by one. Write it by df.to_json(path, orient='records')."

describe('a table that pandas wrote as one object is told how to write rows', () => {
  it.each([
    ["'columns'", '{"id":{"0":"a","1":"b"},"reference":{"0":"r","1":null}}'],
    ["'columns'", '{"question":{"3":"q","17":"p"}}'],
    ["'index'", '{"0":{"id":"a","reference":"r"},"1":{"id":"b","reference":"s"}}'],
    ["'split'", '{"columns":["id","reference"],"index":[0,1],"data":[["a","r"],["b","s"]]}'],
  ])('by orient=%s, as .json and as .jsonl: %s', async (orient, text) => {
    for (const name of ['a.json', 'a.jsonl']) {
      const error = await errorOf(name, text)
      expect(error.kind).toBe('data')
      expect(error.message).toBe(`FILE, line 1: the whole table is one object, as pandas writes it by orient=${orient}, ${ADVICE}`)
    }
  })

  it("by orient='values', whose rows have no names", async () => {
    expect((await errorOf('a.json', '[["a","r"],["b","s"]]')).message).toContain("If pandas wrote it, write it by orient='records'.")
  })

  it.each([
    ["orient='records'", 'a.json', '[{"id":"a","reference":"r"}]', { reference: 'r' }],
    ["orient='records' with lines", 'a.jsonl', '{"id":"a","reference":"r"}\n', { reference: 'r' }],
    ["orient='table'", 'a.json', '{"schema":{"fields":[{"name":"id"}]},"data":[{"index":0,"id":"a","reference":"r"}]}', { reference: 'r' }],
    [
      'a row whose columns are all objects of one shape',
      'a.jsonl',
      '{"gold":{"text":"r","id":"a"},"pred":{"text":"s","id":"a"}}',
      { reference: 'r' },
    ],
  ])('%s is read', async (_what, name, text, expected) => {
    const columns = text.includes('gold') ? { id: 'gold.id', reference: 'gold.text' } : {}
    expect(await samplesIn(name, text, { columns })).toEqual([{ id: 'a', ...expected }])
  })
})
