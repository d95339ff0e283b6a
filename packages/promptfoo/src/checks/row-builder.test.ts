import { describe, expect, it } from 'vitest'
import { configFiles, oneTest } from '../__fixtures__/config-files.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

describe('the names of the checks of a row', () => {
  it('a second assertion of a type has a number, and metric names it', async () => {
    const { results, rows } = await run(
      configFiles(
        oneTest(
          '- { type: context-recall, threshold: 1, value: "The gate closes at ten." }\n- { type: context-recall, threshold: 1, value: "Fires are allowed." }\n- { type: context-recall, threshold: 1, value: "Fires. Bicycles.", metric: "of {{kind}}" }',
          'kind: fires\n      context: file://docs/rules/yard.md',
        ),
      ),
    )
    expect(rows[0]?.reference).toBe('The gate closes at ten.')
    expect(Object.entries(results[0]?.scores ?? {}).map(([name, { value, passed }]) => [name, value, passed])).toEqual([
      ['context_recall', 1, true],
      ['context_recall#2', 0, false],
      ['of fires', 0, false],
    ])
  })

  it('one name for two kinds of assertion stays two names', async () => {
    const config = `tests:\n  - providerOutput: abc\n    vars: { context: "The gate." }\n    assert:\n      - { type: levenshtein, value: abc, metric: q }\n      - { type: context-recall, threshold: 0, value: "The gate.", metric: q }\n`
    expect(Object.keys((await run(configFiles(config))).results[0]?.scores ?? {})).toEqual(['q', 'q:context-recall'])
  })
})

describe('the threshold of a row', () => {
  it("a test's threshold is for the weighted mean of its assertions", async () => {
    const config = (threshold: number) =>
      `${oneTest('- { type: context-recall, threshold: 1, weight: 3, value: "The gate closes at ten." }\n- { type: context-recall, threshold: 1, value: "Fires are allowed." }')}    threshold: ${threshold}\n`
    expect((await run(configFiles(config(0.75)))).results[0]?.gate).toEqual({ value: 0.75, passed: true, threshold: 0.75 })
    expect((await run(configFiles(config(0.76)))).results[0]?.gate).toEqual({ value: 0.75, passed: false, threshold: 0.76 })
  })

  it('one assertion unscored leaves the weighted mean of its test unscored', async () => {
    const config = `${oneTest('- { type: context-recall, threshold: 1, value: "The gate closes at ten." }\n- { type: context-recall, threshold: 1, value: " " }')}    threshold: 0.1\n`
    expect((await run(configFiles(config))).results[0]?.gate).toEqual({ value: null, passed: null, threshold: 0.1 })
  })
})

it('a variable shown in a context is not filled in, and that is said', async () => {
  const text = `tests:
  - vars: { city: Oslo, context: 'The capital is {{ city }}.' }
    assert: [{ type: context-recall, threshold: 0.5, value: 'The capital is {{city}}.' }]
`
  const { rows, notes } = await run({ 'promptfooconfig.yaml': text })
  expect(rows[0]).toMatchObject({ reference: 'The capital is Oslo.', retrievedContexts: ['The capital is {{ city }}.'] })
  expect(notes).toContainEqual(expect.stringMatching(/:2: \{\{city\}\} in a context stays as it stands/))
})
