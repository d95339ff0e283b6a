import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorOf, inChunks, samplesIn, readOptions } from '../__fixtures__/temp-data.ts'
import { jsonFormat } from './json-format.ts'

const rows = [
  { id: 'a', reference: 'x [not a list] "quoted" \\ {' },
  { id: 'b', metadata: { deep: [{ list: [] }, '}'] } },
]
const samples = [rows[0], rows[1]]

describe('a JSON file', () => {
  it.each([
    ['a list', JSON.stringify(rows)],
    ['a list over many lines, with a byte order mark', `\uFEFF\r\n${JSON.stringify(rows, null, 2).replaceAll('\n', '\r\n')}\r\n`],
    ['an object with rows', `{"version": {"rows": [1]}, "rows": ${JSON.stringify(rows)}, "count": 2}`],
    ['an object with data', `{"data":${JSON.stringify(rows)}}`],
    ['one object', JSON.stringify(rows[0]), samples.slice(0, 1)],
    ['objects on lines of their own, as some tools write into .json', rows.map((row) => JSON.stringify(row)).join('\n')],
    ['an object whose first such list holds no objects', '{"id":"a","data":[1],"rows":[{"id":"b"}]}', [{ id: 'a' }]],
    ['objects over several lines', rows.map((row) => JSON.stringify(row, null, 1)).join('\n')],
    ['objects with a column called data', '{"id":"a","data":["x"]}\n{"id":"b","data":[]}'.replace('[]', '[1]'), [{ id: 'a' }, { id: 'b' }]],
  ])('%s', async (_what, text, expected: readonly unknown[] = samples) => {
    expect(await samplesIn('a.json', text)).toEqual(expected)
  })

  it('as the data set viewer of Hugging Face answers it, digits of large ids kept', async () => {
    const text =
      '{"features":[{"name":"id"}],"rows":[{"row_idx":0,"row":{"id":12345678901234567891,"reference":"r"},"truncated_cells":[]}],"num_rows_total":1}'
    expect(await samplesIn('a.json', text)).toEqual([{ id: '12345678901234567891', reference: 'r' }])
    const cut = text.replace('"truncated_cells":[]', '"truncated_cells":["reference"]')
    expect((await errorOf('a.json', cut)).message).toContain(
      'the viewer that wrote this file cut "reference" short. Export the data set itself',
    )
  })

  it('ids beyond 2^53 keep their digits', async () => {
    expect(await samplesIn('a.json', '[{"reference_context_ids":[9007199254740993]}]')).toEqual([
      { id: 'row-1', referenceContextIds: ['9007199254740993'] },
    ])
  })

  it.each([
    ['a text', '"x"', 'line 1: found "\\"x\\"" where a list of rows, [{…}, …], or an object with rows was expected.'],
    ['a list of texts', '["x"]', 'line 1: found "\\"x\\"]" where a row, an object in { }, was expected.'],
    ['a list of lists', '[{"id":1},\n[1]]', 'line 2: found "[1]]" where a row, an object in { }, was expected.'],
    ['rows without a comma', '[{"id":1}\n{"id":2}]', 'line 2: found "{\\"id\\":2}]" where a comma or ] after the row was expected.'],
    ['a comma after the last row', '[{"id":1},\n]', 'line 2: found "]" where a row'],
    ['a file cut between rows', '[{"id":1},\n', 'line 2: the file ends before the list of rows is closed. Was the file cut off?'],
    ['a file cut in a row', '[{"id":1},\n{"id":', 'line 2, position 7: the file ends before the object is closed. Was the file cut off'],
    ['a file cut in a text', '[{"id":"x', 'line 1, position 10: the file ends inside a text.'],
    ['a quote left open', '[\n {"id":"x},\n {"id":"y"}]', 'line 2, position 12: found "\\n" inside a text'],
    ['a fault inside a row', '[\n{"id":1,\n "reference": NaN}]', 'line 3, position 15: found NaN. JSON has no such number'],
    ['mismatched brackets', '[{"a":[1}]', 'position 9: found "}]" where a comma or ] was expected'],
    ['more after the list', '[{"id":1}]\n{}', 'line 2: found "{}" where the end of the file was expected.'],
    ['two objects on a line', '{"id":1} {"id":2}', 'line 1: found "{\\"id\\":2}" where the end of the line after the object was expected.'],
    ['an object around rows that is not closed', '{"rows":[{"id":1}]\n', 'line 2: the file ends before the list of rows is closed.'],
    ['a fault after the rows', '{"rows":[{"id":1}],\n"n": NaN}', 'line 2, position 6: found NaN'],
    ['a fault before the rows', '{"n": NaN,\n"rows":[{"id":1}]}', 'line 1, position 7: found NaN'],
    [
      'a second list of rows',
      '{"rows":[{"id":1}],\n"rows":[{"id":2}]}',
      'line 2, column "rows": the key "rows" stands twice in one object.',
    ],
    ['rows and data', '{"rows":[{"id":1}],\n"data":[{"id":2}]}', 'line 1: there is a list called "rows" and one called "data"'],
    ['data and rows', '{"data":[],"rows":[{"id":2}]}', 'only one can hold the rows. Keep that one.'],
    ['an empty list', '[]', 'FILE: it holds no rows.'],
    ['rows that are empty', '{"rows":[]}', 'FILE: it holds no rows.'],
  ])('with %s is refused', async (_what, text, message) => {
    const error = await errorOf('a.json', text)
    expect(error.kind).toBe('data')
    expect(error.message).toContain(message)
  })

  it('with a hundred thousand columns that could hold the rows takes linear time', async () => {
    const text = `{"id":"a",${Array.from({ length: 100_000 }, () => '"rows":[1]').join(',')}}`
    expect((await errorOf('a.json', text)).message).toContain('the key "rows" stands twice')
  })

  it('hands on every row, with its line, however the bytes are cut', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 })
    const row = fc.record({ reference: text, metadata: fc.dictionary(text, fc.jsonValue({ maxDepth: 3 })) })
    const around = fc.constantFrom(['', ''], ['{"about":{"rows":[1,2]},"rows":', ',"n":1}'], ['{"data": ', '}'])
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 5 }),
        around,
        fc.integer({ min: 1, max: 9 }),
        async (held, [head, tail], size) => {
          const written = held.map((one) => JSON.stringify(one)).join(',\n')
          const read: unknown[] = []
          for await (const batch of jsonFormat.read(inChunks(Buffer.from(`${head}[${written}]${tail}`), size), {
            ...readOptions,
            thorough: true,
          }))
            read.push(...batch.map(({ record, line }) => ({ record, line })))
          expect(read).toEqual(held.map((one, index) => ({ record: JSON.parse(JSON.stringify(one)), line: index + 1 })))
        },
      ),
    )
  })
})

describe('a key that stands twice', () => {
  it.each([
    [
      'a.jsonl',
      '{"id":"x"}\n{"id":"y","reference":"1","reference":"2"}',
      'FILE, line 2, column "reference": the key "reference" stands twice',
    ],
    ['a.jsonl', '{"metadata":{"a":1,"\\u0061":2}}', 'FILE, line 1, column "a": the key "a" stands twice'],
    ['a.json', '[{"id":"x",\n"reference":"1",\n"reference" : "2"}]', 'FILE, line 3, column "reference": the key "reference" stands twice'],
    ['a.yaml', '- id: x\n  reference: a\n  reference: b\n', 'FILE, line 3, column "reference": the key "reference" stands twice'],
  ])('is refused in %s', async (name, text, message) => {
    const error = await errorOf(name, text)
    expect(error.kind).toBe('data')
    expect(error.message).toContain(message)
  })

  it('is not taken for one where it stands in another object, in a list, or as a text', async () => {
    const text = '{"id":"id","metadata":{"id":1,"list":[{"id":1},{"id":2},"id"]}}'
    expect(await samplesIn('a.jsonl', text)).toHaveLength(1)
  })

  it('is looked for in every row when reading is thorough, else in the first 1,000 of a file', async () => {
    const text = `${'{"reference":"r"}\n'.repeat(1000)}{"reference":"1","reference":"2"}\n`
    expect(await samplesIn('a.jsonl', text)).toHaveLength(1001)
    expect((await errorOf('a.jsonl', text, { thorough: true })).message).toContain('FILE, line 1001, column "reference"')
    const list = `[${text.trim().replaceAll('\n', ',\n')}]`
    expect(await samplesIn('a.json', list)).toHaveLength(1001)
    expect((await errorOf('a.json', list, { thorough: true })).message).toContain('FILE, line 1001, column "reference"')
  })
})
