import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './__fixtures__/promptfoo-run.ts'
import { importPromptfoo } from './import-promptfoo.ts'

const imported = (config: string, more: Readonly<Record<string, string>> = {}) =>
  importPromptfoo(join(project({ 'promptfooconfig.yaml': config, ...more }), 'promptfooconfig.yaml'))

const rowsOf = (files: Awaited<ReturnType<typeof imported>>['dataFiles']) =>
  (files[0]?.content ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a promptfoo configuration becomes one of ours with its rows', () => {
  it('one row for each context-recall assertion', async () => {
    const { config, dataFiles, notes } = await imported(
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
failUnder:
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

  it('each row keeps the threshold that it had, in its metadata where there are several', async () => {
    const { config, dataFiles, losses } = await imported(`tests:
  - vars: { context: A. }
    metadata: { threshold: of theirs }
    threshold: 0.7
    assert:
      - { type: context-recall, threshold: 0.9, value: One. }
      - { type: context-recall, threshold: 0.8, value: Two. }
  - { vars: { context: B. }, assert: [{ type: context-recall, value: Three. }] }
  - { vars: { context: C. }, threshold: 0.6, assert: [{ type: context-recall, threshold: 0.4, value: Four. }] }
`)
    expect(config).toContain('failUnder:\n  - context_recall@metadata.threshold_=100%\n')
    expect(rowsOf(dataFiles).map(({ id, metadata }) => [id, metadata])).toEqual([
      ['test-1', { threshold: 'of theirs', threshold_: 0.9 }],
      ['test-1#2', { threshold: 'of theirs', threshold_: 0.8 }],
      ['test-2', { threshold_: 0.5 }],
      ['test-3', { threshold_: 0.6 }],
    ])
    expect(losses).toEqual([])
  })

  it('a threshold on the mean of several assertions is lost where theirs do not imply it', async () => {
    const { losses } = await imported(`tests:
  - vars: { context: A. }
    threshold: 0.7
    assert:
      - { type: context-recall, threshold: 0.9, value: One. }
      - { type: context-recall, threshold: 0.6, value: Two. }
`)
    expect(losses).toEqual(['promptfooconfig.yaml:3: the threshold 0.7 of a test, for the mean of its assertions, would be left out'])
  })

  it('an assertion without a threshold is held to one, and that is said with its line', async () => {
    const { config, notes } = await imported(`tests:
  - { vars: { context: A. }, assert: [{ type: context-recall, value: One. }] }
  - { vars: { context: B. }, assert: [{ type: context-recall, value: Two. }] }
`)
    expect(config).toContain('context_recall@0.5=100%')
    expect(notes[0]).toBe(
      'promptfooconfig.yaml:2: context-recall without a threshold: 0.5 holds (older versions of promptfoo let it pass at any score) (and 1 more)',
    )
  })

  it('a name and a weight are said to be left out, and weight 0 still decides nothing', async () => {
    const { dataFiles, notes, losses } = await imported(`tests:
  - vars: { context: A. }
    threshold: 0.7
    assert:
      - { type: context-recall, provider: lexical, threshold: 0.9, value: One., metric: first }
      - { type: context-recall, provider: lexical, threshold: 0.8, value: Two., weight: 3 }
      - { type: context-recall, provider: lexical, threshold: 0.8, value: Three., weight: 0 }
`)
    expect(rowsOf(dataFiles).map(({ metadata }) => metadata)).toEqual([{ threshold: 0.9 }, { threshold: 0.8 }, { threshold: 0 }])
    expect([notes, losses]).toEqual([
      [
        'promptfooconfig.yaml:5: "metric" of an assertion is left out: every row counts as context_recall',
        'promptfooconfig.yaml:6: "weight" of an assertion is left out: it counts in the mean of its test alone',
        'promptfooconfig.yaml:7: an assertion of weight 0 decides nothing: its row may have any score',
      ],
      [],
    ])
  })

  it('contexts are those that a contextTransform leads to', async () => {
    const { dataFiles, notes } = await imported(`tests:
  - vars: { context: Not this. }
    metadata: { chunks: [This., And this.] }
    providerOutput: '{"found": ["From the answer."]}'
    assert:
      - { type: context-recall, value: One., contextTransform: "metadata.chunks" }
      - { type: context-recall, value: Two., contextTransform: output.found }
      - { type: context-recall, value: Three., contextTransform: metadata.nothing }
`)
    expect(rowsOf(dataFiles).map(({ retrievedContexts }) => retrievedContexts)).toEqual([
      ['This.', 'And this.'],
      ['From the answer.'],
      undefined,
    ])
    expect(notes.join()).toMatch(/yaml:8: contextTransform metadata\.nothing found nothing, .* Its row has no contexts/)
  })

  it('and a threshold above 1, or a missing value, is refused as in a run', async () => {
    await expect(imported('tests: [{ assert: [{ type: context-recall, threshold: 2, value: x }] }]')).rejects.toThrow(
      /the threshold is 2; the score is a share/,
    )
    await expect(imported('tests: [{ assert: [{ type: context-recall }] }]')).rejects.toThrow(/context-recall needs a value/)
  })

  it('and what cannot be converted is listed', async () => {
    const { config, notes, losses } = await imported(
      `tests:
  - vars: { context: A. }
    assert:
      - { type: context-recall, value: "One.", provider: openai:a }
      - { type: context-recall, threshold: 0.9, value: "Two.", provider: openai:b }
      - { type: context-recall, threshold: 0.9, value: "Three.", provider: openai:b, rubricPrompt: "{{context}} {{groundTruth}}" }
      - { type: not-context-recall, threshold: 0.9, value: "Four." }
      - { type: levenshtein, value: "Five." }
      - { type: g-eval, value: "Six." }
      - { type: context-recall, threshold: 0.9, value: "Seven.", contextTransform: output.x }
`,
    )
    expect(config).toMatch(/judge: openai:b\n[^]*context_recall@metadata\.threshold=100%/)
    const begun = (lines: readonly string[]) => lines.map((line) => line.replace(/^promptfooconfig\.yaml:/, '').slice(0, 48))
    expect(begun(notes)).toEqual(['4: context-recall without a threshold: 0.5 holds'])
    expect(begun(losses)).toEqual([
      '9: the assertion "g-eval" is skipped: Assay has ',
      '6: the rubricPrompt would be left out: the strat',
      '7: not-context-recall is a check of single rows:',
      '8: levenshtein is a check of single rows: it wou',
      '10: a contextTransform needs the answer of a mod',
      'assertions name 2 graders; the one named most of',
    ])
  })

  it('nothing to import is an error that says why', async () => {
    await expect(imported('tests: [{ assert: [{ type: equals, value: x }] }]')).rejects.toThrow(
      /no context-recall assertion that could be imported\.\npromptfooconfig\.yaml:1: equals is a check of single rows/,
    )
  })
})
