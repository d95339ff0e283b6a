import { type LLMCall, AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { complaint } from '../__fixtures__/complaint.ts'
import { configFiles } from '../__fixtures__/config-files.ts'
import { models, run } from '../__fixtures__/promptfoo-run.ts'

/** What a judged metric was shown, as the scripted one writes it. */
type Shown = { readonly metric: string; readonly [name: string]: unknown }

/** Runs tests whose judge says what a function makes of the metric and the row; the target says `Ida Morn built it.` */
async function judged(config: string, says: (shown: Shown) => unknown = () => ({ value: 1 }), files: Record<string, string> = {}) {
  const { metricConfigs, metricFrom } = models()
  const shown: Shown[] = []
  const answer = (call: LLMCall, id: string): string => {
    const text = call.messages.at(-1)?.parts[0]?.text ?? ''
    if (id === 'openai:target') return 'Ida Morn built it.'
    const row = JSON.parse(text) as Shown
    shown.push(row)
    return JSON.stringify(says(row))
  }
  return { ...(await run(configFiles(config, files), { answer, metricFrom })), shown, metricConfigs }
}

const row = (assert: string, vars = '{ query: "Who built it?", context: "Ida Morn built it." }', more = ''): string =>
  `prompts: ["Tell me: {{query}}"]\nproviders: [openai:target]\n${more}tests:\n  - vars: ${vars}\n    assert:\n${assert.replaceAll(/^/gm, '      ')}\n`

describe('context-faithfulness', () => {
  it('is about the answer, the contexts and the question, and 0.5 holds', async () => {
    const { results, shown, notes } = await judged(
      row('- { type: context-faithfulness }\n- { type: not-context-faithfulness, threshold: 0.9 }'),
      () => ({ value: 0.6 }),
    )
    const seen = { userInput: 'Who built it?', response: 'Ida Morn built it.', retrievedContexts: ['Ida Morn built it.'] }
    // Both make the same call, so the judge is called once.
    expect(shown).toEqual([{ metric: 'faithfulness', ...seen }])
    expect(results[0]?.scores).toMatchObject({
      context_faithfulness: { value: 0.6, passed: true },
      not_context_faithfulness: { passed: true },
    })
    expect(notes).toContainEqual(expect.stringMatching(/context-faithfulness without a threshold: 0\.5 holds/))
  })

  it('needs no question, but contexts', async () => {
    const { results } = await judged(
      row('- { type: context-faithfulness, threshold: 0.5 }', '{ context: A. }').replace('{{query}}', 'this'),
    )
    expect(results[0]?.scores['context_faithfulness']).toMatchObject({ value: 1 })
    const without = await judged(row('- { type: context-faithfulness, threshold: 0.5 }', '{ query: Who? }'))
    expect(without.results[0]?.scores['context_faithfulness']).toMatchObject({
      cause: 'missing_field',
      reason: expect.stringContaining('"context"'),
    })
  })

  it('takes contexts from the answer, before a transform of its test', async () => {
    const config = row(
      `- { type: context-faithfulness, threshold: 0.5, contextTransform: 'output.split(" built ")' }`,
      '{ query: Q }',
      'defaultTest: { options: { transform: output.toUpperCase() } }\n',
    )
    const { shown } = await judged(config)
    expect(shown).toMatchObject([{ response: 'IDA MORN BUILT IT.', retrievedContexts: ['Ida Morn', 'it.'] }])
  })
})

describe('context-relevance', () => {
  it.each([
    ['"A. B."', 'sentence'],
    ['[A. B., C.]', 'context'],
    ['[A. B.]', 'context'],
  ])('of the contexts %s counts by %s', async (context, unit) => {
    const { metricConfigs, results, shown } = await judged(
      row('- { type: context-relevance, threshold: 0.4 }', `{ query: Q, context: ${context} }`),
    )
    expect(metricConfigs).toEqual([{ type: 'context-relevance', unit, name: 'context_relevance' }])
    expect(shown).toMatchObject([{ unit, userInput: 'Q' }])
    expect(results[0]?.scores['context_relevance']).toMatchObject({ value: 1, passed: true })
  })

  it('of a contextTransform counts by what it finds in the answer', async () => {
    const { shown, results } = await judged(
      row(
        `- { type: context-relevance, threshold: 0.4, contextTransform: output }\n- { type: context-relevance, threshold: 0.4, contextTransform: 'output.split(" ")' }`,
      ),
    )
    expect(shown).toMatchObject([{ unit: 'sentence', retrievedContexts: ['Ida Morn built it.'] }, { unit: 'context' }])
    expect(results[0]?.scores['context_relevance']?.signature).toMatch(/^generated\(either_unit\(context_relevance\|unit/)
  })

  it('needs a question', async () => {
    const { results } = await judged(row('- { type: context-relevance, threshold: 0.4 }', '{ context: A. }'))
    expect(results[0]?.scores['context_relevance']).toMatchObject({
      cause: 'missing_field',
      passed: null,
      reason: expect.stringContaining('reads the variable "query"'),
    })
  })
})

describe('answer-relevance', () => {
  it.each([
    ['', 'openai:text-embedding-3-large', true],
    [', provider: openai:grader', 'openai:text-embedding-3-large', true],
    [', provider: { text: openai:grader, embedding: "ollama:embeddings:nomic" }', 'ollama:nomic', false],
  ])('compares questions by embeddings%s', async (provider, embedding, isTold) => {
    const { metricConfigs, shown, notes } = await judged(row(`- { type: answer-relevance, threshold: 0.8${provider} }`))
    expect(metricConfigs).toEqual([{ type: 'answer-relevancy', embedding, name: 'answer_relevance' }])
    expect(shown).toMatchObject([{ userInput: 'Who built it?', response: 'Ida Morn built it.' }])
    expect(notes.some((note) => note.includes('no embeddings are named for answer-relevance'))).toBe(isTold)
  })

  it('takes the prompt for the question where a test has none, and 0.7 for its threshold', async () => {
    const { shown, results } = await judged(
      row('- { type: answer-relevance }', '{ topic: bridges }').replace('{{query}}', '{{topic}}'),
      () => ({ value: 0.69 }),
    )
    expect(shown).toMatchObject([{ userInput: 'Tell me: bridges' }])
    expect(results[0]?.scores['answer_relevance']).toMatchObject({ passed: false })
  })

  it('has nothing to compare where there is neither', async () => {
    const { results } = await judged('tests: [{ providerOutput: Oslo., assert: [{ type: answer-relevance, threshold: 0.5 }] }]')
    expect(results[0]?.scores['answer_relevance']).toMatchObject({ cause: 'missing_field', reason: expect.stringContaining('"query"') })
  })
})

describe('factuality', () => {
  const of = (value: number) => () => ({ value })

  it.each(['factuality', 'model-graded-factuality'])('%s: its value is the reference', async (type) => {
    const { shown, results } = await judged(row(`- { type: ${type}, value: "{{who}} built it." }`, '{ query: Q, who: Ida }'))
    expect(shown).toMatchObject([{ reference: 'Ida built it.', weights: { subset: 1, superset: 1, same: 1, disagrees: 0, differs: 1 } }])
    expect(results[0]?.scores['factuality']).toMatchObject({ passed: true })
  })

  it.each<[what: string, extra: string, value: number, passed: boolean]>([
    ['any weight above 0 passes', '', 0.25, true],
    ['weight 0 fails', '', 0, false],
    ['a threshold holds', ', threshold: 0.5', 0.25, false],
  ])('%s', async (_what, extra, value, passed) => {
    const weights = 'defaultTest: { options: { factuality: { subset: 0.25, agree: 0.75, differButFactual: 0 } } }\n'
    const { results, shown } = await judged(
      row(`- { type: factuality, value: Ida.${extra} }\n- { type: not-factuality, value: Ida.${extra} }`, undefined, weights),
      of(value),
    )
    expect(shown[0]).toMatchObject({ weights: { subset: 0.25, superset: 1, same: 0.75, disagrees: 0, differs: 0 } })
    expect(results[0]?.scores).toMatchObject({ factuality: { passed }, not_factuality: { passed: !passed } })
  })
})

describe('llm-rubric and model-graded-closedqa', () => {
  it.each<[assert: string, said: object, passed: boolean, mean: number]>([
    ['{ type: llm-rubric, value: polite }', { value: 0.2, verdict: true }, true, 0.2],
    ['{ type: llm-rubric, value: polite }', { value: 0.9, verdict: false }, false, 0.9],
    ['{ type: llm-rubric, value: polite, threshold: 0.5 }', { value: 0.4, verdict: true }, false, 0.4],
    ['{ type: llm-rubric, value: polite, threshold: 0.5 }', { value: 0.5, verdict: true }, true, 0.5],
    ['{ type: not-llm-rubric, value: polite }', { value: 0.25, verdict: false }, true, 0.75],
    ['{ type: not-llm-rubric, value: polite }', { value: 0.25, verdict: true }, false, 0.75],
    ['{ type: model-graded-closedqa, value: polite }', { value: 1, verdict: true }, true, 1],
    ['{ type: not-model-graded-closedqa, value: polite }', { value: 1, verdict: true }, false, 0],
  ])('%s of %o passes: %s', async (assert, said, passed, mean) => {
    const { results, shown } = await judged(row(`- ${assert}`), () => said)
    expect(shown).toMatchObject([{ metric: 'llm-rubric', rubric: 'polite', response: 'Ida Morn built it.' }])
    expect(results[0]?.gate).toEqual({ value: mean, passed })
  })

  it('a rubric may be an object, whose texts have variables', async () => {
    const { shown } = await judged(
      row('- { type: llm-rubric, value: { tone: "like {{who}}", most: 3 } }', '{ who: Ida }').replace('{{query}}', 'x'),
    )
    expect(shown).toMatchObject([{ rubric: '{"tone":"like Ida","most":3}' }])
  })

  it.each([
    ['"{{rubric}}: {{output}}"', '{{rubric}}: {{output}}'],
    ['[{ role: user, content: "{{output}}" }]', [{ role: 'user', content: '{{output}}' }]],
  ])('a rubricPrompt of one’s own goes to llm-rubric as it is: %s', async (written, rubricPrompt) => {
    const { shown, notes } = await judged(row(`- { type: llm-rubric, value: polite, rubricPrompt: ${written} }`))
    expect(shown).toMatchObject([{ rubric: 'polite', rubricPrompt }])
    expect(notes.filter((note) => note.includes('rubricPrompt'))).toEqual([])
  })

  it('without a value, the rubricPrompt is the rubric', async () => {
    const prompt = "'Is {{output}} polite? Answer as JSON with pass.'"
    const { shown } = await judged(row(`- { type: llm-rubric, rubricPrompt: ${prompt} }`))
    const text = 'Is {{output}} polite? Answer as JSON with pass.'
    expect(shown).toMatchObject([{ rubric: text, rubricPrompt: text }])
  })

  it('the rubric is the row’s, and no part of what the metric is', async () => {
    const config = `tests:
  - { providerOutput: A., assert: [{ type: llm-rubric, value: polite }] }
  - { providerOutput: A., assert: [{ type: llm-rubric, value: short }] }
`
    const { results, rows, metrics } = await judged(config, () => ({ value: 1, verdict: true }))
    expect(new Set(results.map(({ scores }) => scores['llm_rubric']?.signature))).toEqual(
      new Set(['llm_rubric|judge:openai%3Agpt-5-mini|v1']),
    )
    expect(rows.map((one) => metrics(one).asks)).toEqual([['polite'], ['short']])
  })
})

it('a grader that fails leaves its row unscored, also under not-', async () => {
  const { results } = await judged(
    row('- { type: llm-rubric, value: polite }\n- { type: not-context-faithfulness, threshold: 0.5 }'),
    () => {
      throw new AssayError({ kind: 'auth', message: 'the key is refused' })
    },
  )
  expect(Object.values(results[0]?.scores ?? {}).map(({ status, passed }) => [status, passed])).toEqual([
    ['unscored', null],
    ['unscored', null],
  ])
  expect(results[0]?.gate).toEqual({ value: null, passed: null })
})

it('a rubricPrompt that is not read is noted', async () => {
  const { notes } = await judged(
    row('- { type: context-faithfulness, threshold: 0.5, rubricPrompt: [a, b] }\n- { type: factuality, value: A., rubricPrompt: x }'),
  )
  expect(notes.filter((note) => note.includes('rubricPrompt'))).toEqual([
    'promptfooconfig.yaml:6: the rubricPrompt is not read for context-faithfulness: faithfulness has prompts of its own',
    'promptfooconfig.yaml:7: the rubricPrompt is not read for factuality: factuality has a prompt of its own',
  ])
})

it.each([
  ['{ type: factuality }', 'factuality needs a value'],
  ['{ type: model-graded-closedqa, value: [a] }', 'model-graded-closedqa needs a value'],
  ['{ type: llm-rubric }', 'llm-rubric needs a value'],
  ['{ type: llm-rubric, value: " ", rubricPrompt: "{{output}} {{ rubric }}" }', 'llm-rubric needs a value'],
  ['{ type: context-faithfulness, threshold: 2 }', 'the threshold is 2; the score is a share'],
])('%s is a fault with its line', async (assert, message) => {
  expect(await complaint(judged(row(`- ${assert}`)))).toMatch(new RegExp(`^promptfooconfig\\.yaml:6: .*${message}`))
})
