import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorOf, inChunks, samplesIn, readOptions } from '../__fixtures__/temp-data.ts'
import { jsonlFormat } from './jsonl-format.ts'

describe('JSON lines', () => {
  it('tolerates a byte order mark, CRLF, mixed line ends, blank lines and a last line without an end', async () => {
    const text = '\uFEFF\r\n{"id":"a"}\r\n \t\n{"id":"b"}\n\r\n{"id":"c"}'
    expect(await samplesIn('a.jsonl', text)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  })

  it.each([
    [
      'two values on a line',
      '{"id":1} {"id":2}',
      'position 10: found "{\\"id\\":2}" after the end of the value. Put one object on each line.',
    ],
    ['a comma between rows', '{"id":1},', 'position 9: found "," after the end'],
    ['NaN', '{"id":1,"reference":NaN}', 'position 21: found NaN. JSON has no such number'],
    ['-Infinity', '{"a":[-Infinity]}', 'position 7: found -Infinity. JSON has no such number'],
    ['an unfinished object', '{"id":1', 'the line ends before the object is closed. Each row must stand whole on one line'],
    ['an unfinished list', '{"a":[1,', 'the line ends before the list is closed.'],
    ['an unfinished text', '{"id":"abc', 'position 11: the line ends inside the text that begins at position 7.'],
    ['an unfinished escape', '{"id":"abc\\', 'the line ends inside the text that begins at position 7.'],
    ['a Python dict', "{'id': 1}", `position 2: found "'id': 1}" where a name in double quotes was expected. Write the row as JSON`],
    ['a comma after the last value', '{"id":1,}', 'position 9: found "}" where a name in double quotes was expected'],
    ['a missing colon', '{"id" 1}', 'position 7: found "1}" where a colon was expected'],
    ['a missing comma', '{"a":[1 2]}', 'position 9: found "2]}" where a comma or ] was expected'],
    ['a raw tab in a text', '{"id":"a\tb"}', 'position 9: found "\\t" inside a text'],
    ['no escape', '{"id":"\\x41"}', 'is no escape of JSON'],
    ['a number with a leading zero', '{"id":007}', 'position 8'],
    ['line ends of CR alone', '{"id":1}\r{"id":2}', 'End lines with LF or CRLF, not with CR alone.'],
    ['a list', '[{"id":1}]', 'found a list of 1, but each line must be one object'],
    ['a text', '"x"', 'found the text "x", but each line must be one object'],
    ['null', 'null', 'found null, but'],
  ])('%s is an error', async (_what, line, message) => {
    const error = await errorOf('a.jsonl', `{"id":"first"}\n\n${line}\n`)
    expect(error.kind).toBe('data')
    expect(error.message).toMatch(/^FILE, line 3[,:]/)
    expect(error.message).toContain(message)
  })

  it('a row of 50 MB is read whole', async () => {
    const reference = 'ä€😀'.repeat(5_600_000)
    const [first, second] = await samplesIn('a.jsonl', `{"id":"big","reference":"${reference}"}\n{"id":"next"}\n`)
    expect(first?.reference === reference).toBe(true)
    expect(second).toEqual({ id: 'next' })
  })

  it('nesting of 100,000 levels in a column that is not read does no harm; in metadata it is refused', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(await samplesIn('a.jsonl', `{"id":"x","other":${deep}}`)).toEqual([{ id: 'x' }])
    expect((await errorOf('a.jsonl', `{"id":"x","metadata":{"a":${deep}}}`)).message).toContain('nested deeper than 100 levels')
    expect((await errorOf('a.jsonl', `{"id":12345678901234567,"other":${deep}}`)).message).toContain('nested too deeply')
  })

  it('whatever is written as JSON lines is read back, however the bytes are cut', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    const row = fc.record({
      reference: text,
      retrieved_contexts: fc.array(text, { maxLength: 4 }),
      metadata: fc.dictionary(text, fc.jsonValue({ maxDepth: 3 })),
    })
    const end = fc.constantFrom('\n', '\r\n', '\n\n', '\r\n \r\n')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(row, end), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (lines, size) => {
          const bytes = Buffer.from(lines.map(([held, lineEnd]) => JSON.stringify(held) + lineEnd).join(''))
          const read: unknown[] = []
          for await (const rows of jsonlFormat.read(inChunks(bytes, size), readOptions)) read.push(...rows.map(({ record }) => record))
          expect(read).toEqual(lines.map(([held]) => JSON.parse(JSON.stringify(held))))
        },
      ),
    )
  })

  it('the line of a fault is the same however the bytes are cut', async () => {
    const bytes = Buffer.from('\uFEFF{"reference":"ä€😀"}\r\n\r\n{"id":1}\n{"id":}\n')
    for (const size of [1, 2, 3, 5, 7, 64]) {
      const read = async (): Promise<void> => {
        for await (const rows of jsonlFormat.read(inChunks(bytes, size), readOptions)) expect(rows.length).toBeGreaterThan(0)
      }
      await expect(read()).rejects.toThrow('FILE, line 4, position 7: found "}" where a value was expected.')
    }
  })
})
