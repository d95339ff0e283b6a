import { AssayError } from '@assay/core'
import { lexicalScreen } from '@assay/judge'
import { describe, expect, it } from 'vitest'
import { judging, run } from './__fixtures__/promptfoo-run.ts'

const RULES = 'Bicycles may stand in the yard for 4 weeks. The gate closes at ten.'
const files = (config: string, more: Readonly<Record<string, string>> = {}) => ({
  'promptfooconfig.yaml': config,
  'docs/rules/yard.md': RULES,
  ...more,
})
const test = (assert: string, vars = 'context: file://docs/rules/yard.md') =>
  `tests:\n  - vars:\n      ${vars}\n    assert:\n${assert.replaceAll(/^/gm, '      ')}\n`

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

async function complaint(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error(`no AssayError: ${String(error)}`)
  return error.message
}

it('a variable shown in a context is not filled in, and that is said', async () => {
  const text = `tests:
  - vars: { city: Oslo, context: 'The capital is {{ city }}.' }
    assert: [{ type: context-recall, threshold: 0.5, value: 'The capital is {{city}}.' }]
`
  const { rows, notes } = await run({ 'promptfooconfig.yaml': text })
  expect(rows[0]).toMatchObject({ reference: 'The capital is Oslo.', retrievedContexts: ['The capital is {{ city }}.'] })
  expect(notes).toContainEqual(expect.stringMatching(/:2: \{\{city\}\} in a context stays as it stands/))
})

describe('a whole configuration runs as it is', () => {
  it('each assertion is a gate of its row, and the target is not asked', async () => {
    const { rows, results, notes, made } = await run(files(WHOLE))
    expect(rows).toMatchObject([{ id: 'test-1', userInput: 'How long may my bicycle stand in the yard?', retrievedContexts: [RULES] }])
    expect(results[0]?.scores['context_recall']).toMatchObject({ status: 'scored', value: 2 / 3, passed: false })
    expect(results[0]?.gate).toMatchObject({ value: 2 / 3, passed: false })
    expect([...made.keys()]).toEqual(['openai:gpt-5-mini'])
    expect(notes).toEqual([expect.stringMatching(/^no grader is named: openai:gpt-5-mini judges, since OPENAI_API_KEY is set/)])
  })

  it('a score that reaches the threshold passes', async () => {
    const { results } = await run(files(WHOLE.replace('0.9', '0.6')))
    expect(results[0]).toMatchObject({ scores: { context_recall: { passed: true } }, gate: { passed: true } })
  })

  it('without a grader and without a key it says what to name', async () => {
    expect(await complaint(run(files(WHOLE), { environment: {} }))).toMatch(/needs a grader\. .*--judge openai:gpt-5-mini/)
    expect([...(await run(files(WHOLE), { environment: { ANTHROPIC_API_KEY: 'k' } })).made.keys()]).toEqual(['anthropic:claude-sonnet-5-5'])
  })
})

describe('contexts', () => {
  const assert = '- { type: context-recall, threshold: 1, value: "The gate closes at ten." }'

  it('a list is one sample with several contexts, files among them', async () => {
    const { rows, results } = await run(files(test(assert, 'context: ["One.", "file://docs/rules/yard.md"]')))
    expect(rows).toMatchObject([{ retrievedContexts: ['One.', RULES] }])
    expect(results).toMatchObject([{ scores: { context_recall: { value: 1, passed: true } } }])
  })

  it('a test without any is unscored, and neither passes nor fails, also under not-', async () => {
    const { results } = await run(files(test(`${assert}\n- { type: not-context-recall, threshold: 1, value: "Fires." }`, 'query: x')))
    expect(results).toMatchObject([
      {
        scores: { context_recall: { status: 'unscored', cause: 'missing_field', passed: null }, not_context_recall: { passed: null } },
        gate: { value: null, passed: null },
      },
    ])
    expect(results[0]?.scores['context_recall']?.reason).toMatch(
      /^context_recall reads the variable "context", and this test has none\. Give it among the test's vars .*contextTransform: output\.context\.$/,
    )
  })

  it.each([
    ['metadata.hits', { metadata: '{ hits: ["The gate closes at ten."] }' }],
    ['output.context', { providerOutput: '{ context: "The gate closes at ten." }' }],
    ['output.hits[1].text', { providerOutput: `'{"hits": [{}, {"text": "The gate closes at ten."}]}'` }],
    ['vars.found', {}],
  ])('contextTransform %s is followed', async (path, extra) => {
    const config = `tests:\n  - vars: { found: "The gate closes at ten." }\n${Object.entries(extra)
      .map(([name, value]) => `    ${name}: ${value}\n`)
      .join('')}    assert: [{ type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: "${path}" }]\n`
    const { results, made } = await run(files(config))
    expect(results).toMatchObject([{ scores: { context_recall: { value: 1, passed: true } } }])
    expect(made.size).toBe(1)
  })

  it('one that finds nothing leaves its row unscored and says where it looked', async () => {
    const { results } = await run(
      files(`tests:\n  - providerOutput: no JSON\n    assert: [{ type: context-recall, value: "A b.", contextTransform: output.context }]`),
    )
    expect(results[0]?.scores['context_recall']).toMatchObject({
      status: 'unscored',
      cause: 'data',
      reason: expect.stringContaining('contextTransform output.context found nothing'),
    })
  })

  it('one that is code is not run, and reported with its line', async () => {
    const config = test(
      `- { type: context-recall, value: "A b." }\n- type: context-recall\n  value: x\n  contextTransform: 'output.split("a")'`,
    )
    const { rows, notes } = await run(files(config))
    expect(rows).toHaveLength(1)
    expect(notes).toContainEqual(
      expect.stringMatching(/^promptfooconfig\.yaml:8: the contextTransform "output\.split.*is code, which is not run/),
    )
  })
})

describe('who judges', () => {
  const config = `defaultTest:\n  options: { provider: openai:of-default }\ntests:
  - vars: { context: A. }
    assert: [{ type: context-recall, threshold: 0, value: "B b." }]
  - vars: { context: A. }
    options: { provider: 'openai:chat:of-test' }
    assert:
      - { type: context-recall, threshold: 0, value: "B b." }
      - { type: context-recall, threshold: 0, value: "C c.", provider: { id: 'anthropic:messages:of-assertion', config: { temperature: 0, nonsense: 1 } } }
`
  const judges = (results: Awaited<ReturnType<typeof run>>['results']) =>
    results.map(({ scores }) => Object.values(scores).map(({ signature }) => /judge:([^|]+)/.exec(signature)?.[1]))

  it('the assertion before the test before defaultTest, and each score says who', async () => {
    const { results, notes } = await run(files(config))
    expect(judges(results)).toEqual([['openai%3Aof-default'], ['openai%3Aof-test', 'anthropic%3Aof-assertion']])
    expect(notes).toEqual(['promptfooconfig.yaml:10: the option "nonsense" of the provider anthropic:messages:of-assertion is not read'])
  })

  it('and one that is given before all of them, whatever providers the file names', async () => {
    const { results } = await run(files(config.replace('openai:of-default', 'bedrock:of-nowhere')), { judge: lexicalScreen() })
    expect(judges(results)).toEqual([['lexical@1'], ['lexical@1', 'lexical@1']])
  })

  it('one that is not ours is refused with its line', async () => {
    expect(await complaint(run(files(config.replace('openai:of-default', 'bedrock:x'))))).toMatch(
      /^promptfooconfig\.yaml:2: defaultTest\.options\.provider: The provider cannot be used: "bedrock:x" is no model.*There are: openai, anthropic, ollama, azure/,
    )
  })
})

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
    const { results, made } = await run(files(rubric), { answer: marks })
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
    const { made } = await run(files(near, { 'docs/rubric.json': chat }), { answer: marks })
    expect(made.get('openai:gpt-5-mini')?.calls[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  })

  it('that is unusable is refused with its line', async () => {
    expect(await complaint(run(files(rubric.replace('{{context}}', '{{context | upper}}'))))).toMatch(
      /^promptfooconfig\.yaml:3: defaultTest\.options\.rubricPrompt: .*without filters/,
    )
  })

  it('has no effect on a judge that reads none, and that is said', async () => {
    const { notes } = await run(files(rubric), { judge: lexicalScreen() })
    expect(notes).toContainEqual(expect.stringMatching(/:3: the rubricPrompt is for models: lexical@1 works without one/))
  })
})

describe('names, weights and thresholds', () => {
  it('a second assertion of a type has a number, and metric names it', async () => {
    const { results, rows } = await run(
      files(
        test(
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

  it("a test's threshold is for the weighted mean of its assertions", async () => {
    const config = (threshold: number) =>
      `${test('- { type: context-recall, threshold: 1, weight: 3, value: "The gate closes at ten." }\n- { type: context-recall, threshold: 1, value: "Fires are allowed." }')}    threshold: ${threshold}\n`
    expect((await run(files(config(0.75)))).results[0]?.gate).toEqual({ value: 0.75, passed: true, threshold: 0.75 })
    expect((await run(files(config(0.76)))).results[0]?.gate).toEqual({ value: 0.75, passed: false, threshold: 0.76 })
  })

  it('one assertion unscored leaves the weighted mean of its test unscored', async () => {
    const config = `${test('- { type: context-recall, threshold: 1, value: "The gate closes at ten." }\n- { type: context-recall, threshold: 1, value: " " }')}    threshold: 0.1\n`
    expect((await run(files(config))).results[0]?.gate).toEqual({ value: null, passed: null, threshold: 0.1 })
  })

  it('without a threshold 0.5 holds, said once for all', async () => {
    const { results, notes } = await run(
      files(test('- { type: context-recall, value: "The gate closes at ten." }\n- { type: context-recall, value: "Fires are allowed." }')),
    )
    expect(Object.values(results[0]?.scores ?? {}).map(({ passed }) => passed)).toEqual([true, false])
    expect(notes).toContain(
      'promptfooconfig.yaml:5: context-recall without a threshold: 0.5 holds (promptfoo lets it pass at any score) (and 1 more)',
    )
  })

  it('not- passes where the score stays below the threshold', async () => {
    const { results } = await run(
      files(
        test(
          '- { type: not-context-recall, threshold: 0.5, value: "Fires are allowed." }\n- { type: not-context-recall, threshold: 0.5, value: "The gate closes at ten." }',
        ),
      ),
    )
    expect(Object.values(results[0]?.scores ?? {}).map(({ passed }) => passed)).toEqual([true, false])
  })

  it('one name for two kinds of assertion stays two names', async () => {
    const config = `tests:\n  - providerOutput: abc\n    vars: { context: "The gate." }\n    assert:\n      - { type: levenshtein, value: abc, metric: q }\n      - { type: context-recall, threshold: 0, value: "The gate.", metric: q }\n`
    expect(Object.keys((await run(files(config))).results[0]?.scores ?? {})).toEqual(['q', 'q:context-recall'])
  })
})

describe('variables in values', () => {
  it('that a test lacks are told with that test, also where the assertion is of all', async () => {
    const config = `defaultTest:
  assert: [{ type: context-recall, threshold: 1, value: "{{fact}}" }]
tests:
  - vars: { context: A., fact: B. }
  - vars: { context: A. }
`
    expect(await complaint(run(files(config)))).toBe(
      'promptfooconfig.yaml:2: defaultTest.assert[0].value: it shows {{fact}}, and the test at promptfooconfig.yaml:5 has no variable of that name.',
    )
  })

  const assert = (value: string) => `- { type: context-recall, threshold: 1, value: ${JSON.stringify(value)} }`

  it('are put in once and untouched', async () => {
    const { rows } = await run(
      files(
        test(
          assert('Of {{ place }} and {{who.name}}, {{n}} times.'),
          `context: A.\n      place: "{{who}} $& <b> {% x %}"\n      who: { name: Ann }\n      n: 3`,
        ),
      ),
    )
    expect(rows[0]?.reference).toBe('Of {{who}} $& <b> {% x %} and Ann, 3 times.')
  })

  it.each(['{{ place | upper }}', '{% if x %}y{% endif %}', '{{ f() }}', '{# note #}', '{{ 1 + 1 }}', '{{constructor.constructor("x")}}'])(
    '%s takes a template engine, and is reported and left out',
    async (value) => {
      const { rows, notes } = await run(files(test(`${assert('A b.')}\n${assert(value)}`, 'context: A.\n      place: x')))
      expect(rows).toHaveLength(1)
      expect(notes).toContainEqual(expect.stringMatching(/^promptfooconfig\.yaml:7: .* takes a template engine: .*left out$/))
    },
  )

  it.each(['{{nobody}}', '{{who.age}}', '{{constructor}}', '{{__proto__}}'])(
    '%s, which the test does not have, is an error with its line',
    async (value) => {
      expect(await complaint(run(files(test(assert(value), 'context: A.\n      who: { name: Ann }'))))).toMatch(
        /^promptfooconfig\.yaml:6: tests\[0\]\.assert\[0\]\.value: it shows \{\{/,
      )
    },
  )

  it('a value may be a file, whose text is no template', async () => {
    const { rows } = await run(files(test(assert('file://docs/truth.txt')), { 'docs/truth.txt': 'All of {{it}}.' }))
    expect(rows[0]?.reference).toBe('All of {{it}}.')
  })

  it('a list in another variable makes a test of each of its items', async () => {
    const { rows } = await run(files(test(assert('About {{place}}.'), 'context: A.\n      place: [Oslo, Bergen]')))
    expect(rows.map(({ id, reference }) => [id, reference])).toEqual([
      ['test-1', 'About Oslo.'],
      ['test-2', 'About Bergen.'],
    ])
    const whole = await run(
      files(
        `defaultTest: { options: { disableVarExpansion: true } }\n${test(assert('About {{place}}.'), 'context: A.\n      place: [Oslo, Bergen]')}`,
      ),
    )
    expect(whole.rows.map(({ reference }) => reference)).toEqual(['About ["Oslo","Bergen"].'])
  })
})

describe('tests in files', () => {
  const csv = `query,context,__expected,__expected1,__metric,__metadata:topic,__config:__expected1:threshold
Q1,The gate closes at ten.,context-recall(0.8): The gate closes at ten.,"not-context-recall: Fires are allowed.",recall,yard,0.3
Q2,"The gate, at ten.",context-recall:Fires are allowed.,equals: x,,,
`

  it('columns of a CSV file are variables, assertions and metadata', async () => {
    const { rows, results, notes } = await run(files('tests: file://rows.csv', { 'rows.csv': csv }))
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
    expect(notes).toContainEqual('rows.csv:3: the assertion "equals" is not one that Assay checks: it is left out')
  })

  it('JSONL, YAML and JSON files, several of them, beside tests that are written out', async () => {
    const one = (value: string) => ({
      vars: { context: 'The gate closes at ten.' },
      assert: [{ type: 'context-recall', threshold: 1, value }],
    })
    const { rows } = await run(
      files(`tests:\n  - ${JSON.stringify(one('A.'))}\n  - file://a.jsonl\n  - b.yaml\n  - file://c.json\n`, {
        'a.jsonl': `${JSON.stringify(one('B.'))}\n\n${JSON.stringify(one('C.'))}\n`,
        'b.yaml': `- ${JSON.stringify(one('D.'))}`,
        'c.json': JSON.stringify(one('E.')),
      }),
    )
    expect(rows.map(({ reference }) => reference)).toEqual(['A.', 'B.', 'C.', 'D.', 'E.'])
  })

  it('faults in them name the file and its line', async () => {
    expect(await complaint(run(files('tests: file://a.jsonl', { 'a.jsonl': '{}\n{"assert": 1}' })))).toMatch(
      /^a\.jsonl:2: assert: found .* where a list is due\./,
    )
    expect(await complaint(run(files('tests: file://a.jsonl', { 'a.jsonl': '{}\n{' })))).toMatch(
      /a\.jsonl:2: the line is not one JSON value/,
    )
    expect(await complaint(run(files('tests: file://a.csv', { 'a.csv': 'a,b\n1\n' })))).toMatch(
      /a\.csv:2: the row has 1 cells where 2 were due/,
    )
    expect(await complaint(run(files('tests: file://nowhere.csv')))).toMatch(
      /promptfooconfig\.yaml:1: tests: file:\/\/nowhere\.csv: there is no such file/,
    )
  })
})

describe('assertions about the answer of a model', () => {
  const target = (id: string) => id.startsWith('openai:target')
  const config = (assert: string, more = '') =>
    `prompts: ["Say: {{query}}"]\nproviders: [openai:target]\n${more}tests:\n  - vars: { query: "Q <1>", context: "The gate closes at ten." }\n    assert:\n${assert.replaceAll(/^/gm, '      ')}\n`
  const answers = (call: Parameters<typeof judging>[0], id: string) =>
    target(id)
      ? {
          text: 'kitten',
          usage: { calls: 1, inputTokens: 7, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 2, reasoningTokens: 0 },
        }
      : judging(call)

  it.each([
    ['sitting', '', 1],
    ['sitting', ', threshold: 3', 1],
    ['sitting', ', threshold: 2', 0],
    ['something much longer', '', 0],
  ])('levenshtein to %s%s is %d', async (value, threshold, expected) => {
    const { results } = await run(files(config(`- { type: levenshtein, value: ${value}${threshold} }`)), { answer: answers })
    expect(results[0]?.scores['levenshtein']).toMatchObject({ value: expected, passed: expected === 1, detail: { response: 'kitten' } })
  })

  it('the target is asked once for all assertions of a row, and a note says so', async () => {
    const { results, made, notes } = await run(
      files(
        config(
          '- { type: levenshtein, value: kitten }\n- { type: similar, value: [kitten, other] }\n- { type: context-recall, threshold: 1, value: "The gate closes at ten." }',
        ),
      ),
      { answer: answers },
    )
    expect(made.get('openai:target')?.calls.map(({ messages }) => messages)).toEqual([[{ role: 'user', parts: [{ text: 'Say: Q <1>' }] }]])
    expect(results[0]?.scores).toMatchObject({
      levenshtein: { usage: { calls: 1, inputTokens: 7 } },
      similar: { value: 1, passed: true, usage: { calls: 0 } },
      context_recall: { value: 1 },
    })
    expect(results[0]?.scores['levenshtein']?.signature).toMatch(/^generated\(levenshtein\|at_most:5\|v1;openai%3Atarget%23[0-9a-f]{6}\)$/)
    expect(results[0]?.scores['context_recall']?.signature).not.toContain('generated')
    expect(notes).toContain('openai:target answers the prompts of rows whose assertions are about the answer')
  })

  it('a model that fails leaves what is about its answer unscored, and nothing else', async () => {
    const broken = (call: Parameters<typeof judging>[0], id: string) =>
      target(id) ? new AssayError({ kind: 'content_filter', message: 'no' }) : judging(call)
    const { results } = await run(
      files(config('- { type: levenshtein, value: kitten }\n- { type: context-recall, threshold: 1, value: "The gate closes at ten." }')),
      { answer: broken },
    )
    expect(results[0]?.scores).toMatchObject({
      levenshtein: { status: 'unscored', cause: 'content_filter', passed: null },
      context_recall: { value: 1 },
    })
    expect(results[0]?.gate).toEqual({ value: null, passed: null })
  })

  it('generate asks it although nothing needs the answer', async () => {
    const files_ = files(config('- { type: context-recall, threshold: 1, value: "The gate closes at ten." }'))
    expect((await run(files_, { answer: answers })).made.has('openai:target')).toBe(false)
    const { results, made } = await run(files_, { answer: answers, generate: true })
    expect(made.get('openai:target')?.calls).toHaveLength(1)
    expect(results[0]?.scores['context_recall']).toMatchObject({ value: 1, detail: { response: 'kitten' } })
  })

  it('every model with every prompt is a row of its own', async () => {
    const both = config('- { type: levenshtein, value: kitten }')
      .replace('["Say: {{query}}"]', '["A {{query}}", \'[{"role": "system", "content": "B"}, {"role": "user", "content": "{{query}}"}]\']')
      .replace('[openai:target]', '[openai:target, { id: "openai:target2" }]')
    const { rows, made } = await run(files(both), { answer: answers })
    expect(rows.map(({ id }) => id)).toEqual([
      'test-1 openai:target prompt-1',
      'test-1 openai:target prompt-2',
      'test-1 openai:target2 prompt-1',
      'test-1 openai:target2 prompt-2',
    ])
    expect(made.get('openai:target2')?.calls[1]?.messages).toEqual([
      { role: 'system', parts: [{ text: 'B' }] },
      { role: 'user', parts: [{ text: 'Q <1>' }] },
    ])
  })

  it('contexts may come from it', async () => {
    const json = (call: Parameters<typeof judging>[0], id: string) =>
      target(id) ? '{"context": ["The gate closes at ten."]}' : judging(call)
    const { results } = await run(
      files(config('- { type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: output.context }')),
      { answer: json },
    )
    expect(results[0]?.scores['context_recall']).toMatchObject({ value: 1, signature: expect.stringMatching(/^generated\(context_recall/) })
  })

  it('an answer that the test brings is taken, and nobody asked', async () => {
    const { results, made } = await run(
      files(
        'tests: [{ providerOutput: sitting, assert: [{ type: levenshtein, value: kitten, threshold: 3 }, { type: not-levenshtein, value: kitten, threshold: 2 }] }]',
      ),
    )
    expect(results[0]?.scores).toMatchObject({ levenshtein: { value: 1, passed: true }, not_levenshtein: { value: 0, passed: true } })
    expect(made.size).toBe(0)
  })

  it('what cannot be asked is refused with its line', async () => {
    const assert = '- { type: levenshtein, value: kitten }'
    expect(await complaint(run(files(config(assert).replace('{{query}}', '{{query | upper}}'))))).toMatch(
      /^promptfooconfig\.yaml:1: prompts\[0\]: the prompt holds \{\{query \| upper\}\}/,
    )
    expect(await complaint(run(files(config(assert).replace('prompts', 'promts'))))).toMatch(/there are no prompts to ask it/)
    expect(await complaint(run(files(config(assert).replace('openai:target', 'exec:./a.sh'))))).toMatch(
      /^promptfooconfig\.yaml:2: providers\[0\]: .*"exec:\.\/a\.sh" is no model/,
    )
    expect(await complaint(run(files(config(assert).replace('["Say: {{query}}"]', 'file://p.js'))))).toMatch(
      /:1: prompts: file:\/\/p\.js is code/,
    )
  })

  it('similar asks for the embeddings that are named, else for those of promptfoo', async () => {
    const similar = (extra: string) => config(`- { type: similar, value: kitten${extra} }`)
    const { models } = await import('./__fixtures__/promptfoo-run.ts')
    for (const [extra, id] of [
      ['', 'embedding:openai:text-embedding-3-large'],
      [', provider: "openai:embedding:small"', 'embedding:openai:small'],
      [', provider: { text: "openai:m", embedding: "ollama:embeddings:nomic" }', 'embedding:ollama:nomic'],
    ] as const) {
      const { embeddings, similarityFrom } = models()
      await run(files(similar(extra)), { answer: answers, similarityFrom })
      expect(embeddings).toEqual([id])
    }
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
  const { notes, rows } = await run(files(config), { judge: lexicalScreen() })
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
