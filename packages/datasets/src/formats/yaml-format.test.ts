import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorOf, inChunks, rowsOf, samplesIn, tempFile, readOptions } from '../__fixtures__/temp-data.ts'
import { yamlFormat } from './yaml-format.ts'

async function warningsIn(text: string): Promise<string[]> {
  const path = await tempFile('a.yaml', text)
  const warnings: string[] = []
  await rowsOf(path, { onWarning: (message) => warnings.push(message.replaceAll(path, 'FILE')) })
  return warnings
}

describe('a YAML file', () => {
  it.each([
    ['a list', "- id: a\n  reference: r\n- {id: b, \"reference\": 'it''s'}\n"],
    ['a list under rows', "about: x\nrows:\n  - id: a\n    reference: r\n  - id: b\n    reference: it's\n"],
    ['a list under data, at the margin', "data:\n- id: a\n  reference: r\n- id: b\n  reference: it's\n"],
    ['several documents', "---\nid: a\nreference: r\n---\n- id: b\n  reference: it's\n...\n"],
    ['JSON', '[{"id":"a","reference":"r"},{"id":"b","reference":"it\'s"}]'],
    ['a byte order mark, CRLF and comments', "\uFEFF# rows\r\n\r\n- id: a # first\r\n  reference: r\r\n- id: b\r\n  reference: it's\r\n"],
  ])('%s', async (_what, text) => {
    expect(await samplesIn('a.yml', text)).toEqual([
      { id: 'a', reference: 'r' },
      { id: 'b', reference: "it's" },
    ])
  })

  it('is read by the core schema of 1.2, also where it names another version: no, dates and 1_000 are texts', async () => {
    const text =
      '%YAML 1.1\n---\n- reference: no\n  response: 2024-01-01\n  user_input: 1_000\n  cluster: 0o17\n  retrieved_contexts: ["on", yes, 12:30:45]\n'
    expect(await samplesIn('a.yaml', text)).toEqual([
      {
        id: 'row-1',
        reference: 'no',
        response: '2024-01-01',
        userInput: '1_000',
        cluster: '15',
        retrievedContexts: ['on', 'yes', '12:30:45'],
      },
    ])
  })

  it('null, ~ and nothing are missing; block texts keep their line breaks', async () => {
    const text = '- reference: ~\n  response:\n  user_input: |\n    a\n\n    b\n  cluster: null\n'
    expect(await samplesIn('a.yaml', text)).toEqual([{ id: 'row-1', userInput: 'a\n\nb\n' }])
  })

  it('anchors are followed, and integers beyond 2^53 keep their digits', async () => {
    const text =
      '- &first\n  id: 9007199254740993\n  contexts: &c [x, y]\n- id: 2\n  contexts: *c\n  metadata: {n: 9007199254740993, m: -9007199254740993}\n'
    expect(await samplesIn('a.yaml', text)).toEqual([
      { id: '9007199254740993', retrievedContexts: ['x', 'y'] },
      { id: '2', retrievedContexts: ['x', 'y'], metadata: { n: '9007199254740993', m: '-9007199254740993' } },
    ])
  })

  it('keys called __proto__ or constructor are keys like any other', async () => {
    const [sample] = await samplesIn('a.yaml', '- metadata: {__proto__: {polluted: true}, constructor: 1}\n')
    expect(Object.keys(sample?.metadata ?? {})).toEqual(['__proto__', 'constructor'])
    expect('polluted' in {}).toBe(false)
  })

  it.each([
    ['a text', 'just text', 'FILE, line 1: found the text "just text", but each row must be a map'],
    ['a list of texts', '- id: a\n- text\n', 'FILE, line 2: found the text "text", but each row must be a map'],
    ['a broken map', '- id: a\n- id: "b\n', 'FILE, line 3, position 1: this is not YAML: missing closing "quote'],
    [
      'a colon in a text',
      '- reference: see: here\n',
      'FILE, line 1, position 14: this is not YAML: nested mappings are not allowed in compact mappings',
    ],
    ['a merge key', '- &a {id: x}\n- <<: *a\n', 'FILE, line 2: found the merge key <<, which belongs to YAML 1.1'],
    ['a tag that would make an object', '- id: !!js/function "x"\n', 'FILE, line 1: found the tag "tag:yaml.org,2002:js/function"'],
    ['a tag of its own', '- !Row {id: x}\n', 'FILE, line 1: found the tag "!Row"'],
    ['a tag for bytes', '- reference: !!binary aGk=\n', 'FILE, line 1: found the tag "tag:yaml.org,2002:binary". Only plain data is read'],
    ['an unknown anchor', '- id: *a\n', 'FILE, line 1: nothing is anchored as &a.'],
    ['an alias of what it stands in', '- metadata: &a {b: *a}\n', 'FILE, line 1: *a stands inside what it stands for'],
    ['a list as a key', '- {[a]: 1}\n', 'FILE, line 1: a name was expected before the colon'],
    [
      'null in an id list',
      '- reference_context_ids: [a, ~]\n',
      'FILE, line 1, column "reference_context_ids", field referenceContextIds: item [1] is null',
    ],
    ['true in an id list', '- reference_context_ids: [true]\n', 'item [0] is the boolean true'],
    [
      'a number where text is due',
      '- id: a\n- reference: 42\n',
      'FILE, line 2, column "reference": found the number 42 where a text was expected.',
    ],
    [
      'rows and data',
      'rows:\n  - id: a\ndata:\n  - id: b\n',
      'FILE, line 1: there is a list called "rows" and one called "data", and only one can hold the rows.',
    ],
    ['comments only', '# nothing\n', 'FILE: it holds no rows.'],
  ])('with %s is refused', async (_what, text, message) => {
    const error = await errorOf('a.yaml', text)
    expect(error.kind).toBe('data')
    expect(error.message).toContain(message)
  })

  it('hands on the rows before a fault', async () => {
    const lines = ['- id: a', '- id: b', '- id: "c', '- id: d']
    const seen: unknown[] = []
    const reading = (async () => {
      for await (const rows of yamlFormat.read(inChunks(Buffer.from(lines.join('\n')), 7), readOptions))
        seen.push(...rows.map(({ record }) => record))
    })()
    await expect(reading).rejects.toThrow('FILE, line 4')
    expect(seen).toEqual([{ id: 'a' }, { id: 'b' }])
  })

  it('of many rows is read in pieces, each row with its line', async () => {
    const text = Array.from(
      { length: 30_000 },
      (_, n) => `- id: row_${n}\n  reference: |\n    - not an item\n    ${'x'.repeat(100)}\n`,
    ).join('')
    const places: number[] = []
    let batches = 0
    for await (const rows of yamlFormat.read(inChunks(Buffer.from(text), 65_536), readOptions)) {
      batches += 1
      places.push(...rows.map(({ line }) => line))
    }
    expect(places).toEqual(Array.from({ length: 30_000 }, (_, n) => n * 4 + 1))
    expect(batches).toBeGreaterThan(3)
  })

  it('holds what was written, however the bytes are cut', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '- ', '"', "'", ':', '#', '{', 'ä', '😀', '0', '~'), maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ reference: text, contexts: fc.array(text) }), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const bytes = Buffer.from(
            rows.map((row) => `- reference: ${JSON.stringify(row.reference)}\n  contexts: ${JSON.stringify(row.contexts)}\n`).join(''),
          )
          const read: unknown[] = []
          for await (const batch of yamlFormat.read(inChunks(bytes, size), readOptions)) read.push(...batch.map(({ record }) => record))
          expect(read).toEqual(rows)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('ids without quotes', () => {
  it('that read otherwise than they are written give a warning, one for each column', async () => {
    const text =
      '- id: 010\n  reference_context_ids: [7, 007, 1.0]\n  retrieved_context_ids: [1e3]\n- id: 2\n  reference_context_ids: [008]\n'
    expect(await warningsIn(text)).toEqual([
      'FILE, line 1, column "id": the id 010 is written without quotes, and read as the number 10. Write it as "010" to keep it as it is. Other ids of this column may be so too.',
      'FILE, line 1, column "retrieved_context_ids", field retrievedContextIds: the id 1e3 is written without quotes, and read as the number 1000. Write it as "1e3" to keep it as it is. Other ids of this column may be so too.',
      'FILE, line 1, column "reference_context_ids", field referenceContextIds: the id 007 is written without quotes, and read as the number 7. Write it as "007" to keep it as it is. Other ids of this column may be so too.',
    ])
  })

  it('that read as they are written, quoted ones, and numbers elsewhere give none', async () => {
    expect(await warningsIn('- id: 1\n  reference_context_ids: [2, "007", doc_3, 9007199254740993]\n  metadata: {n: 007}\n')).toEqual([])
  })
})
