import { describe, expect, it } from 'vitest'
import { complaint } from '../__fixtures__/complaint.ts'
import { configFiles } from '../__fixtures__/config-files.ts'
import { judging, run } from '../__fixtures__/promptfoo-run.ts'

const CONFIG = `prompts: ["Ask: {{query}}, by {{nothing}}"]
providers:
  - { id: PROVIDER, config: { tag: T }, label: mine }
tests:
  - vars: { query: When? }
    assert:
      - { type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: 'output.split("CONTEXT:")[1]?.split("ANSWER:")[0]?.trim() || ""' }
      - { type: levenshtein, threshold: 0, value: "CONTEXT: The gate closes at ten. ANSWER: Ask: When?, by " }
`
const ANSWER = '`CONTEXT: The gate closes at ten. ANSWER: ${prompt}`'

const PROVIDERS: readonly (readonly [name: string, code: string])[] = [
  ['class.js', `module.exports = class { id() { return 'x' } async callApi(prompt) { return { output: ${ANSWER} } } }`],
  ['class.cjs', `exports.default = class { async callApi(prompt) { return { output: ${ANSWER} } } }`],
  ['class.mjs', `export default class { callApi = async (prompt) => ({ output: ${ANSWER} }) }`],
  ['class.ts', `export default class { async callApi(prompt: string): Promise<{ output: string }> { return { output: ${ANSWER} } } }`],
  ['object.mjs', `export default { id: () => 'x', callApi: async (prompt) => ({ output: ${ANSWER} }) }`],
  ['function.mjs', `export default async (prompt) => ({ output: ${ANSWER} })`],
  ['text.mjs', `export default (prompt) => ${ANSWER}`],
  ['constructor.cjs', `function P() {}\nP.prototype.callApi = async (prompt) => ({ output: ${ANSWER} })\nmodule.exports = P`],
]

describe('a target that is code', () => {
  it.each(PROVIDERS)('%s is called if the configuration is trusted', async (name, code) => {
    const { results, notes } = await run(configFiles(CONFIG.replace('PROVIDER', `file://${name}`), { [name]: code }), { trustConfig: true })
    expect(results).toMatchObject([
      { scores: { context_recall: { value: 1, passed: true }, levenshtein: { value: 1, passed: true } }, gate: { passed: true } },
    ])
    expect(results[0]).not.toHaveProperty('skipped')
    expect(results[0]?.scores['context_recall']?.signature).toMatch(
      new RegExp(`^generated\\(context_recall.*;file%3A%2F%2F${name}%23[0-9a-f]{6}\\)$`),
    )
    expect(notes).toContain('mine answers the prompts of rows whose assertions are about the answer')
    expect(notes.join()).toContain('the prompt shows {{nothing}}, and a test has no variable of that name: nothing stands there')
  })

  it('is not loaded where it is not', async () => {
    const files = { 'bad.mjs': 'globalThis.ranUntrusted = true; export default () => ""' }
    const { results } = await run(configFiles(CONFIG.replace('PROVIDER', 'file://bad.mjs'), files))
    expect(Reflect.get(globalThis, 'ranUntrusted')).toBeUndefined()
    expect(results[0]?.skipped?.map(({ reason }) => reason)).toEqual(
      ['', ''].map(
        () =>
          'Its target file://bad.mjs is code, which runs only with --trust-config; or run promptfoo eval -o results.json and pass --outputs results.json.',
      ),
    )
  })

  it('is given its options, the variables and the prompt, and is called once a row', async () => {
    const code = `export default class {
      constructor(options) { this.options = options; this.calls = 0 }
      async callApi(prompt, context) {
        this.calls += 1
        return { output: JSON.stringify({ context: [this.options.config.tag, this.options.id, prompt, context.vars.query, context.prompt.label, this.calls].map((x) => 'Is ' + x + '.') }) }
      }
    }`
    const config = `prompts: [{ raw: "Ask {{query}}", label: one }]
providers: [{ id: 'file://p.mjs', config: { tag: T } }]
tests:
  - vars: { query: When? }
    assert:
      - { type: context-recall, threshold: 1, value: "Is T.", contextTransform: output.context }
      - { type: context-recall, threshold: 1, value: "Is 1.", contextTransform: 'JSON.parse(output).context.join(" ")' }
      - { type: context-recall, threshold: 1, value: "Is one.", contextTransform: output.context }
      - { type: context-recall, threshold: 1, value: "Is Ask When?.", contextTransform: 'output.context.map(d => d)' }
`
    const { results } = await run(configFiles(config, { 'p.mjs': code }), { trustConfig: true })
    expect(Object.values(results[0]?.scores ?? {}).map(({ value, reason }) => [value, value === 1 ? '' : reason])).toEqual(
      Array.from({ length: 4 }, () => [1, '']),
    )
  })

  it('may give its contexts as metadata, beside those of the test, and objects as output', async () => {
    const code = `export default async () => ({ output: { text: 'ten' }, metadata: { docs: [{ text: 'The gate closes at ten.' }] } })`
    const config = `providers: [file://p.mjs]
tests:
  - metadata: { topic: gates }
    assert:
      - { type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: 'context.metadata.docs.map(d => d.text).join("\\n")' }
      - { type: levenshtein, threshold: 0, value: '{"text":"ten"}' }
      - { type: levenshtein, threshold: 0, value: ten, transform: output.text }
`
    const { results } = await run(configFiles(config, { 'p.mjs': code }), { trustConfig: true })
    expect(Object.values(results[0]?.scores ?? {}).map(({ value }) => value)).toEqual([1, 1, 1])
  })

  it.each([
    ['({ error: "no index" })', 'provider', /file:\/\/p\.mjs failed: no index/],
    ['{ throw new Error("boom sk-proj-abcdefghijklmnopqrstuvwxyz123456") }', 'provider', /file:\/\/p\.mjs threw: boom/],
    ['({ output: "" })', 'empty_reply', /answered the prompt with nothing/],
    ['undefined', 'empty_reply', /answered the prompt with nothing/],
  ])('that gives %s leaves what is about its answer unscored', async (body, cause, reason) => {
    const config = `providers: [file://p.mjs]\ntests: [{ assert: [{ type: levenshtein, value: x }] }]\n`
    const { results } = await run(configFiles(config, { 'p.mjs': `export default async () => ${body}` }), { trustConfig: true })
    expect(results[0]?.scores['levenshtein']).toMatchObject({ status: 'unscored', cause, reason: expect.stringMatching(reason) })
    expect(JSON.stringify(results)).not.toContain('abcdefghijklmnop')
  })

  it.each([
    ['export default 7', /file:\/\/p\.mjs exports no provider: a class with a method callApi, or a function/],
    ['export default class {}', /file:\/\/p\.mjs exports a class without a method callApi/],
    ['export default class { constructor() { throw new Error("no") } callApi() {} }', /threw while its provider was made: no/],
    ['syntax error here', /file:\/\/p\.mjs cannot be loaded: /],
  ])('%s is not a provider, which is reported before any call', async (code, message) => {
    const config = `providers: [file://p.mjs]\ntests: [{ assert: [{ type: levenshtein, value: x }] }]\n`
    expect(await complaint(run(configFiles(config, { 'p.mjs': code }), { trustConfig: true }))).toMatch(message)
  })

  it('is not run in a dry run: its answers are placeholders', async () => {
    const files = { 'p.mjs': 'export default async () => { globalThis.ranInRehearsal = true; return "x" }' }
    const { results, notes, made } = await run(configFiles(CONFIG.replace('PROVIDER', 'file://p.mjs'), files), {
      trustConfig: true,
      isRehearsal: true,
    })
    expect(Reflect.get(globalThis, 'ranInRehearsal')).toBeUndefined()
    expect(notes).toContain('file://p.mjs is not run in a dry run: its answers count as texts of 500 tokens')
    expect(results[0]?.scores['context_recall']).toMatchObject({ status: 'scored' })
    expect(made.get('openai:gpt-5-mini')?.calls.length).toBeGreaterThan(0)
  })
})

describe('who answers a test', () => {
  const providers = `prompts: [{ raw: "a {{q}}", label: first }, { raw: "b {{q}}", label: second }]
providers:
  - echo
  - { id: file://p.mjs, label: mine, prompts: [first], transform: 'output + "!"' }
`
  const files = { 'p.mjs': 'export default (prompt) => "own " + prompt' }
  const targetsOf = async (test: string) => {
    const config = `${providers}tests:\n  - { vars: { q: x }, ${test} assert: [{ type: levenshtein, threshold: 0, value: a x }] }\n`
    const { results } = await run(configFiles(config, files), { trustConfig: true })
    return results.map(({ id, scores }) => [id, Reflect.get(Object(scores['levenshtein']?.detail), 'response')])
  }

  it('is every provider with every prompt that is for it', async () => {
    expect(await targetsOf('')).toEqual([
      ['test-1 echo prompt-1', 'a x'],
      ['test-1 echo prompt-2', 'b x'],
      ['test-1 mine prompt-1', 'own a x!'],
    ])
  })

  it.each([
    ['providers: [mine],', ['test-1 mine prompt-1']],
    ['providers: ["file:*"],', ['test-1 mine prompt-1']],
    ['prompts: [second],', ['test-1 echo prompt-2']],
    ['provider: echo,', ['test-1 prompt-1', 'test-1 prompt-2']],
  ])('or those that the test names: %s', async (test, ids) => {
    expect((await targetsOf(test)).map(([id]) => id)).toEqual(ids)
  })

  it('with what stands before and behind the prompt', async () => {
    expect(await targetsOf('options: { prefix: "<", suffix: ">" }, providers: [echo], prompts: [first],')).toEqual([
      ['test-1 echo prompt-1', '<a x>'],
    ])
  })

  it('is none if it names none of them', async () => {
    const config = `${providers}tests: [{ providers: [other], assert: [{ type: levenshtein, value: x }] }]\n`
    const { results } = await run(configFiles(config, files), { trustConfig: true })
    expect(results[0]?.skipped).toMatchObject([{ reason: 'The configuration has none of the providers or prompts that its test names.' }])
  })

  it('may be two of one name', async () => {
    const config = `providers: [echo, echo]\ntests: [{ vars: { prompt: hi }, assert: [{ type: levenshtein, threshold: 0, value: hi }] }]\n`
    expect((await run(configFiles(config))).results.map(({ id }) => id)).toEqual(['test-1 echo', 'test-1 echo #2'])
  })

  it('may be named in a file', async () => {
    const config = `providers: file://all.yaml\ntests: [{ vars: { prompt: hi }, assert: [{ type: levenshtein, threshold: 0, value: hi }] }]\n`
    const { results } = await run(configFiles(config, { 'all.yaml': '- echo\n- { id: echo, label: again }\n' }))
    expect(results.map(({ id, gate }) => [id, gate?.passed])).toEqual([
      ['test-1 echo', true],
      ['test-1 again', true],
    ])
  })
})

describe('a transform', () => {
  const config = (test: string, more = '') =>
    `providers: [echo]\ntests:\n  - vars: { prompt: '{"answer": " ten "}' }\n    ${test}\n    assert: [{ type: levenshtein, threshold: 0, value: ten${more} }]\n`
  const response = async (text: string, trustConfig = false) => {
    const { results } = await run(
      configFiles(text, { 't.mjs': 'export default (output, { vars }) => JSON.parse(vars.prompt).answer.trim()' }),
      { trustConfig },
    )
    return results[0]?.scores['levenshtein'] ?? results[0]?.skipped?.[0]?.reason
  }

  it('of the test and then of the assertion is applied to the answer', async () => {
    expect(await response(config("options: { transform: 'JSON.parse(output).answer' }", ", transform: 'output.trim()'"))).toMatchObject({
      value: 1,
      detail: { response: 'ten' },
    })
    expect(await response(config("options: { postprocess: 'output.answer.trim()' }"))).toMatchObject({ value: 1 })
  })

  it('that is code runs where the configuration is trusted, inline and in a file', async () => {
    for (const code of ['output.replace(/[^a-z]|answer/g, "")', 'file://t.mjs']) {
      const text = config('', `, transform: '${code}'`)
      expect(await response(text, true)).toMatchObject({ value: 1 })
      expect(await response(text)).toMatch(/^The transform .* is code, which runs only with --trust-config\.$/)
    }
    expect(await response(config('', ', transform: file://t.py'), true)).toMatch(/is code in a language that is not run here/)
  })

  it('that finds nothing leaves its row unscored', async () => {
    expect(await response(config('', ', transform: output.nothing'))).toMatchObject({
      cause: 'data',
      reason: expect.stringContaining('the transform output.nothing found nothing in the answer'),
    })
  })
})

it('a contextTransform that is code runs as in promptfoo where the configuration is trusted', async () => {
  const config = `providers: [echo]
tests:
  - vars: { prompt: "<c>The gate closes at ten.</c>" }
    assert:
      - { type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: 'output.match(/<c>(.*?)<.c>/)[1]' }
      - { type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: "const [, found] = output.match(/<c>(.*?)<.c>/)\\nreturn [found]" }
      - { type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: "process.mainModule.require('./t.cjs')(output)" }
      - { type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: file://t.cjs }
      - { type: context-recall, threshold: 1, value: "The gate closes at ten.", contextTransform: file://n.mjs:found }
      - { type: context-recall, threshold: 1, value: "x.", contextTransform: "output.match(/none/)[1]" }
`
  const files = {
    't.cjs': 'module.exports = (output) => output.slice(3, -4)',
    'n.mjs': 'export const found = async (output, context) => [context.vars.prompt.slice(3, -4)]',
  }
  const { results } = await run(configFiles(config, files), { trustConfig: true, answer: judging })
  const scores = Object.values(results[0]?.scores ?? {})
  expect(scores.map(({ value }) => value)).toEqual([1, 1, 1, 1, 1, null])
  expect(scores.at(-1)).toMatchObject({
    cause: 'data',
    reason: expect.stringMatching(/output\.match\(\/none\/\)\[1\] cannot be followed: Cannot read/),
  })
  const untrusted = await run(configFiles(config, files))
  expect(untrusted.results[0]?.skipped).toHaveLength(6)
})
