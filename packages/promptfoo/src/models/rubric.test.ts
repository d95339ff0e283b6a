import { lexicalScreen } from '@assay/judge'
import { describe, expect, it } from 'vitest'
import { complaint } from '../__fixtures__/complaint.ts'
import { configFiles } from '../__fixtures__/config-files.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

describe('a rubricPrompt', () => {
  const rubric = `defaultTest:
  options:
    rubricPrompt: |
      Read: {{context}}
      Truth: {{groundTruth}}
      Mark each statement [FOUND] or [NOT FOUND].
tests:
  - vars: { context: "A {{groundTruth}} <b>." }
    assert: [{ type: context-recall, threshold: 0.5, value: "T" }]
`
  const marks = () => 'One is so. [FOUND]\nTwo is so. [NOT FOUND]'

  it('is filled in once and read by its marks', async () => {
    const { results, made } = await run(configFiles(rubric), { answer: marks })
    expect(results[0]?.scores['context_recall']).toMatchObject({
      value: 0.5,
      passed: true,
      signature: expect.stringContaining('strategy:rubric'),
    })
    expect(made.get('openai:gpt-5-mini')?.calls[0]?.messages[0]?.parts[0]?.text).toContain('Read: A {{groundTruth}} <b>.\nTruth: T\n')
  })

  it('may be a file or messages, and the nearest one holds', async () => {
    const near = rubric.replace('value: "T" }', 'value: "T", rubricPrompt: file://docs/rubric.json }')
    const chat = JSON.stringify([
      { role: 'system', content: 'Near.' },
      { role: 'user', content: '{{context}} {{groundTruth}}' },
    ])
    const { made } = await run(configFiles(near, { 'docs/rubric.json': chat }), { answer: marks })
    expect(made.get('openai:gpt-5-mini')?.calls[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  })

  it('that is unusable is refused with its line', async () => {
    expect(await complaint(run(configFiles(rubric.replace('{{context}}', '{{context | upper}}'))))).toMatch(
      /^promptfooconfig\.yaml:3: defaultTest\.options\.rubricPrompt: .*without filters/,
    )
  })

  it('has no effect on a judge that reads none, and that is said', async () => {
    const { notes } = await run(configFiles(rubric), { judge: lexicalScreen() })
    expect(notes).toContainEqual(expect.stringMatching(/:3: the rubricPrompt is for models: lexical@1 works without one/))
  })
})
