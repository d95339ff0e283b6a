import { describe, expect, it } from 'vitest'
import { errorOf, samplesIn, tempFile } from '../__fixtures__/temp-data.ts'
import { readDataset } from '../index.ts'

const warned = async (text: string, options = {}, name = 'a.csv'): Promise<string[]> => {
  const warnings: string[] = []
  await samplesIn(name, text, { onWarning: (message) => warnings.push(message.replace(/^.*(?=a\.)/, '')), ...options })
  return warnings
}

const sample = { id: 'x', userInput: 'Where, and when?', reference: 'In Oslo; in May' }

describe('the delimiter of a CSV file shows in its names of columns', () => {
  it.each([
    ['a comma', 'id,user_input,reference\nx,"Where, and when?",In Oslo; in May\n'],
    ['a semicolon, as Excel writes in much of Europe', 'id;user_input;reference\r\nx;Where, and when?;"In Oslo; in May"\r\n'],
    ['a tab', 'id\tuser_input\treference\nx\tWhere, and when?\tIn Oslo; in May\n'],
    ['a bar', 'id|user_input|reference\nx|Where, and when?|In Oslo; in May\n'],
    ['a semicolon between quoted names', '"id";"user_input";"reference"\nx;Where, and when?;"In Oslo; in May"\n'],
    ['a semicolon after a byte order mark and blank lines', '\uFEFF\n\r\nid;user_input;reference\nx;Where, and when?;"In Oslo; in May"\n'],
    ['a semicolon, with a comma in a name', 'id;user_input;reference;"notes, old"\nx;Where, and when?;"In Oslo; in May";\n'],
    [
      'a semicolon, with commas in a name without quotes',
      'notes, old, new;id;user_input;reference\n;x;Where, and when?;"In Oslo; in May"\n',
    ],
    ['a comma, with semicolons in a name', 'notes;old;new;more,id,user_input,reference\n,x,"Where, and when?",In Oslo; in May\n'],
  ])('%s', async (_what, text) => {
    expect(await samplesIn('a.csv', text)).toEqual([sample])
  })

  it('mapped names count as known', async () => {
    const text = 'Nr;Frage, gestellt;Antwort\nx;Where, and when?;"In Oslo; in May"\n'
    const columns = { id: 'Nr', userInput: 'Frage, gestellt', reference: 'Antwort' }
    expect(await samplesIn('a.csv', text, { columns })).toEqual([sample])
  })

  it('two that are as likely are an error that names both, and --delimiter', async () => {
    const text = 'Nr;Frage, gestellt;Antwort\nx;y;z\n'
    const error = await errorOf('a.csv', `\n${text}`)
    expect(error.kind).toBe('data')
    expect(error.message).toBe(
      `FILE, line 2: the names of the columns can be split at "," (2 columns) or at ";" (3 columns), and none of these is certain. Name the one that is meant: --delimiter ';' (in code and configurations: delimiter).`,
    )
    expect(await samplesIn('a.csv', text, { delimiter: ';', columns: { reference: 'Antwort' } })).toEqual([{ id: 'row-1', reference: 'z' }])
  })

  it('a row of too many cells names what they were split at', async () => {
    expect((await errorOf('a.csv', 'id;reference\nx;y;z\n')).message).toContain(
      'FILE, line 2: the row has 3 cells where the 2 of the first line were expected, beginning with "x"; cells are split at ";".',
    )
    expect((await errorOf('a.tsv', 'id\treference\nx\n')).message).toContain('cells are split at tab.')
  })

  it('one column that another delimiter would split is warned of', async () => {
    expect(await warned('id,reference\nx,y\n', {}, 'a.tsv')).toContain(
      'a.tsv, line 1: split at tab there is one column, "id,reference". It looks as if "," separated the columns: name that with --delimiter.',
    )
    expect(await warned('reference\ny\n')).toEqual([])
  })
})

describe('a first line sep=', () => {
  it.each([
    ['names the delimiter', 'sep=;\r\nid;user_input;reference\r\nx;Where, and when?;"In Oslo; in May"\r\n'],
    ['whatever the names of columns show', 'SEP=|\nid|user_input|reference|a,b,c\nx|Where, and when?|In Oslo; in May|\n'],
    ['also in quotes, and after a byte order mark', '\uFEFF"sep=\t"\nid\tuser_input\treference\nx\tWhere, and when?\tIn Oslo; in May\n'],
    ['one that is rare, too', 'sep=^\nid^user_input^reference\nx^Where, and when?^In Oslo; in May\n'],
  ])('%s', async (_what, text) => {
    expect(await samplesIn('a.csv', text)).toEqual([sample])
  })

  it('counts as a line, and gives way to what the user names', async () => {
    expect((await errorOf('a.csv', 'sep=;\nid;reference\nx\n')).message).toContain('FILE, line 3: the row has 1 cell')
    expect(await samplesIn('a.csv', 'sep=;\nid,reference\nx,y\n', { delimiter: ',' })).toEqual([{ id: 'x', reference: 'y' }])
  })
})

describe('the option delimiter', () => {
  it.each([
    [';', ';'],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['\\t', '\t'],
    ['\t', '\t'],
    ['pipe', '|'],
    ['comma', ','],
    ['~', '~'],
  ])('%j', async (delimiter, written) => {
    const text = ['id', 'reference'].join(written) + '\n' + ['x', 'y'].join(written)
    expect(await samplesIn('a.csv', text, { delimiter })).toEqual([{ id: 'x', reference: 'y' }])
  })

  it.each(['', '"', '\n', ';;', 'comma,'])('%j is refused at once', (delimiter) => {
    expect(() => readDataset('a.csv', { delimiter })).toThrow(
      'is none. Give one character, as "," or ";", or tab, comma, semicolon or pipe.',
    )
  })

  it('has no place where no file is a table', async () => {
    const [json, csv] = [await tempFile('a.jsonl', '{}'), await tempFile('a.csv', 'id;reference\nx;y\n')]
    expect(() => readDataset(json, { delimiter: ';' })).toThrow(`delimiter is for CSV, and ${json} is jsonl. Leave it out.`)
    expect(() => readDataset([json, csv], { delimiter: ';' })).not.toThrow()
  })

  it('and where it splits nothing, that is said', async () => {
    expect(await warned('id;reference\nx;y\n', { delimiter: ',' })).toContain(
      'a.csv, line 1: split at "," there is one column, "id;reference". It looks as if ";" separated the columns: name that with --delimiter.',
    )
  })
})
