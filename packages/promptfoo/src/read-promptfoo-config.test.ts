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
  it('each assertion is a gate of its row, and the target is not asked', async () => {
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

it('what is not known is reported once by name with its line, and never skipped in silence', async () => {
  const config = `description: all of it
evaluateOptions: { repeat: 3 }
scenarios: []
defaultTest: { options: { transform: output.x } }
tests:
  - vars: { context: A. }
    transform: x
    assert:
      - { type: llm-rubric, value: polite }
      - { type: context-recall, threshold: 0, value: "A b.", config: {} }
      - { type: llm-rubric, value: short }
  - assert: [{ type: javascript, value: "process.exit(1)" }]
`
  const { notes, rows } = await run(configFiles(config), { judge: lexicalScreen() })
  expect(rows).toHaveLength(1)
  expect(notes.toSorted()).toEqual(
    [
      'promptfooconfig.yaml:2: "evaluateOptions" is not read',
      'promptfooconfig.yaml:3: "scenarios" is not read',
      'promptfooconfig.yaml:4: "transform" among the options of a test is not read',
      'promptfooconfig.yaml:7: "transform" of a test is not read',
      'promptfooconfig.yaml:9: the assertion "llm-rubric" is not one that Assay checks: it is left out (and 1 more)',
      'promptfooconfig.yaml:10: "config" of an assertion is not read',
      'promptfooconfig.yaml:12: the assertion "javascript" is not one that Assay checks: it is left out',
      '1 of 2 tests has no assertion that Assay checks: it is left out',
    ].toSorted(),
  )
})
