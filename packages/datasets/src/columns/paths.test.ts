import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorOf, rowsOf, samplesIn, tempFile } from '../__fixtures__/temp-data.ts'
import { readDataset } from '../index.ts'
import { readPythonValue } from '../values/python-value.ts'

const line = (row: unknown): string => `${JSON.stringify(row)}\n`

describe('a JSONPath', () => {
  it.each([
    ['$.answers[0].text', 'reference', { answers: [{ text: 'r' }, { text: 'no' }] }, { reference: 'r' }],
    ["$['gold answer']", 'reference', { 'gold answer': 'r' }, { reference: 'r' }],
    ['$.answers[-1].text', 'reference', { answers: [{ text: 'no' }, { text: 'r' }] }, { reference: 'r' }],
    ['$.answers[?@.best == true].text', 'reference', { answers: [{ text: 'no' }, { text: 'r', best: true }] }, { reference: 'r' }],
    ['$.docs[*].text', 'retrieved_contexts', { docs: [{ text: 'a' }, { text: 'b' }] }, { retrievedContexts: ['a', 'b'] }],
    ['$.docs[*].text', 'retrieved_contexts', { docs: [{ text: 'a' }] }, { retrievedContexts: ['a'] }],
    [
      '$.docs[?@.score > 0.5].id',
      'retrieved_context_ids',
      {
        docs: [
          { id: 1, score: 0.9 },
          { id: 2, score: 0.1 },
        ],
      },
      { retrievedContextIds: ['1'] },
    ],
    [
      `$.docs[?@.score >= 0.125e1 && @['0.5'] == "0.5"].id`,
      'retrieved_context_ids',
      {
        docs: [
          { id: 'a', score: 1.25, '0.5': '0.5' },
          { id: 'b', score: 1.2, '0.5': '0.5' },
          { id: 'c', score: 2 },
        ],
      },
      { retrievedContextIds: ['a'] },
    ],
    ['$.docs[:2].id', 'retrieved_context_ids', { docs: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }, { retrievedContextIds: ['a', 'b'] }],
    ['$..passage', 'retrieved_contexts', { hits: [{ passage: 'a' }, { inner: { passage: 'b' } }] }, { retrievedContexts: ['a', 'b'] }],
    ['$.pred.contexts', 'retrieved_contexts', { pred: { contexts: ['a'] } }, { retrievedContexts: ['a'] }],
    ['$price', 'reference', { $price: 'r' }, { reference: 'r' }],
    ['$.a', 'reference', { '$.a': 'r', a: 'no' }, { reference: 'r' }],
  ])('%s for %s', async (path, field, row, expected) => {
    expect(await samplesIn('a.jsonl', line(row), { columns: { [field]: path } })).toEqual([{ id: 'row-1', ...expected }])
  })

  it('over an empty list is nothing retrieved; where there is no list, the field is missing', async () => {
    const text = line({ docs: [] }) + line({ docs: null }) + line({ other: 1 }) + line({ docs: [{ text: 'a' }] })
    expect(await samplesIn('a.jsonl', text, { columns: { retrieved_contexts: '$.docs[*].text' } })).toEqual([
      { id: 'row-1', retrievedContexts: [] },
      { id: 'row-2' },
      { id: 'row-3' },
      { id: 'row-4', retrievedContexts: ['a'] },
    ])
  })

  it('keeps the digits of large ids', async () => {
    const text = '{"docs":[{"id":9007199254740993},{"id":"b"}]}'
    expect(await samplesIn('a.jsonl', text, { columns: { retrieved_context_ids: '$.docs[*].id' } })).toEqual([
      { id: 'row-1', retrievedContextIds: ['9007199254740993', 'b'] },
    ])
  })

  it.each([
    [
      'a text it finds several of',
      '$.docs[*].text',
      'reference',
      'field reference: it finds 2 values where one was expected. Name one, as in [0].',
    ],
    ['a single text where a list is due', '$.docs[0].text', 'retrieved_contexts', 'found the text "a" where a list of texts was expected'],
    ['lists of lists', '$.docs[*].tags', 'retrieved_contexts', 'item [0] is a list of 1'],
    [
      'what no row has',
      '$.dogs[*].text',
      'retrieved_contexts',
      'no row has the column "$.dogs[*].text" that retrievedContexts is mapped to.',
    ],
  ])('to %s is an error', async (_what, path, field, message) => {
    const row = {
      docs: [
        { text: 'a', tags: ['x'] },
        { text: 'b', tags: ['y'] },
      ],
    }
    const error = await errorOf('a.jsonl', line(row), { columns: { [field]: path } })
    expect(error.kind).toBe('data')
    expect(error.message).toContain(message)
  })

  it.each(['$.', '$[', '$.a b', '$.a[?(@.b', '$.a[?nope(@)]', '$.a[(@.length-1)]', '$.a[?@.b == this.process]'])(
    'that is none is refused before anything is read: %s',
    (path) => {
      expect(() => readDataset('a.jsonl', { columns: { reference: path } })).toThrow(`reference=${path} is no JSONPath (RFC 9535)`)
    },
  )

  it.each(['match', 'search'])('has no function %s, whose pattern could come from the data and run for ever', (name) => {
    expect(() => readDataset('a.jsonl', { columns: { reference: `$.a[?${name}(@.b, $.pattern)]` } })).toThrow(`no such function '${name}'`)
  })

  it('that descends into endless nesting ends in an error, and finds no prototype', async () => {
    const deep = `{"id":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect((await errorOf('a.jsonl', deep, { columns: { reference: '$..b' } })).message).toContain(
      'FILE, line 1, column "$..b", field reference: recursion limit',
    )
    const { message } = await errorOf('a.jsonl', line({ a: {} }), { columns: { reference: '$.a.constructor.name' } })
    expect(message).toContain('no row has the column')
  })
})

describe('a path into a cell of CSV', () => {
  const cells = (cell: string): string => `id,pred\nx,"${cell.replaceAll('"', '""')}"\n`

  it.each([
    ['JSON', '{"contexts": ["a", "b"], "answer": "r", "ids": [9007199254740993]}'],
    ['a Python dict', `{'contexts': ['a', "b"], 'answer': 'r', 'ids': [9007199254740993], 'other': {1: (True, None)}}`],
  ])('reads what is written in it as %s', async (_what, cell) => {
    for (const [reference, contexts, ids] of [
      ['pred.answer', 'pred.contexts', 'pred.ids'],
      ['$.pred.answer', '$.pred.contexts[*]', '$.pred.ids'],
    ]) {
      const columns = { reference: reference ?? '', retrieved_contexts: contexts ?? '', retrieved_context_ids: ids ?? '' }
      expect(await samplesIn('a.csv', cells(cell), { columns })).toEqual([
        { id: 'x', reference: 'r', retrievedContexts: ['a', 'b'], retrievedContextIds: ['9007199254740993'] },
      ])
    }
  })

  it('a text in it is a text, not a list that is written in one', async () => {
    expect(
      await errorOf('a.csv', cells('{"contexts":"[1]"}'), { columns: { contexts: 'x', retrieved_contexts: 'pred.contexts' } }).catch(
        (error: unknown) => error,
      ),
    ).toBeInstanceOf(Error)
    const error = await errorOf('a.csv', cells('{"contexts":"[1]"}'), { columns: { retrieved_contexts: 'pred.contexts' } })
    expect(error.message).toContain(
      'column "pred.contexts", field retrievedContexts: found the text "[1]" where a list of texts was expected',
    )
  })

  it('names the row where a cell is broken, and leaves the field missing where it is no object', async () => {
    const error = await errorOf('a.csv', cells("{'answer': array(['r'])}"), { columns: { reference: 'pred.answer' } })
    expect(error.message).toContain(
      'FILE, line 2, column "pred.answer", field reference: the cell begins like an object or a list, but cannot be read as JSON or Python: found "array([\'r\'])}"',
    )
    const text = 'id,pred\nx,text\ny,\nz,"{""answer"":""r""}"\n'
    expect(await samplesIn('a.csv', text, { columns: { reference: 'pred.answer' } })).toEqual([
      { id: 'x' },
      { id: 'y' },
      { id: 'z', reference: 'r' },
    ])
  })

  it('a Python value is read whole or not at all, in linear time', () => {
    expect(readPythonValue("{'a': [1, (2, 'x'), {}], \"b\": True}")).toEqual({ value: { a: [1, [2, 'x'], {}], b: true } })
    for (const broken of ["{'a'}", "{'a': }", "{'a': 1", "['a' 'b']", "{'a': 1} x", '{1, 2}', "{'a': f()}", '['.repeat(200)]) {
      expect(readPythonValue(broken)).toHaveProperty('what')
    }
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '{', '}', '[', ']', ':', ',', 'a', '1', ' ', '\\') }), (text) => {
        expect(Object.keys(readPythonValue(text)).length).toBeGreaterThan(0)
      }),
    )
    expect(readPythonValue(`[${"{'a': 1},".repeat(100_000)}]`)).toHaveProperty('value.99999.a', 1)
  })
})

describe('a column that is mapped to another field', () => {
  const text = line({ response: 'r', contexts: ['c'] })

  it('is missed by the field that it would have been, and the error says where it went', async () => {
    const error = await errorOf('a.jsonl', text, { columns: { reference: 'response' }, needs: ['reference', 'response'] })
    expect(error.message).toBe(
      'FILE, field response: no row has response, which is needed: the column "response" is mapped to reference, and a mapped column is read as nothing else. Map a column to response too, as in --columns response=response.',
    )
  })

  it('can be mapped to both', async () => {
    expect(await samplesIn('a.jsonl', text, { columns: { reference: 'response', response: 'response' }, needs: ['response'] })).toEqual([
      { id: 'row-1', reference: 'r', response: 'r', retrievedContexts: ['c'] },
    ])
  })

  it.each([
    ['ground_truth', 'gold', 'The column "ground_truth" is read as reference: that name goes on the left.'],
    ['gold', 'reference', 'Did you mean reference=gold?'],
    ['refernce', 'gold', 'Did you mean reference?'],
  ])('%s=%s: the left side must be a field', (left, right, hint) => {
    expect(() => readDataset('a.jsonl', { columns: { [left]: right } })).toThrow(hint)
  })
})

describe('tests of promptfoo', () => {
  const expected = [
    { id: 'row-1', userInput: 'Where?', retrievedContexts: ['Oslo is the capital.'], reference: 'Oslo', metadata: undefined },
  ]
  const test = {
    description: 'd',
    vars: { query: 'Where?', context: 'Oslo is the capital.', reference: 'Oslo', id: 7 },
    assert: [{ type: 'context-recall', value: 'Oslo' }],
  }

  it.each([
    ['a.jsonl', line(test)],
    ['a.json', JSON.stringify([test])],
    [
      'a.yaml',
      '- description: d\n  vars:\n    query: Where?\n    context: Oslo is the capital.\n    reference: Oslo\n  assert:\n    - type: context-recall\n      value: Oslo\n',
    ],
    ['a.csv', 'query,context,reference,__expected\nWhere?,Oslo is the capital.,Oslo,context-recall: Oslo\n'],
  ])('load as they are: %s', async (name, content) => {
    expect(await samplesIn(name, content)).toEqual(expected)
  })

  it('their context may be a list, and their variables may have our names', async () => {
    const text = line({ vars: { question: 'q', context: ['a', 'b'] } }) + line({ vars: { user_input: 'q', retrieved_contexts: ['c'] } })
    expect(await samplesIn('a.jsonl', text)).toEqual([
      { id: 'row-1', userInput: 'q', retrievedContexts: ['a', 'b'] },
      { id: 'row-2', userInput: 'q', retrievedContexts: ['c'] },
    ])
    expect(await samplesIn('a.csv', `context,__expected\n"['a', 'b']",x\n`)).toEqual([{ id: 'row-1', retrievedContexts: ['a', 'b'] }])
  })

  it('columns called query and context are recognised only in them, and a mapping goes before', async () => {
    expect(await samplesIn('a.csv', 'id,query,context\nx,q,c\n')).toEqual([{ id: 'x' }])
    expect(await samplesIn('a.jsonl', line(test), { columns: { reference: 'vars.query' } })).toMatchObject([
      { userInput: 'Where?', reference: 'Where?' },
    ])
  })

  it('one text under a name for several contexts is an error, as everywhere', async () => {
    expect((await errorOf('a.jsonl', line({ vars: { contexts: 'one' } }))).message).toContain(
      'column "vars.contexts", field retrievedContexts: found the text "one" where a list',
    )
  })

  it('a list where one text is due is named by the path that its items have', async () => {
    for (const name of ['query', 'question']) {
      const text = line({ vars: { [name]: ['one', 'two'], context: 'c' } })
      expect((await errorOf('a.jsonl', text)).message).toContain(`map one item: vars.${name}[0].`)
      expect(await samplesIn('a.jsonl', text, { columns: { userInput: `vars.${name}[0]` } })).toMatchObject([{ userInput: 'one' }])
    }
  })
})

it('a mapping is the same for every format', async () => {
  const columns = { user_input: 'q', reference: '$.gold.answer', retrieved_contexts: 'docs' }
  const files = await Promise.all([
    tempFile('a.jsonl', line({ q: 'q', gold: { answer: 'r' }, docs: ['d'] })),
    tempFile('a.json', JSON.stringify([{ q: 'q', gold: { answer: 'r' }, docs: ['d'] }])),
    tempFile('a.csv', 'q,gold,docs\nq,"{""answer"": ""r""}","[""d""]"\n'),
    tempFile('a.tsv', 'q\tgold\tdocs\nq\t"{""answer"": ""r""}"\t[\'d\']\n'),
    tempFile('a.yaml', '- q: q\n  gold: {answer: r}\n  docs: [d]\n'),
  ])
  for (const file of files) {
    expect(
      (await rowsOf(file, { columns })).map(({ sample }) => sample),
      file,
    ).toEqual([{ id: 'row-1', userInput: 'q', reference: 'r', retrievedContexts: ['d'] }])
  }
})
