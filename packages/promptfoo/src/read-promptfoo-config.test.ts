import { lexicalScreen } from '@assay/judge'
import { describe, expect, it } from 'vitest'
import { configFiles, RULES } from './__fixtures__/config-files.ts'
import { run } from './__fixtures__/promptfoo-run.ts'

const WHOLE = `prompts:
  - |
    Tell the tenant: {{query}}
    Go by these rules: {{context}}
providers:
  - openai:gpt-4
tests:
  - vars:
      query: 'How long may my bicycle stand in the yard?'
      context: file://docs/rules/yard.md
    assert:
      - type: context-recall
        threshold: 0.9
        value: |
          Bicycles may stand in the yard for 4 weeks.
          The gate closes at ten.
          Fires are allowed.
`

describe('a whole configuration runs as it is', () => {
  it('each assertion is a check of its row, and the target is not called', async () => {
    const { rows, results, notes, made } = await run(configFiles(WHOLE))
    expect(rows).toMatchObject([{ id: 'test-1', userInput: 'How long may my bicycle stand in the yard?', retrievedContexts: [RULES] }])
    expect(results[0]?.scores['context_recall']).toMatchObject({ status: 'scored', value: 2 / 3, passed: false })
    expect(results[0]?.gate).toMatchObject({ value: 2 / 3, passed: false })
    expect([...made.keys()]).toEqual(['openai:gpt-5-mini'])
    expect(notes).toEqual([expect.stringMatching(/^no grader is named: openai:gpt-5-mini judges, since OPENAI_API_KEY is set/)])
  })

  it('a score that reaches the threshold passes', async () => {
    const { results } = await run(configFiles(WHOLE.replace('0.9', '0.6')))
    expect(results[0]).toMatchObject({ scores: { context_recall: { passed: true } }, gate: { passed: true } })
  })
})

it('what is not known is reported once by name with its line, and what is not checked stands in its row', async () => {
  const config = `description: all of it
evaluateOptions: { repeat: 3 }
defaultTest: { options: { storeOutputAs: x } }
tests:
  - vars: { context: A. }
    repeat: 2
    assert:
      - { type: g-eval, value: polite }
      - { type: context-recall, threshold: 0, value: "A b.", config: {} }
      - { type: g-eval, value: short }
  - assert: [{ type: javascript, value: "process.exit(1)" }]
  - vars: { context: B. }
`
  const { notes, results } = await run(configFiles(config), { judge: lexicalScreen() })
  const why = 'Assay has no check of this type'
  expect(results.map(({ id, scores, skipped }) => [id, Object.keys(scores), skipped])).toEqual([
    ['test-1', ['context_recall'], [8, 10].map((line) => ({ name: 'g-eval', reason: `${why}.`, place: `promptfooconfig.yaml:${line}` }))],
    ['test-2', [], [{ name: 'javascript', reason: `${why}.`, place: 'promptfooconfig.yaml:11' }]],
  ])
  expect(notes.toSorted()).toEqual(
    [
      'promptfooconfig.yaml:2: "evaluateOptions" is not read',
      'promptfooconfig.yaml:3: "storeOutputAs" among the options of a test is not read',
      'promptfooconfig.yaml:6: "repeat" of a test is not read',
      `promptfooconfig.yaml:8: the assertion "g-eval" is skipped: ${why} (and 1 more)`,
      'promptfooconfig.yaml:9: "config" of an assertion is not read',
      `promptfooconfig.yaml:11: the assertion "javascript" is skipped: ${why}`,
      '1 of 3 tests has no assertions: there is nothing to check',
    ].toSorted(),
  )
})

it('a test whose verdict or variables are made by code says so, and checks nothing as something else', async () => {
  const recall = '{ type: context-recall, threshold: 0, value: "A b." }'
  const config = `tests:
  - { vars: { context: A. }, assertScoringFunction: "file://score.js", assert: [${recall}] }
  - { vars: { context: A. }, options: { transformVars: "({ ...vars })" }, assert: [${recall}] }
`
  const { results } = await run(configFiles(config), { judge: lexicalScreen() })
  expect(results.map(({ scores, skipped }) => [Object.keys(scores), skipped?.map(({ name }) => name)])).toEqual([
    [['context_recall'], ['assertScoringFunction']],
    [[], ['context-recall']],
  ])
})

it('tests in a file that cannot be read are a row that says so', async () => {
  const config = `tests:
  - file://tests.py
  - https://docs.google.com/spreadsheets/d/1
  - path: file://tests.js
  - tests.xlsx
  - { vars: { context: A. }, assert: [{ type: context-recall, threshold: 0, value: "A b." }] }
`
  const { results } = await run(configFiles(config), { judge: lexicalScreen() })
  expect(results.map(({ id, skipped }) => [id, skipped?.[0]?.reason.replace(/^The tests of .* are not read: /, '')])).toEqual([
    ['test-1', undefined],
    ['tests-1', 'they are code in a language that is not run here.'],
    ['tests-2', 'only files that hold data are read.'],
    ['tests-3', 'they are code, which runs only with --trust-config.'],
    ['tests-4', 'save the sheet as .csv.'],
  ])
  expect(results[1]?.skipped).toMatchObject([{ name: 'tests', place: 'promptfooconfig.yaml:2' }])
})
