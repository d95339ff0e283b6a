import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { rowsOf, samplesIn, tempFile } from './__fixtures__/temp-data.ts'
import { readDataset } from './index.ts'

const folder = join(import.meta.dirname, '__fixtures__/hostile')

/** File, rows before the fault, and how the message goes on after the file: place, what was there, what to do. */
const faults: readonly (readonly [file: string, rows: number, message: string, advice: string])[] = [
  [
    'two-values-on-a-line.jsonl',
    1,
    ', line 2, position 12: found "{\\"id\\":\\"c\\"}" after the end of the value.',
    'Put one object on each line.',
  ],
  ['nan.jsonl', 1, ', line 2, position 31: found NaN.', 'write null, or leave the column out'],
  ['infinity.json', 1, ', line 3, position 44: found -Infinity.', 'write null, or leave the column out'],
  [
    'huge-number.jsonl',
    1,
    ', line 2, column "reference_context_ids", field referenceContextIds: item [1] is a number too large to hold',
    'Write it as text, in quotes.',
  ],
  ['unfinished-line.jsonl', 1, ', line 2, position 30: the line ends inside the text that begins at position 23.', 'was the file cut off'],
  ['unfinished-list.json', 1, ', line 4, position 1: the file ends before the list is closed.', 'Was the file cut off'],
  [
    'written-over-lines.jsonl',
    0,
    ', line 1, position 2: the line ends before the object is closed.',
    'Each row must stand whole on one line',
  ],
  [
    'python-dicts.jsonl',
    1,
    ", line 2, position 2: found \"'id': 'b', 'referenc\" where a name in double quotes was expected.",
    'Write the row as JSON',
  ],
  ['bom-inside.jsonl', 1, ', line 2, position 1: found "\\u{feff}{\\"id\\":\\"b\\"}" where a value was expected.', 'Write the row as JSON'],
  ['cr-only.jsonl', 0, ', line 1, position 12: found', 'Put one object on each line.'],
  ['cr-only.csv', 0, ', line 1: cell 2 holds a carriage return', 'End lines with LF or CRLF'],
  ['crlf-in-quotes.csv', 1, ', line 4: the quote that opens cell 2 is not closed before the file ends.', 'Close it'],
  ['nul.jsonl', 1, ', line 2, position 25: found "\\u0000" inside a text', 'must be written as an escape'],
  ['nul-tail.jsonl', 1, ', line 2, position 1: found "\\u0000', 'Write the row as JSON'],
  ['lone-surrogate-bytes.jsonl', 0, ', line 2: the line holds bytes that are not UTF-8.', 'Save the file as UTF-8'],
  ['utf-16le.csv', 0, ', line 1: the file looks like UTF-16.', 'save it as UTF-8'],
  ['utf-16be.json', 0, ', line 1: the file looks like UTF-16.', 'save it as UTF-8'],
  ['latin-1.csv', 0, ', line 3: the line holds bytes that are not UTF-8.', 'it may be Latin-1'],
  ['latin-1.yaml', 0, ', line 2: the line holds bytes that are not UTF-8.', 'it may be Latin-1'],
  ['ends-early.jsonl.gz', 1, ': the gzip file ends early', 'was it copied or downloaded wholly?'],
  ['not-gzip-inside.csv.gz', 0, ': the gzip file is broken', '`gzip -t` checks a file'],
  ['bomb-one-line.jsonl.gz', 0, ', line 1: the line is longer than 128 MiB', 'Write one row a line.'],
  ['bomb-one-cell.csv.gz', 0, ', line 2: the quote that opens cell 2 is not closed within 128 MiB', 'Close it'],
  ['bomb-one-row.json.gz', 0, ', line 2: the value that begins here does not end within 128 MiB', 'Is a quote or bracket not closed?'],
  ['bomb-aliases.yaml', 0, ', line 6: aliases stand for over 1000000 values here', 'Write the values out.'],
  ['endless-alias.yaml', 1, ', line 4: *row stands inside what it stands for', 'Write the value out.'],
  ['deep.jsonl.gz', 1, ', line 2, column "metadata": the object is nested deeper than 100 levels.', 'Flatten it'],
  ['deep-open.json.gz', 0, ', line 1, position 100028: the file ends before the list is closed.', 'a quote or bracket not closed'],
  ['deep.yaml.gz', 1, ', line 2: lists or maps from here on are nested too deeply', 'was a bracket left open?'],
  ['deep-cell.csv.gz', 0, ', line 2, column "contexts", field retrievedContexts: found the text "[[[[', 'Write it as JSON'],
  ['proto.jsonl', 1, ', line 2, column "reference": found the number 1', 'Write it as text: "1".'],
  ['proto.csv', 0, ', line 2, column "contexts", field retrievedContexts: found the text "one"', 'Write it as JSON'],
  [
    'ten-megabytes-in-a-cell.csv.gz',
    0,
    ', line 2, column "contexts", field retrievedContexts: found the text "no list,',
    'Write it as JSON',
  ],
  ['unclosed-quote.csv', 1, ', line 3: the quote that opens cell 2 is not closed before the file ends.', 'Close it'],
  ['quote-inside.csv', 0, ', line 2: cell 2 holds a quote but does not begin with one', 'Put the cell in quotes'],
  [
    'too-many-cells.csv',
    0,
    ', line 2: the row has 3 cells where the 2 of the first line were expected',
    'Put a cell that holds "," or a line break in quotes, or name another delimiter',
  ],
  ['repeated-column.csv', 0, ', line 1, column "id": columns 1 and 3 have the same name.', 'Rename one of them.'],
  ['repeated-key.jsonl', 1, ', line 2, column "reference": the key "reference" stands twice in one object.', 'Keep one of the two'],
  ['repeated-key.yaml', 1, ', line 3, column "id": the key "id" stands twice in one map.', 'Keep one of the two'],
  ['repeated-id.jsonl', 2, ', line 3, field id: the id "a" was already given at', 'rename one, or remove the repeated row'],
  [
    'numpy-list.csv',
    0,
    ', line 2, column "contexts", field retrievedContexts: found the text "[\'one\'\\n \'two\']"',
    'if numpy wrote the list, export it with .tolist()',
  ],
  ['numpy-array.csv', 0, ', line 2, column "contexts", field retrievedContexts: found the text "array(', 'export it with .tolist()'],
  ['code-in-list.csv', 0, ', line 2, column "contexts", field retrievedContexts: found the text "[__import__(', 'Write it as JSON'],
  [
    'one-text-for-a-list.jsonl',
    1,
    ', line 2, column "retrieved_contexts", field retrievedContexts: found the text "one passage" where a list',
    'goes into a list of one',
  ],
  [
    'ids-of-all-kinds.jsonl',
    1,
    ', line 2, column "reference_context_ids", field referenceContextIds: item [2] is null',
    'Leave the item out',
  ],
  ['tag.yaml', 1, ', line 2: found the tag "tag:yaml.org,2002:python/object/apply:os.system".', 'remove the tag'],
  ['tab.yaml', 2, ', line 3, position 2: this is not YAML', 'Indent with spaces'],
  [
    'columns.json',
    0,
    ", line 1: the whole table is one object, as pandas writes it by orient='columns'",
    "df.to_json(path, orient='records')",
  ],
  ['null.json', 0, ', line 1: found "null\\n" where a list of rows', '[{…}, …]'],
  ['blank.json', 0, ': it holds no rows.', 'was it written to the end?'],
  ['empty.jsonl', 0, ': the file is empty.', 'was it written to the end?'],
  ['empty.json', 0, ': the file is empty.', 'was it written to the end?'],
  ['empty.csv', 0, ': the file is empty.', 'was it written to the end?'],
  ['empty.yaml', 0, ': the file is empty.', 'was it written to the end?'],
  ['empty.parquet', 0, ': the file is empty.', 'was it written to the end?'],
  ['cut-short.parquet', 0, ': it cannot be read as Parquet', 'Was it written or copied to the end?'],
  ['broken-page.parquet', 0, ', row 1: it cannot be read as Parquet', 'Was it written or copied to the end?'],
  ['other-format.parquet', 0, ': it cannot be read as Parquet', 'Was it written or copied to the end?'],
]

describe('a broken or hostile file ends in one message that says where, what was there, and what to do', () => {
  it.each(faults)('%s', async (name, rows, message, advice) => {
    const path = join(folder, name)
    let seen = 0
    const error: unknown = await (async () => {
      for await (const batch of readDataset(path)) seen += batch.length
    })().catch((reason: unknown) => reason)
    if (!AssayError.is(error)) throw new Error(`no AssayError, but ${String(error)}`)
    expect(error.kind).toBe('data')
    expect(error.message.startsWith(path + message), error.message).toBe(true)
    expect(error.message).toContain(advice)
    expect(error.message.length).toBeLessThan(path.length + 600)
    expect(error.message).not.toMatch(/\n|\bat .*\.[jt]s:\d/)
    expect(seen).toBe(rows)
  })

  it('and every such file is in the table', async () => {
    const files = await readdir(folder)
    expect(faults.map(([name]) => name).toSorted()).toEqual(files.toSorted())
    expect(faults.length).toBeGreaterThan(25)
  })

  it('a repeated id over several files names both places', async () => {
    const paths = ['python-dicts.jsonl', 'two-values-on-a-line.jsonl'].map((name) => join(folder, name))
    const [first, second] = [await tempFile('a.jsonl', '{"id":"a"}\n'), paths[1] ?? '']
    await expect(rowsOf([first, second])).rejects.toThrow(`${second}, line 1, field id: the id "a" was already given at ${first}, line 1.`)
  })

  it.each(['a.jsonl', 'a.json', 'a.csv', 'a.yaml', 'a.parquet'])('a folder called %s, and a file that is not there', async (name) => {
    const path = join(await mkdtemp(join(tmpdir(), 'assay-hostile-')), name)
    await expect(rowsOf(path)).rejects.toThrow(`${path}: there is no such file.`)
    await mkdir(path)
    await expect(rowsOf(path)).rejects.toThrow(`${path}: this is a directory. Name the files in it.`)
    await rm(join(path, '..'), { recursive: true })
  })

  it('a file without permission', async () => {
    const path = await tempFile('a.jsonl', '{}')
    await chmod(path, 0)
    // Nothing is forbidden to root, who reads as nobody here.
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    try {
      await expect(rowsOf(path)).rejects.toThrow(`${path}: the file may not be read. Check its permissions.`)
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })
})

describe('what only looks hostile is read', () => {
  it('a byte order mark, CRLF, NUL and lone surrogates as escapes, and keys of prototypes', async () => {
    const text =
      '\uFEFF{"id":"a","reference":"\\u0000\\ud800"}\r\n\r\n{"id":"b","__proto__":{"reference":"x"},"constructor":{"prototype":{"x":1}}}\r\n'
    expect(await samplesIn('a.jsonl', text)).toEqual([{ id: 'a', reference: '\0\ud800' }, { id: 'b' }])
    expect(await samplesIn('a.csv', '__proto__,constructor,reference\n1,2,"a\0b"\n')).toEqual([{ id: 'row-1', reference: 'a\0b' }])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it.each(['jsonl', 'json', 'csv', 'yaml'])('a cell of 10 MB (%s)', async (ending) => {
    const reference = 'ab "c", {d} \\ é '.repeat(700_000)
    const json = JSON.stringify({ id: 'a', reference })
    const content =
      { jsonl: json, json: `[${json}]`, csv: `id,reference\na,"${reference.replaceAll('"', '""')}"`, yaml: `- ${json}` }[ending] ?? ''
    const [sample] = await samplesIn(`a.${ending}`, content)
    expect(sample?.reference === reference).toBe(true)
  })

  it('a list of 100,000 contexts', async () => {
    const contexts = Array.from({ length: 100_000 }, (_, n) => `context ${n}`)
    for (const name of ['a.json', 'a.yaml']) {
      const [sample] = await samplesIn(name, JSON.stringify([{ contexts }]))
      expect(sample?.retrievedContexts).toEqual(contexts)
    }
    const python = `contexts\n"[${contexts.map((text) => `'${text}'`).join(', ')}]"\n`
    expect((await samplesIn('a.csv', python))[0]?.retrievedContexts).toEqual(contexts)
  })
})
