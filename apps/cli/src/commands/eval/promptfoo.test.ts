import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FakeServer, startFakeAnthropic, startFakeOpenAI } from '@assay/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { literalJudge, modelsOf } from '../../__fixtures__/literal-judge.ts'
import { project } from '../../__fixtures__/project.ts'
import { type Ran, runAssay } from '../../__fixtures__/run-assay.ts'

let openai: FakeServer
let anthropic: FakeServer
/** What an OpenAI server says instead of judging, where it returns something. */
let instead: (sent: string) => string | undefined
let seen = { openai: 0, anthropic: 0 }

beforeAll(async () => {
  openai = await startFakeOpenAI((request) => instead(JSON.stringify(request.body)) ?? literalJudge(request))
  anthropic = await startFakeAnthropic((request) => literalJudge(request))
})
beforeEach(() => {
  instead = () => undefined
  seen = { openai: openai.requests.length, anthropic: anthropic.requests.length }
})
afterAll(async () => {
  await openai.close()
  await anthropic.close()
})

function assay(cwd: string, ...args: string[]): Promise<Ran> {
  const keys = { OPENAI_API_KEY: 'k-1', OPENAI_BASE_URL: openai.url, ANTHROPIC_API_KEY: 'k-2', ANTHROPIC_BASE_URL: anthropic.url }
  return runAssay(['eval', '-c', 'promptfooconfig.yaml', ...args], { cwd, env: keys })
}

const asked = () => ({
  openai: modelsOf(openai.requests.slice(seen.openai)),
  anthropic: modelsOf(anthropic.requests.slice(seen.anthropic)),
})

describe('a folder with a promptfoo configuration', () => {
  it('is told how that is run, where nothing else is named', async () => {
    const cwd = project({ 'promptfooconfig.yaml': 'tests: []\n' })
    expect(await runAssay(['eval'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('runs by: assay eval -c promptfooconfig.yaml'),
    })
  })
})

it('named as data is told for what it is', async () => {
  const cwd = project({ 'promptfooconfig.yaml': 'tests: []\n' })
  const ran = await runAssay(['eval', './promptfooconfig.yaml', '-m', 'recall@5'], { cwd })
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('Run it by: assay eval -c ./promptfooconfig.yaml') })
})

describe('a lexical screen', () => {
  it('decides no assertion unless that is asked for', async () => {
    const text =
      'tests:\n  - vars: { context: The gate closes at ten. }\n    assert: [{ type: context-recall, threshold: 1, value: The gate closes at ten. }]\n'
    const cwd = project({ 'promptfooconfig.yaml': text })
    const refused = await assay(cwd, '--quiet', '-j', 'lexical')
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringMatching(/assertions of .*promptfooconfig\.yaml are gates: context_recall rests on the/),
    })
    expect((await assay(cwd, '--quiet', '-j', 'lexical', '--allow-screen')).code).toBe(0)
  })
})

describe('who grades', () => {
  const config = (o: { default?: string; test?: string; assertion?: string }) => `prompts: ["Answer {{query}} by {{context}}"]
providers: [openai:chat:target]
${o.default === undefined ? '' : `defaultTest:\n  options:\n    provider: ${o.default}\n`}tests:
  - vars: { query: When?, context: The gate closes at ten. }
${o.test === undefined ? '' : `    options:\n      provider: ${o.test}\n`}    assert:
      - type: context-recall
        threshold: 1
        value: The gate closes at ten.
${o.assertion === undefined ? '' : `        provider: ${o.assertion}\n`}`
  const all = { default: 'openai:of-default', test: 'anthropic:messages:of-test', assertion: 'openai:chat:of-assertion' }
  const { default: byDefault, test } = all

  it.each<[string, string, string[], { openai: string[]; anthropic: string[] }]>([
    ['the assertion before the test and the default', config(all), [], { openai: ['of-assertion'], anthropic: [] }],
    ['the test before the default', config({ default: byDefault, test }), [], { openai: [], anthropic: ['of-test'] }],
    ['the default', config({ default: byDefault }), [], { openai: ['of-default'], anthropic: [] }],
    ['the command line before all three', config(all), ['-j', 'anthropic:of-line'], { openai: [], anthropic: ['of-line'] }],
    ['the command line by its other name', config(all), ['--grader', 'openai:of-line'], { openai: ['of-line'], anthropic: [] }],
  ])('%s', async (_who, text, options, models) => {
    const { code } = await assay(project({ 'promptfooconfig.yaml': text }), '--quiet', ...options)
    expect({ code, ...asked() }).toEqual({ code: 0, ...models })
  })
})

it('a row whose second assertion asks something else is another row to whoever compares', async () => {
  const text = (second: string) => `tests:
  - vars: { query: When?, context: The gate closes at ten. Dogs bark. }
    assert:
      - { type: context-recall, threshold: 0.5, value: The gate closes at ten. }
      - { type: context-recall, threshold: 0.5, value: ${second} }
`
  const cwd = project({})
  for (const [name, second] of [
    ['a', 'Dogs bark.'],
    ['b', 'Cats sleep.'],
  ] as const) {
    writeFileSync(join(cwd, 'promptfooconfig.yaml'), text(second))
    await assay(cwd, '-j', 'openai:x', '--quiet', '-o', `${name}.json`)
  }
  const { code, err } = await runAssay(['compare', 'a.json', 'b.json'], { cwd })
  expect(code).toBe(2)
  expect(err).toContain('1 has the same id but asks something else')
  expect((await runAssay(['compare', 'a.json', 'a.json'], { cwd })).code).toBe(0)
})

/** One policy a file, one question a test, as people write it. */
const POLICIES = `description: What a landlord's assistant finds
prompts:
  - |
    A tenant asks: {{query}}
    House rules: {{context}}
providers:
  - openai:gpt-4.1
defaultTest:
  options:
    provider: openai:grader
tests:
  - vars:
      query: How long may a bicycle stand in the yard?
      context: file://rules/yard.md
    assert:
      - type: context-recall
        threshold: 0.9
        value: |
          Bicycles may stand for four weeks. The caretaker has to be told.
  - vars:
      query: When does the gate close?
      context: [The gate closes at ten., Guests ring the bell.]
    threshold: 0.7
    assert:
      - { type: context-recall, threshold: 0.5, weight: 3, value: "The gate closes at ten." }
      - { type: context-recall, threshold: 0.5, value: "Guests ring the bell. Dogs bark." }
      - { type: not-context-recall, threshold: 0.5, weight: 2, value: "Pets are allowed.", metric: silence }
  - vars: { query: Who has the key?, context: The caretaker has the key. }
    providerOutput: The caretaker
    assert:
      - { type: levenshtein, threshold: 4, value: The caretaker! }
`
const FILES = {
  'promptfooconfig.yaml': POLICIES,
  'rules/yard.md': 'Bicycles may stand for four weeks. The caretaker has to be told. Cars may not.',
}

describe('a promptfoo configuration of policies', () => {
  it('passes as it is: weights, thresholds, negation, two recalls in a test, and edits', async () => {
    const cwd = project(FILES)
    const { code, out } = await assay(cwd, '--quiet', '-o', '-', '-o', 'rows.csv')
    const report = JSON.parse(out)
    expect(code).toBe(0)
    expect(report.rows.map(({ id, gate }: { id: string; gate: unknown }) => [id, gate])).toEqual([
      ['test-1', { value: 1, passed: true }],
      // (3 × 1 + 1 × 0.5 + 2 × (1 − 0)) / 6
      ['test-2', { value: 5.5 / 6, passed: true, threshold: 0.7 }],
      ['test-3', { value: 1, passed: true }],
    ])
    expect(Object.keys(report.summary)).toEqual(['context_recall', 'context_recall#2', 'silence', 'levenshtein'])
    expect(report.run.metrics.map(({ name }: { name: string }) => name)).toEqual(Object.keys(report.summary))
    expect(readFileSync(join(cwd, 'rows.csv'), 'utf8').split('\n')[0]).toContain('silence')
    expect(asked()).toEqual({ openai: ['grader'], anthropic: [] })
  })

  it('fails with 1 where a row falls below, and names it', async () => {
    const cwd = project({ ...FILES, 'rules/yard.md': 'Bicycles may stand for four weeks.' })
    const { code, err } = await assay(cwd, '--quiet')
    expect(code).toBe(1)
    expect(err).toContain('gate failed: 1 of 3 rows failed its checks: test-1')
    // A gate of the run stands beside those of the rows.
    const gated = await assay(cwd, '--quiet', '--fail-under', 'silence=0.5')
    expect(gated.code).toBe(1)
    expect(gated.err).toContain('gate failed: silence: mean at least 0.5; it is 0.000')
  })

  it('ends with 3 where a row is unscored, though another failed', async () => {
    const cwd = project({ ...FILES, 'rules/yard.md': 'Bicycles may stand for four weeks.' })
    instead = (sent) => (sent.includes('ring the bell') ? 'no JSON at all' : undefined)
    expect((await assay(cwd, '--quiet')).code).toBe(3)
    expect((await assay(cwd, '--quiet', '--allow-unscored', '1')).code).toBe(1)
  })

  it('names on stderr what it does not check, and ends with 3 unless that is allowed', async () => {
    const cwd = project({
      'promptfooconfig.yaml': `${POLICIES}      - { type: cost, threshold: 1 }\n`,
      'rules/yard.md': FILES['rules/yard.md'],
    })
    const { code, err } = await assay(cwd, '--quiet')
    expect(code).toBe(3)
    expect(err).toMatch(/cost/)
    expect(err).toContain('--allow-skipped')
    expect((await assay(cwd, '--quiet', '--allow-skipped')).code).toBe(0)
  })

  it('asks the target for its answers with --generate alone', async () => {
    const cwd = project(FILES)
    await assay(cwd, '--quiet', '--limit', '1')
    expect(asked().openai).toEqual(['grader'])
    await assay(cwd, '--quiet', '--limit', '1', '--generate')
    expect(asked().openai).toEqual(['gpt-4.1', 'grader'])
  })

  it('can be rehearsed, limited and resumed', async () => {
    const cwd = project(FILES)
    const rehearsal = await assay(cwd, '--dry-run')
    expect(rehearsal.code).toBe(0)
    expect(rehearsal.out).toMatch(/context_recall +openai:grader +2 +4 +0 /)
    const generating = await assay(cwd, '--dry-run', '--generate')
    expect(generating.out).toMatch(/context_recall +openai:grader +2 +4 +0 /)
    expect(generating.out).toMatch(/openai:gpt-4\.1 +\d+ +[1-9]/)
    expect(generating.out).not.toContain('No reply could be made up')
    expect(asked().openai).toEqual([])
    let interrupt: (() => void) | undefined
    instead = (sent) => {
      if (!sent.includes('yard?')) return undefined
      // Once: a second one would give up the call in flight, which then is rightly asked again.
      interrupt?.()
      interrupt = undefined
      return undefined
    }
    const env = { OPENAI_API_KEY: 'k-1', OPENAI_BASE_URL: openai.url }
    const line = ['eval', '-c', 'promptfooconfig.yaml', '--quiet', '--concurrency', '1', '-o', 'out.jsonl']
    const first = await runAssay(line, { cwd, env, onStart: (kill) => (interrupt = () => kill('SIGINT')) })
    interrupt = undefined
    expect(first.code).toBe(130)
    expect(openai.requests.length - seen.openai).toBeLessThan(8)
    // The kept line names the configuration: nothing has to be given again.
    expect((await runAssay(['eval', '--resume'], { cwd, env })).code).toBe(0)
    expect(openai.requests.length - seen.openai).toBe(8)
    expect(readFileSync(join(cwd, 'out.jsonl'), 'utf8').match(/"id":"test-/g)).toHaveLength(3)
  })

  it.each([
    [['-m', 'context-recall'], '--metrics'],
    [['rows.jsonl'], 'rows.jsonl'],
    [['--threshold', '0.5'], '--threshold'],
    [['--no-grouping'], '--no-grouping'],
  ])('%j has no place beside it', async (options, named) => {
    const { code, err } = await assay(project(FILES), ...options)
    expect(code).toBe(2)
    expect(err).toContain(`${named} has no place beside a promptfoo configuration`)
  })

  it('stays inside its folder unless it is trusted', async () => {
    const cwd = project({
      'in/promptfooconfig.yaml': POLICIES.replace('file://rules', 'file://../rules'),
      'rules/yard.md': FILES['rules/yard.md'],
    })
    mkdirSync(join(cwd, 'in'), { recursive: true })
    const outside = await assay(join(cwd, 'in'), '--quiet')
    expect(outside).toMatchObject({ code: 2, err: expect.stringContaining('outside the folder of the configuration') })
    expect((await assay(join(cwd, 'in'), '--quiet', '--trust-config')).code).toBe(0)
  })

  it('takes a limit on replies for whoever judges', async () => {
    await assay(project(FILES), '--quiet', '--limit', '1', '--max-output-tokens', '321')
    const limits = openai.requests.slice(seen.openai).map(({ body }) => Reflect.get(Object(body), 'max_completion_tokens'))
    expect(new Set(limits)).toEqual(new Set([321]))
  })
})
