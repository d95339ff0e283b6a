import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorOf, inChunks, samplesIn, readOptions } from '../__fixtures__/temp-data.ts'
import { csvFormat, tsvFormat } from './csv-format.ts'
import { createCsvScanner } from './csv-scanner.ts'

const records = (text: string, delimiter: ',' | '\t' = ','): (readonly (string | undefined)[])[] => {
  const found: (readonly (string | undefined)[])[] = []
  const scanner = createCsvScanner({ delimiter, file: 'FILE' })
  scanner.push(text, (cells) => found.push(cells))
  scanner.end()
  return found
}

describe('cells', () => {
  it('stay text', async () => {
    const [sample] = await samplesIn('a.csv', 'id,reference,response,user_input,cluster\n007,N/A,1e5,TRUE,1.0\n')
    expect(sample).toEqual({ id: '007', reference: 'N/A', response: '1e5', userInput: 'TRUE', cluster: '1.0' })
  })

  it('are missing only where they are empty without quotes', async () => {
    expect(await samplesIn('a.csv', 'id,reference,response\nx,"",\n')).toEqual([{ id: 'x', reference: '' }])
    expect(records('a,,"",b\n,\n"",""\n')).toEqual([
      ['a', undefined, '', 'b'],
      [undefined, undefined],
      ['', ''],
    ])
  })

  it('keep quotes, delimiters, spaces and line breaks to the character', () => {
    expect(records('"a ""b"" c","x,y"," z "\r\n"1\n2\r\n3\r4", s ,\t\r\n')).toEqual([
      ['a "b" c', 'x,y', ' z '],
      ['1\n2\r\n3\r4', ' s ', '\t'],
    ])
    expect(records('"a\tb"\tc,d\n', '\t')).toEqual([['a\tb', 'c,d']])
    expect(records('""""\n""""""\n')).toEqual([['"'], ['""']])
  })

  it('of a last line without an end are read', () => {
    expect(records('a,b')).toEqual([['a', 'b']])
    expect(records('a,')).toEqual([['a', undefined]])
    expect(records('a,"b"')).toEqual([['a', 'b']])
    expect(records('a,"b"\r')).toEqual([['a', 'b']])
  })

  it('of 10 MB are read', async () => {
    const reference = 'say ""x"",\n'.repeat(1_000_000)
    const [sample] = await samplesIn('a.csv', `id,reference\nx,"${reference}"\n`)
    expect(sample?.reference === 'say "x",\n'.repeat(1_000_000)).toBe(true)
  })

  it('are read back as they were written, however the bytes are cut', async () => {
    const cell = fc.option(fc.string({ unit: fc.constantFrom('a', '"', ',', '\t', '\n', '\r', ' ', 'ä', '😀', "'"), maxLength: 6 }), {
      nil: null,
    })
    const table = fc.array(
      fc.tuple(cell, cell, cell).filter((row) => row.some((value) => value !== null)),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        async (rows, end, tabs, size) => {
          const text = ['x,y,z'.split(','), ...rows.map((row) => row.map(writtenCell))]
            .map((cells) => cells.join(tabs ? '\t' : ','))
            .join(end)
          const read: unknown[] = []
          for await (const batch of (tabs ? tsvFormat : csvFormat).read(inChunks(Buffer.from(text + end), size), readOptions))
            read.push(...batch.map(({ record }) => record))
          expect(read).toEqual(rows.map(([x, y, z]) => ({ x, y, z })))
        },
      ),
    )
  })
})

describe('tables', () => {
  it('skip blank lines, and leave columns without a name out', async () => {
    expect(await samplesIn('a.csv', '\n,id,\n\n0,x,\r\n\r\n1,y,z\n\n')).toEqual([{ id: 'x' }, { id: 'y' }])
  })

  it('name rows by their physical line', async () => {
    const text = 'id,reference,reference_context_ids\r\n"a","1\n2\r\n3",\r\n\nb,x,doc_1\n'
    expect((await errorOf('a.csv', text)).message).toContain(
      'FILE, line 6, column "reference_context_ids", field referenceContextIds: found the text "doc_1"',
    )
  })

  it.each([
    [
      'too few cells',
      'id,reference\n"a\nb",c\nx\n',
      'line 4: the row has 1 cell where the 2 of the first line were expected, beginning with "x"; cells are split at ",".',
    ],
    ['too many cells', 'id,reference\nx,y,z\n', 'line 2: the row has 3 cells'],
    ['two columns of one name', 'id,a,id\n', 'line 1, column "id": columns 1 and 3 have the same name.'],
    [
      'a quote that is never closed',
      'id,reference\na,b\nc,"d\ne\n',
      'line 3: the quote that opens cell 2 is not closed before the file ends.',
    ],
    ['text after a closing quote', 'id,reference\na,"b\n"c\n', 'line 3: found "c" after the closing quote of cell 2 (opened on line 2).'],
    [
      'a quote inside an unquoted cell',
      'id,reference\na,5" disk\n',
      'line 2: cell 2 holds a quote but does not begin with one: "5\\" disk".',
    ],
    ['a space before a quote', 'id,reference\na, "b"\n', 'line 2: cell 2 holds a quote but does not begin with one'],
    ['line ends of CR alone', 'id,reference\ra,b\r', 'line 1: cell 2 holds a carriage return'],
  ])('with %s are refused', async (_what, text, message) => {
    const error = await errorOf('a.csv', text)
    expect(error.kind).toBe('data')
    expect(error.message).toContain(`FILE, ${message}`)
  })

  it('of one column and many rows, or of one row and many columns, take linear time', () => {
    expect(records('x\n'.repeat(500_000))).toHaveLength(500_000)
    expect(records(`${'"x",'.repeat(500_000)}\n`)[0]).toHaveLength(500_001)
  })
})

describe('lists in cells', () => {
  it.each([
    ['JSON', '["a", "b\\u00e9", ""]', ['a', 'bé', '']],
    ['Python', `['a', "it's", 'say "x"', 'line\\nbreak\\x41\\u00e9\\U0001f600\\\\']`, ['a', "it's", 'say "x"', 'line\nbreakAé😀\\']],
    ['an empty list', '[]', []],
    ['a comma after the last item', "['a',]", ['a']],
    ['line breaks between items', "[\n 'a',\n 'b'\n]", ['a', 'b']],
  ])('%s', async (_what, cell, list) => {
    const [sample] = await samplesIn('a.csv', `retrieved_contexts\n"${cell.replaceAll('"', '""')}"\n`)
    expect(sample?.retrievedContexts).toEqual(list)
  })

  it('ids may be numbers, and keep their digits', async () => {
    const text = `retrieved_context_ids,reference_context_ids\n"[1, 9007199254740993, ""a""]","['01', 1, 9007199254740993, 1.0, -3]"\n`
    const [sample] = await samplesIn('a.csv', text)
    expect(sample?.retrievedContextIds).toEqual(['1', '9007199254740993', 'a'])
    expect(sample?.referenceContextIds).toEqual(['01', '1', '9007199254740993', '1', '-3'])
  })

  it('grades and metadata are read from cells too', async () => {
    const [sample] = await samplesIn('a.csv', 'reference_context_grades,metadata\n"[2, 0]","{""topic"": ""x""}"\n')
    expect(sample).toEqual({ id: 'row-1', referenceContextGrades: [2, 0], metadata: { topic: 'x' } })
  })

  it('a list of one in ground_truths is its reference; in reference it is text', async () => {
    expect(await samplesIn('a.csv', `ground_truths\n['r']\nplain\n`)).toMatchObject([{ reference: 'r' }, { reference: 'plain' }])
    expect(await samplesIn('a.csv', `reference\n['r']\n`)).toMatchObject([{ reference: "['r']" }])
  })

  it.each([
    ['a single text', 'one passage', 'found the text "one passage" where a list was expected: it is no list.'],
    ['a JSON text', '"a"', 'it is no list'],
    ['a JSON object', '{"a": 1}', 'it is no list'],
    ['a word for missing', 'None', 'it is no list. Write it as JSON'],
    ['the empty text', '', 'it is no list'],
    ['numpy without commas', "['a' 'b']", `a comma is missing before "'b']"; if numpy wrote the list, export it with .tolist()`],
    ['numpy on several lines', "['a'\n 'b']", 'a comma is missing'],
    ['numpy numbers', '[1 2]', 'a comma is missing'],
    ['a numpy object', "array(['a', 'b'], dtype=object)", 'it is a Python object that holds a list; export it with .tolist()'],
    ['None inside', "['a', None]", 'item [1] is null'],
    ['null inside', '["a", null]', 'item [1] is null'],
    ['nan inside', "['a', nan]", 'found "nan]" where a text or a number was expected'],
    ['a number where texts are due', "['a', 3]", 'item [1] is the number 3'],
    ['a large number where texts are due', '[12345678901234567890]', 'item [0] is the number 12345678901234567890'],
    ['True inside', "['a', True]", 'found "True]" where a text or a number was expected'],
    ['a list inside', "[['a']]", `found "['a']]" where a text or a number was expected`],
    ['code', "[__import__('os')]", 'where a text or a number was expected'],
    ['a prefixed text', "[u'a']", 'where a text or a number was expected'],
    ['a list that is not closed', "['a', 'b'", 'the list is not closed'],
    ['a text that is not closed', "['a', 'b]", 'the list is not closed'],
    ['text after the list', "['a'] + ['b']", `found "+ ['b']" after the end of the list`],
    ['an unknown escape', String.raw`['\d']`, 'which is no escape that is read here'],
    ['an escape beyond Unicode', String.raw`['\U00110000']`, 'which is no escape that is read here'],
    ['a line break inside a text', "['a\nb']", 'found a line break inside a text'],
    ['broken JSON', '["a", ]x', 'after the end of the list'],
  ])('%s is an error that names row and column', async (_what, cell, message) => {
    const error = await errorOf('a.csv', `id,retrieved_contexts\n\nx,"${cell.replaceAll('"', '""')}"\n`)
    expect(error.kind).toBe('data')
    expect(error.message).toContain('FILE, line 3, column "retrieved_contexts", field retrievedContexts: ')
    expect(error.message).toContain(message)
  })

  it('what Python would write is read as Python reads it', async () => {
    const item = fc.string({ unit: 'binary', maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 5 }), async (items) => {
        const cell = `[${items.map(pythonRepr).join(', ')}]`
        const [sample] = await samplesIn('a.csv', `retrieved_contexts\n"${cell.replaceAll('"', '""')}"\n`)
        expect(sample?.retrievedContexts).toEqual(items)
      }),
      { numRuns: 50 },
    )
  })
})

/** As Python prints a text: single quotes unless it holds only those, escapes for what cannot be printed. */
function pythonRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inner = Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0
    if (char === '\\' || char === quote) return `\\${char}`
    if (char === '\n') return '\\n'
    if (code < 0x20 || (code >= 0x7f && code < 0xa1)) return `\\x${code.toString(16).padStart(2, '0')}`
    if (code >= 0xd800 && code <= 0xdfff) return `\\u${code.toString(16)}`
    return char
  })
  return quote + inner.join('') + quote
}

function writtenCell(value: string | null): string {
  if (value === null) return ''
  return value === 'a' ? value : `"${value.replaceAll('"', '""')}"`
}
