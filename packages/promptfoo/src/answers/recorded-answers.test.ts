import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { complaint } from '../__fixtures__/complaint.ts'
import { type ResultFields, resultOf, resultsFile } from '../__fixtures__/promptfoo-results.ts'
import { models, project } from '../__fixtures__/promptfoo-run.ts'
import { evaluate, type RowResult } from '@assay/runner'
import { readPromptfooConfig, type ReadPromptfooOptions } from '../read-promptfoo-config.ts'

const EDITS = '{ type: levenshtein, threshold: 0, value: "{{want}}" }'
const PYTHON = `prompts: ["Ask {{q}}"]\nproviders: ["python:rag.py"]\n`

async function judged(files: Readonly<Record<string, string>>, options: Partial<ReadPromptfooOptions> = {}) {
  const folder = project(files)
  const { made, judgeFrom, metricFrom, similarityFrom } = models()
  const outputs = join(folder, Object.keys(files).find((name) => name.startsWith('results.')) ?? 'results.json')
  const environment = { OPENAI_API_KEY: 'test-key' }
  const run = await readPromptfooConfig(join(folder, 'promptfooconfig.yaml'), {
    judgeFrom,
    metricFrom,
    similarityFrom,
    ambientVariables: () => [],
    environment,
    outputs,
    ...options,
  })
  const results: RowResult[] = []
  for await (const { result } of evaluate({ data: run.rows, metrics: run.metrics })) results.push(result)
  return { ...run, results, made, folder }
}

const responses = (results: readonly RowResult[]) =>
  results.map(({ id, scores }) => [id, Reflect.get(Object(scores['levenshtein']?.detail), 'response')])

describe('the outputs of a finished run', () => {
  const tests = `tests:\n  - { vars: { q: a, want: A }, assert: [${EDITS}] }\n  - { vars: { q: b, want: B }, assert: [${EDITS}] }\n`
  const [a, b]: readonly [ResultFields, ResultFields] = [
    { vars: { q: 'a', want: 'A' }, output: 'A', testIdx: 0 },
    { vars: { q: 'b', want: 'B' }, output: 'not B', testIdx: 1 },
  ]

  it('are judged, and no target is called, whatever it is', async () => {
    const { results, made } = await judged({ 'promptfooconfig.yaml': PYTHON + tests, 'results.json': resultsFile(b, a) })
    expect(results.map(({ gate, skipped }) => [gate?.passed, skipped])).toEqual([
      [true, undefined],
      [false, undefined],
    ])
    expect(made.size).toBe(0)
    expect(results[0]?.scores['levenshtein']?.signature).toMatch(/^generated\(levenshtein.*;python%3Arag\.py%23[0-9a-f]{6}\)$/)
  })

  it.each([
    ['results.jsonl', [a, b].map((result) => `${JSON.stringify(resultOf(result))}\n`).join('')],
    ['results.json', JSON.stringify({ version: 2, results: [a, b].map(resultOf) })],
    ['results.json', JSON.stringify([a, b].map(resultOf))],
    ['results.yaml', resultsFile(a, b)],
  ])('are read from %s in every form that promptfoo writes', async (name, text) => {
    const { results } = await judged({ 'promptfooconfig.yaml': PYTHON + tests, [name]: text })
    expect(responses(results)).toEqual([
      ['test-1', 'A'],
      ['test-2', 'not B'],
    ])
  })

  it('may hold contexts in the output and in the metadata', async () => {
    const recall = (transform: string) =>
      `{ type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: '${transform}' }`
    const config = `${PYTHON}tests:\n  - { vars: { q: a }, assert: [${recall('output.split("C: ")[1]')}, ${recall('context.metadata.docs')}] }\n`
    const result = { vars: { q: 'a' }, output: 'C: The gate closes at ten.', metadata: { docs: ['The gate closes at ten.'] } }
    const { results } = await judged({ 'promptfooconfig.yaml': config, 'results.json': resultsFile(result) })
    expect(results).toMatchObject([{ scores: { context_recall: { value: 1 }, 'context_recall#2': { value: 1 } } }])
  })

  it('make a row for each provider, prompt and repeat', async () => {
    const config = `${PYTHON}tests: [{ vars: { q: a, want: A }, assert: [${EDITS}] }]\n`
    const providers = [
      { id: 'python:rag.py', label: 'old' },
      { id: 'python:rag.py', label: 'new' },
    ]
    const all = providers.flatMap((provider, at) =>
      ['one', 'two'].flatMap((prompt, index) =>
        [0, 1].map((testIdx) => ({
          vars: a.vars,
          provider,
          prompt,
          promptIdx: 2 * at + index,
          testIdx,
          output: `${provider.label} ${prompt} ${testIdx}`,
        })),
      ),
    )
    const { results } = await judged({ 'promptfooconfig.yaml': config, 'results.json': resultsFile(...all.toReversed()) })
    expect(responses(results)).toEqual([
      ['test-1 old prompt-1 repeat-1', 'old one 0'],
      ['test-1 old prompt-1 repeat-2', 'old one 1'],
      ['test-1 old prompt-2 repeat-1', 'old two 0'],
      ['test-1 old prompt-2 repeat-2', 'old two 1'],
      ['test-1 new prompt-1 repeat-1', 'new one 0'],
      ['test-1 new prompt-1 repeat-2', 'new one 1'],
      ['test-1 new prompt-2 repeat-1', 'new two 0'],
      ['test-1 new prompt-2 repeat-2', 'new two 1'],
    ])
  })

  it('belong to tests by their variables, also where they name files, and in order where those are the same', async () => {
    const config = `${PYTHON}tests:
  - { vars: { q: [a, b], want: file://want.txt }, assert: [${EDITS}] }
  - { vars: { q: a, want: file://want.txt }, assert: [${EDITS}] }
  - { vars: { q: c, want: file://want.txt }, assert: [${EDITS}] }
`
    const at = (q: string, testIdx: number, want = 'file://want.txt') => ({ vars: { q, want }, testIdx, output: `${q}${testIdx}` })
    // Newer versions write the name of the file, some as a whole path, and older ones what stands in it.
    const found = [at('a', 0), at('b', 1, 'file:///elsewhere/want.txt'), at('a', 2), at('c', 3, 'Want')]
    const { results } = await judged({ 'promptfooconfig.yaml': config, 'want.txt': 'Want\n', 'results.json': resultsFile(...found) })
    expect(responses(results).map(([, response]) => response)).toEqual(['a0', 'b1', 'a2', 'c3'])
  })

  it('that promptfoo did not get leave their row unscored, and those that are missing are skipped', async () => {
    const failed = { ...a, error: 'the index is down' }
    const { results } = await judged({ 'promptfooconfig.yaml': PYTHON + tests, 'results.json': resultsFile(failed) })
    expect(results[0]?.scores['levenshtein']).toMatchObject({
      status: 'unscored',
      cause: 'provider',
      reason: expect.stringMatching(/results\.json failed: the index is down/),
    })
    expect(results[1]?.skipped).toMatchObject([
      { name: 'levenshtein', reason: expect.stringMatching(/results\.json holds no output of its test: run promptfoo eval -o again\.$/) },
    ])
  })

  it('that are of other tests are not judged, which is said', async () => {
    const other = { vars: { q: 'other' }, output: 'x', testIdx: 7 }
    const { notes } = await judged({ 'promptfooconfig.yaml': PYTHON + tests, 'results.json': resultsFile(a, b, other) })
    expect(notes.join('\n')).toMatch(/results\.json has outputs of 1 test more than the configuration: they are not judged/)
  })

  it('bring the tests that the configuration names and Assay cannot read', async () => {
    const config = `${PYTHON}defaultTest: { assert: [{ type: levenshtein, threshold: 0, value: D }] }\ntests: ['file://tests.py', { vars: { q: a }, assert: [] }]\n`
    const assert = [{ type: 'levenshtein', threshold: 0, value: 'G' }]
    const made = [
      { vars: { q: 'a' }, output: 'D', testIdx: 2, testCase: { assert } },
      { vars: { q: 'g1' }, output: 'G', testIdx: 0, testCase: { assert, threshold: 0.5, description: 'made' } },
      { vars: { q: 'g2' }, output: 'no', testIdx: 1, testCase: { assert } },
    ]
    const { results, rows } = await judged({ 'promptfooconfig.yaml': config, 'results.json': resultsFile(...made) })
    expect(results.map(({ id, gate, skipped }) => [id, gate?.passed, skipped])).toEqual([
      ['test-1', true, undefined],
      ['test-2', true, undefined],
      ['test-3', false, undefined],
    ])
    expect(rows[1]).toMatchObject({ metadata: { description: 'made' } })
  })

  it('are taken as they came of the transform of their test, which is not applied again', async () => {
    const transform = "options: { transform: 'output.x' }"
    const config = `${PYTHON}tests:\n  - vars: { q: a }\n    ${transform}\n    assert:\n      - { type: levenshtein, threshold: 0, value: A }\n      - { type: context-recall, value: A., contextTransform: output.docs }\n      - { type: context-recall, threshold: 1, value: A., contextTransform: context.metadata.docs }\n`
    const result = { vars: { q: 'a' }, output: 'A', metadata: { docs: ['A.'] }, testCase: { options: { transform: 'output.x' } } }
    const { results } = await judged({ 'promptfooconfig.yaml': config, 'results.json': resultsFile(result) })
    expect(results[0]?.scores).toMatchObject({
      levenshtein: { value: 1 },
      context_recall: { cause: 'data', reason: expect.stringContaining('reads the output before the transform of its test') },
      'context_recall#2': { value: 1 },
    })
  })

  it('change nothing where no assertion is about them, which is said', async () => {
    const config = `${PYTHON}tests: [{ vars: { context: A. }, assert: [{ type: context-recall, threshold: 0, value: A. }] }]\n`
    const { notes } = await judged({ 'promptfooconfig.yaml': config, 'results.json': resultsFile() })
    expect(notes.join('\n')).toMatch(/no assertion that is checked is about an output: .*results\.json changes nothing/)
  })
})

describe('a file that is not a finished run is refused', () => {
  const tests = `tests: [{ vars: { q: a }, assert: [{ type: levenshtein, value: x }] }]\n`
  it.each([
    [
      '{ "results": 7 }',
      /results\.json is no finished run of promptfoo: it holds no results\. Write one with promptfoo eval -o results\.json/,
    ],
    ['not JSON', /results\.json is no finished run of promptfoo: it is no JSON/],
    ['[{ "promptIdx": 0 }]', /result 1 has no testIdx as promptfoo writes it/],
    [resultsFile({ vars: { q: 'a' }, testIdx: 0 }, { vars: { q: 'a' }, testIdx: 1 }, { vars: { q: 'a' }, testIdx: 2 }), undefined],
  ])('%#', async (text, message) => {
    const config =
      message === undefined ? tests.replace('[{ vars', '[{ vars: { q: a }, assert: [{ type: levenshtein, value: y }] }, { vars') : tests
    expect(await complaint(judged({ 'promptfooconfig.yaml': PYTHON + config, 'results.json': text }))).toMatch(
      message ??
        /has outputs of 3 tests with the variables that 2 tests have here \(promptfooconfig\.yaml:3\), so which is whose cannot be told/,
    )
  })

  it('and so is one that is not there', async () => {
    expect(await complaint(judged({ 'promptfooconfig.yaml': PYTHON + tests }))).toMatch(/--outputs .*results\.json cannot be read: ENOENT/)
  })
})
