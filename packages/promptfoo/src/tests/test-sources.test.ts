import { describe, expect, it } from 'vitest'
import { complaint } from '../__fixtures__/complaint.ts'
import { configFiles } from '../__fixtures__/config-files.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

describe('tests in files', () => {
  const csv = `query,context,__expected,__expected1,__metric,__metadata:topic,__config:__expected1:threshold
Q1,The gate closes at ten.,context-recall(0.8): The gate closes at ten.,"not-context-recall: Fires are allowed.",recall,yard,0.3
Q2,"The gate, at ten.",context-recall:Fires are allowed.,equals: x,,,
`

  it('columns of a CSV file are variables, assertions and metadata', async () => {
    const { rows, results, notes } = await run(configFiles('tests: file://rows.csv', { 'rows.csv': csv }))
    expect(rows).toMatchObject([
      { id: 'test-1', userInput: 'Q1', retrievedContexts: ['The gate closes at ten.'], metadata: { topic: 'yard' } },
      { id: 'test-2', userInput: 'Q2', retrievedContexts: ['The gate, at ten.'] },
    ])
    expect(results.map(({ scores }) => Object.entries(scores).map(([name, { value, passed }]) => [name, value, passed]))).toEqual([
      [
        ['recall', 1, true],
        ['recall#2', 0, true],
      ],
      [['context_recall', 0, false]],
    ])
    expect(notes).toContainEqual(expect.stringMatching(/^rows\.csv:3: the assertion "equals" is skipped: no provider is named/))
  })

  it('JSONL, YAML and JSON files, several of them, beside tests that are written out', async () => {
    const one = (value: string) => ({
      vars: { context: 'The gate closes at ten.' },
      assert: [{ type: 'context-recall', threshold: 1, value }],
    })
    const { rows } = await run(
      configFiles(`tests:\n  - ${JSON.stringify(one('A.'))}\n  - file://a.jsonl\n  - b.yaml\n  - file://c.json\n`, {
        'a.jsonl': `${JSON.stringify(one('B.'))}\n\n${JSON.stringify(one('C.'))}\n`,
        'b.yaml': `- ${JSON.stringify(one('D.'))}`,
        'c.json': JSON.stringify(one('E.')),
      }),
    )
    expect(rows.map(({ reference }) => reference)).toEqual(['A.', 'B.', 'C.', 'D.', 'E.'])
  })

  it('faults in them name the file and its line', async () => {
    expect(await complaint(run(configFiles('tests: file://a.jsonl', { 'a.jsonl': '{}\n{"assert": 1}' })))).toMatch(
      /^a\.jsonl:2: assert: found .* where a list is due\./,
    )
    expect(await complaint(run(configFiles('tests: file://a.jsonl', { 'a.jsonl': '{}\n{' })))).toMatch(
      /a\.jsonl:2: the line is not one JSON value/,
    )
    expect(await complaint(run(configFiles('tests: file://a.csv', { 'a.csv': 'a,b\n1\n' })))).toMatch(
      /a\.csv:2: the row has 1 cells where 2 were due/,
    )
    expect(await complaint(run(configFiles('tests: file://nowhere.csv')))).toMatch(
      /promptfooconfig\.yaml:1: tests: file:\/\/nowhere\.csv: there is no such file/,
    )
  })
})

describe('tests named by a pattern', () => {
  const table = (context: string) => `context,__expected\n${context},context-recall(0.8): ${context}\n`
  const tests = {
    'tests/b.csv': table('Bees hum.'),
    'tests/a.csv': table('Ants dig.'),
    'tests/deep/c.csv': table('Cats nap.'),
    'tests/x.md': 'x',
  }

  it.each([
    ['file://tests/*.csv', ['Ants dig.', 'Bees hum.']],
    ['tests/*.csv', ['Ants dig.', 'Bees hum.']],
    ['file://tests/**/*.csv', ['Ants dig.', 'Bees hum.', 'Cats nap.']],
    ['file://tests/{b,deep/c}.csv', ['Bees hum.', 'Cats nap.']],
  ])('%s are the files it matches, in the order of their names', async (pattern, references) => {
    const { rows, files: read, notes } = await run({ 'promptfooconfig.yaml': `tests: '${pattern}'`, ...tests })
    expect(rows.map(({ reference }) => reference)).toEqual(references)
    expect(read).toHaveLength(references.length + 1)
    expect(notes.join()).not.toContain('not read')
  })

  it('may stand in a list, and name a file that holds such signs itself', async () => {
    const config = 'tests: ["file://tests/?.csv", "file://[a].csv"]'
    const { rows } = await run({ 'promptfooconfig.yaml': config, ...tests, '[a].csv': table('Dogs run.') })
    expect(rows.map(({ reference }) => reference)).toEqual(['Ants dig.', 'Bees hum.', 'Dogs run.'])
  })

  it.each(['file://tests/*.tsv', 'file://nowhere/*.csv'])(
    '%s, which matches nothing, is a mistake and not a run of less',
    async (pattern) => {
      const config = `tests: ['file://tests/a.csv', '${pattern}']`
      expect(await complaint(run({ 'promptfooconfig.yaml': config, ...tests }))).toMatch(
        /^promptfooconfig\.yaml:1: tests\[1\]: file:.*sv matches no file in /,
      )
    },
  )

  it('that matches what holds no tests says so', async () => {
    expect(await complaint(run({ 'promptfooconfig.yaml': 'tests: "tests/*"', ...tests }))).toMatch(
      /tests\/x\.md: tests are read from \.csv/,
    )
  })
})
