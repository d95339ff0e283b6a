import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './__fixtures__/promptfoo-run.ts'
import { importPromptfoo } from './import-promptfoo.ts'

const imported = (config: string, more: Readonly<Record<string, string>> = {}) =>
  importPromptfoo(join(project({ 'promptfooconfig.yaml': config, ...more }), 'promptfooconfig.yaml'))

describe('a promptfoo configuration becomes one of ours with its rows', () => {
  it('one row for each context-recall assertion', () => {
    const { config, dataFiles, notes } = imported(
      `defaultTest: { options: { provider: { id: 'openai:chat:gpt-4.1', config: { temperature: 0, apiKey: '{{env.JUDGE_KEY}}' } } } }
tests:
  - vars: { query: Q, context: file://a.md }
    metadata: { topic: yard }
    assert:
      - { type: context-recall, threshold: 0.9, value: "One {{query}}." }
      - { type: context-recall, threshold: 0.9, value: "Two." }
`,
      { 'a.md': 'Context.' },
    )
    expect(config).toBe(
      `data: rows.jsonl
judge:
  id: openai:gpt-4.1
  temperature: 0
  apiKey: \${JUDGE_KEY}
metrics:
  - context-recall
gates:
  - context_recall@0.9=100%
`,
    )
    const row = { userInput: 'Q', retrievedContexts: ['Context.'], metadata: { topic: 'yard' } }
    expect(
      dataFiles[0]?.content
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      { id: 'test-1', ...row, reference: 'One Q.' },
      { id: 'test-1#2', ...row, reference: 'Two.' },
    ])
    expect(notes).toEqual([])
  })

  it('and what has no place there is told', () => {
    const { config, notes } = imported(
      `tests:
  - vars: { context: A. }
    assert:
      - { type: context-recall, value: "One.", provider: openai:a }
      - { type: context-recall, threshold: 0.9, value: "Two.", provider: openai:b }
      - { type: context-recall, threshold: 0.9, value: "Three.", provider: openai:b, rubricPrompt: "{{context}} {{groundTruth}}" }
      - { type: not-context-recall, threshold: 0.9, value: "Four." }
      - { type: levenshtein, value: "Five." }
      - { type: llm-rubric, value: "Six." }
      - { type: context-recall, threshold: 0.9, value: "Seven.", contextTransform: output.x }
`,
    )
    expect(config).toMatch(/judge: openai:b\n[^]*context_recall@0\.5=100%/)
    expect(notes.map((note) => note.replace(/^promptfooconfig\.yaml:/, '').slice(0, 48))).toEqual([
      '9: the assertion "llm-rubric" is not one that As',
      '6: the rubricPrompt is left out: the strategies ',
      '7: not-context-recall is a check of single rows:',
      '8: levenshtein is a check of single rows: it is ',
      '10: a contextTransform needs the answer of a mod',
      'assertions name 2 graders; the one named most of',
      'assertions have 2 thresholds; the gate holds eve',
    ])
  })

  it('nothing to import is an error that says why', () => {
    expect(() => imported('tests: [{ assert: [{ type: equals, value: x }] }]')).toThrow(
      /no context-recall assertion that could be imported\.\npromptfooconfig\.yaml:1: the assertion "equals"/,
    )
  })
})
