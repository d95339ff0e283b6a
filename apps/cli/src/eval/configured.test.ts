import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FakeServer, startFakeOpenAI } from '@assay/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { literalJudge, modelsAsked } from '../__fixtures__/literal-judge.ts'
import { jsonl, project } from '../__fixtures__/project.ts'
import { type Ran, runAssay } from '../__fixtures__/run-assay.ts'

const assayModule = JSON.stringify(fileURLToPath(new URL('../index.ts', import.meta.url)))
const ids = { id: 'a', hits: ['d1', 'd2'], gold: ['d1', 'd3'] }
const text = {
  id: 'a',
  user_input: 'Where is Oslo?',
  reference: 'Oslo is in Norway. It is big.',
  retrieved_contexts: ['Oslo is in Norway.'],
  metadata: { topic: 'cities' },
}

let server: FakeServer
let before = 0
beforeAll(async () => {
  server = await startFakeOpenAI((request) => literalJudge(request))
})
beforeEach(() => {
  before = server.requests.length
})
afterAll(() => server.close())

const env = () => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url })
const assay = (cwd: string, ...args: string[]): Promise<Ran> => runAssay(['eval', ...args], { cwd, env: env() })
const sent = () => server.requests.slice(before)
const summaryOf = ({ out }: Ran) => JSON.parse(out).summary

describe('a configuration is found upwards from where the command runs', () => {
  const columns = "retrieved_context_ids: 'hits', reference_context_ids: 'gold'"
  it.each([
    ['assay.config.yaml', `data: rows.jsonl\ncolumns: { ${columns} }\nmetrics: [id-based-context-recall]\n`],
    [
      'assay.config.json',
      JSON.stringify({
        data: ['rows.jsonl'],
        columns: { retrieved_context_ids: 'hits', reference_context_ids: 'gold' },
        metrics: ['id-based-context-recall'],
      }),
    ],
    ['assay.config.js', `export default { data: 'rows.jsonl', columns: { ${columns} }, metrics: ['id-based-context-recall'] }`],
    [
      'assay.config.ts',
      `import { defineConfig, idBasedContextRecall } from ${assayModule}
type Row = { hits: string[] }
const hits = (row: unknown): string[] => (row as Row).hits
export default defineConfig({ data: 'rows.jsonl', columns: { retrieved_context_ids: hits, reference_context_ids: 'gold' }, metrics: [idBasedContextRecall()] })`,
    ],
  ])('%s', async (name, content) => {
    const folder = project({ [name]: content, 'rows.jsonl': jsonl(ids), 'deep/er/x': '' })
    const ran = await assay(join(folder, 'deep/er'), '--quiet', '-o', '-')
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(summaryOf(ran).id_based_context_recall.mean).toBe(0.5)
  })
})

describe('a judge of the file that a run has no use for', () => {
  const config = 'data: rows.jsonl\njudge: { id: openai:of-file, apiKey: "${NO_SUCH_KEY}" }\nmetrics: [context-recall]\n'
  const rows = jsonl({ ...text, retrieved_context_ids: ['d1', 'd2'], reference_context_ids: ['d1', 'd3'] })

  it.each([
    ['recall@5', ['-m', 'recall@5', '-m', 'id_based_context_recall'], 0],
    ['another judge', ['-j', 'openai:of-line'], 0],
    ['a metric that asks it', ['-m', 'recall@5', '-m', 'context-recall'], 2],
    ['what the file asks for', [], 2],
  ])('needs no key: %s', async (_what, options, code) => {
    const ran = await assay(project({ 'assay.config.yaml': config, 'rows.jsonl': rows }), '--quiet', ...options)
    expect(ran.code).toBe(code)
    if (code !== 0) expect(ran.err).toContain('NO_SUCH_KEY')
  })
})

describe('what a file switches', () => {
  it('one run switches back, each flag the other way', async () => {
    const flags = ['quiet', 'soft', 'strict', 'explain', 'allowScreen', 'allowPartial', 'complete', 'csvSafe', 'requireQuote', 'generate']
    const config = `${flags.map((name) => `${name}: true\n`).join('')}cache: false\ngrouping: false\n`
    const back = flags.map((name) => `--no-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    const cwd = project({ 'assay.config.yaml': config })
    const { out, code } = await runAssay(['config', 'print', ...back, '--cache', '--grouping'], { cwd })
    expect(code).toBe(0)
    for (const name of flags) expect(out).toMatch(new RegExp(`^ +${name} +false +command line$`, 'm'))
    for (const name of ['cache', 'grouping']) expect(out).toMatch(new RegExp(`^ +${name} +true +command line$`, 'm'))
  })

  it('holds where the command line says nothing of it', async () => {
    const cwd = project({ 'assay.config.yaml': 'cache: false\njudge: openai:m\nmetrics: [context-recall]\n', 'rows.jsonl': jsonl(text) })
    const asked = async (...options: string[]) => {
      const already = server.requests.length
      await assay(cwd, 'rows.jsonl', '--quiet', ...options)
      return server.requests.length - already
    }
    const once = await asked('--cache')
    expect(once).toBeGreaterThan(0)
    expect([await asked(), await asked('--cache')]).toEqual([once, 0])
  })

  it('and what is switched back has no effect', async () => {
    const rows = jsonl({ id: 'a', reference_contexts: ['abcd'], retrieved_contexts: ['abxx'] })
    const cwd = project({ 'assay.config.yaml': 'soft: true\nquiet: true\n', 'rows.jsonl': rows })
    const [soft, hard] = [
      await assay(cwd, 'rows.jsonl', '-m', 'non-llm-context-recall'),
      await assay(cwd, 'rows.jsonl', '-m', 'non-llm-context-recall', '--no-soft', '--no-quiet', '--threshold', '0.6'),
    ]
    expect(soft.out).toBe('')
    expect(hard.out).toMatch(/non_llm_context_recall {2}0\.000/)
  })
})

describe('a fault in what a file asks for is told with its place', () => {
  const rows = jsonl({ ...ids, ...text })
  it.each([
    ['metrics:\n  - mrr\n  - recal@5\n', [], 'assay.config.yaml:4: metrics[1]: There is no metric "recal@5". Did you mean recall@5?'],
    [
      'metrics:\n  - type: context-recall\n    votes: 2\njudge: lexical\n',
      [],
      'assay.config.yaml:3: metrics[0]: votes: 2 votes can end in a tie',
    ],
    ['metrics: [context-recall]\njudge: lexical\nvotes: 2\n', [], 'assay.config.yaml:4: votes 2: an even number of votes'],
    ['metrics: [context-recall]\njudge: opnai:x\n', [], 'assay.config.yaml:3: judge: There is no judge "opnai:x".'],
    ['metrics: [non-llm-context-recall]\nsimilarity: levenstein\n', [], 'assay.config.yaml:3: similarity: There is no similarity'],
    ['metrics: [mrr]\ncolumns: { nonsense: a }\n', [], 'assay.config.yaml:3: columns: there is no field "nonsense".'],
    ['metrics: [mrr]\noutput: report.pdf\n', [], 'assay.config.yaml:3: output: report.pdf ends in .pdf'],
    ['metrics: [mrr]\noutput:\n  - a.json\n  - report.pdf\n', [], 'assay.config.yaml:5: output[1]: report.pdf ends in .pdf'],
    ['metrics: [mrr]\noutput: rows.jsonl\n', [], 'assay.config.yaml:3: output rows.jsonl is a file that is read here'],
    ['metrics: [mrr]\noutput: report.pdf\n', ['-m', 'recal@5'], 'There is no metric "recal@5"'],
    ['metrics: [mrr]\n', ['-o', 'rows.jsonl'], '-o rows.jsonl is a file that is read here'],
  ] as const)('%j with %j', async (config, options, says) => {
    const cwd = project({ 'assay.config.yaml': `data: rows.jsonl\n${config}`, 'rows.jsonl': rows })
    const { code, err } = await assay(cwd, ...options)
    expect(err.replaceAll(/\s+/g, ' ')).toContain(`assay: ${says}`)
    expect(code).toBe(2)
  })

  it('and what only a model can be told is left out of it where a screen judges', async () => {
    const config = 'data: rows.jsonl\nmetrics: [context-recall]\nstrategy: per-claim\nrequireQuote: true\ngrouping: false\nvotes: 3\n'
    const cwd = project({ 'assay.config.yaml': config, 'rows.jsonl': rows })
    expect(await assay(cwd, '-j', 'lexical', '--quiet')).toMatchObject({ code: 0, err: '' })
  })
})

describe('the command line beats the file, the file beats the defaults', () => {
  const config = `data: rows.jsonl
judge: openai:of-file
metrics:
  - context-recall
  - { type: non-llm-context-recall, name: strings, threshold: 0.2 }
columns: { reference_contexts: texts }
strategy: single-pass
maxRetries: 0
rpm: 6000
groupBy: metadata.topic
gates: strings=0.5
output: [out.jsonl, out.md]
allowUnscored: [1, 'refused:2']
`
  const files = { 'assay.config.yaml': config, 'rows.jsonl': jsonl({ ...text, texts: text.retrieved_contexts }) }

  it('as the judge, the strategy, the groups and the files show', async () => {
    const folder = project(files)
    await assay(folder, '--quiet', '--allow-unscored', '0')
    expect(modelsAsked(sent())).toEqual(['of-file'])
    // One call: the file's strategy, not the default of two.
    expect(sent()).toHaveLength(1)
    expect(readFileSync(join(folder, 'out.jsonl'), 'utf8')).toContain('"metadata.topic":[{"value":"cities"')
    expect(readFileSync(join(folder, 'out.md'), 'utf8')).toContain('strings')

    before = server.requests.length
    const over = await assay(folder, '--quiet', '-j', 'openai:of-line', '--strategy', 'batched', '-o', '-', '--fail-under', 'strings=1')
    expect(over.code).toBe(0)
    expect(modelsAsked(sent())).toEqual(['of-line'])
    expect(sent()).toHaveLength(2)
    expect(summaryOf(over).context_recall.mean).toBe(0.5)
    expect(summaryOf(over).strings.groups['metadata.topic']).toHaveLength(1)
  })

  it('options of the file that this run has no use for are left alone, those of the command line are refused', async () => {
    const folder = project(files)
    const ran = await assay(folder, '-m', 'non-llm-context-recall', '-o', '-', '--quiet')
    expect(ran.code).toBe(0)
    expect(ran.err).toContain('the gate strings=0.5 (assay.config.yaml:11) is on no metric of this run: it is left out')
    expect(sent()).toEqual([])
    const idle = await assay(folder, '-m', 'non-llm-context-recall', '--strategy', 'batched')
    expect(idle).toMatchObject({ code: 2, err: expect.stringContaining('--strategy is for context-recall') })
  })

  it('a gate of the file on no metric of the file is an error', async () => {
    const folder = project({ ...files, 'assay.config.yaml': config.replace('gates: strings', 'gates: string') })
    expect(await assay(folder)).toMatchObject({ code: 2, err: expect.stringContaining('no metric of this run is named so') })
  })

  it('a column named on the command line takes the place of the file’s, however its field is written', async () => {
    const rows = jsonl({ first: ['x'], second: ['y'], retrieved_contexts: ['y'] })
    const folder = project({
      'assay.config.yaml': 'data: r.jsonl\nmetrics: [non-llm-context-recall]\ncolumns: { referenceContexts: first }',
      'r.jsonl': rows,
    })
    expect(summaryOf(await assay(folder, '--quiet', '-o', '-')).non_llm_context_recall.mean).toBe(0)
    const over = await assay(folder, '--quiet', '-o', '-', '--column', 'reference_contexts=second')
    expect(summaryOf(over).non_llm_context_recall.mean).toBe(1)
  })
})

describe('a metric with options', () => {
  const metrics = [
    { type: 'context-recall', name: 'plain' },
    { type: 'context-recall', name: 'other', judge: { id: 'openai:other', maxOutputTokens: 7000 } },
    { type: 'first-scored', name: 'mixed', of: ['recall@5', { type: 'context-recall', judge: 'openai:inner' }] },
  ]
  const files = {
    'assay.config.json': JSON.stringify({
      data: 'rows.jsonl',
      judge: 'openai:run',
      metrics,
      strategy: 'single-pass',
      maxOutputTokens: 9000,
    }),
    'rows.jsonl': jsonl(text),
  }

  it('has its own judge and its own limit; options beside the metrics are for those named alone', async () => {
    const ran = await assay(project(files), '--quiet', '-o', '-')
    expect(ran.code).toBe(0)
    const limits = sent().map(({ body }) => `${Reflect.get(Object(body), 'model')} ${Reflect.get(Object(body), 'max_completion_tokens')}`)
    expect(limits.toSorted()).toEqual(['inner 9000', 'inner 9000', 'other 7000', 'other 7000', 'run 9000', 'run 9000'])
    expect(summaryOf(ran).mixed.mean).toBe(0.5)
  })

  it('obeys the command line all the same', async () => {
    await assay(project(files), '--quiet', '-j', 'openai:line', '--strategy', 'batched', '--max-output-tokens', '5000', '--no-cache')
    expect(modelsAsked(sent())).toEqual(['line'])
    expect(new Set(sent().map(({ body }) => Reflect.get(Object(body), 'max_completion_tokens')))).toEqual(new Set([5000]))
  })

  it('that is an object keeps its judge, and who asks for another is told so', async () => {
    const config = `import { contextRecall, openai } from ${assayModule}
export default { data: 'rows.jsonl', metrics: [contextRecall({ judge: openai('inside') })] }`
    const folder = project({ 'assay.config.ts': config, 'rows.jsonl': jsonl(text) })
    const refused = await assay(folder, '-j', 'openai:line')
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--judge cannot reach context_recall') })
    expect((await assay(folder, '--quiet')).code).toBe(0)
    expect(modelsAsked(sent())).toEqual(['inside'])
  })
})

it('prices may stand in the file, where a list names them', async () => {
  const prices = [{ provider: 'openai', model: 'm', input: 1e6, output: 1e6 }]
  const config = { data: 'rows.jsonl', judge: 'openai:m', metrics: ['context-recall'], prices, budgetUsd: 1e9 }
  const folder = project({ 'assay.config.json': JSON.stringify(config), 'rows.jsonl': jsonl(text) })
  const { usage, cost } = JSON.parse((await assay(folder, '--quiet', '-o', '-')).out)
  expect(cost).toBe(usage.inputTokens + usage.outputTokens)
})

describe('a secret in the file', () => {
  const secrets = ['sk-of-the-environment-1', 'header-secret-22222', 'hunter2secret', 'sk-written-in-code-3']
  const ofHeaders = "headers: { 'x-team': 'header-secret-22222' }"

  it.each([
    [
      'assay.config.ts',
      "export default { data: 'rows.jsonl', metrics: ['context-recall'], judge: { id: 'openai:m', apiKey: 'sk-written-in-code-3', baseURL: 'http://HOST/v1', HEADERS } }",
    ],
    [
      'assay.config.yaml',
      "data: rows.jsonl\nmetrics: [context-recall]\njudge: { id: 'openai:m', apiKey: '${JUDGE_KEY}', baseURL: 'http://HOST/v1', HEADERS }\n",
    ],
    [
      'assay.config.json',
      '{"data": "rows.jsonl", "metrics": ["context-recall"], "judge": {"id": "openai:m", "apiKey": null, "baseURL": "http://user:hunter2secret@HOST/v1"}}',
    ],
  ])('of %s reaches the server, and neither outputs nor .assay', async (name, config) => {
    const folder = project({
      [name]: config.replace('HOST', new URL(server.url).host).replace('HEADERS', ofHeaders),
      'rows.jsonl': jsonl(text),
    })
    const outputs = ['json', 'jsonl', 'csv', 'xml', 'md', 'html', 'txt'].flatMap((ending) => ['-o', `out.${ending}`])
    const ran = await runAssay(['eval', ...outputs], { cwd: folder, env: { JUDGE_KEY: 'sk-of-the-environment-1' } })
    expect(ran.code).toBe(0)
    expect(JSON.stringify(sent().map(({ headers }) => headers))).toMatch(/sk-(?:of-the|written).*header-secret|Basic /)
    const kept = readdirSync(join(folder, '.assay')).map((file) => readFileSync(join(folder, '.assay', file), 'latin1'))
    const written = readdirSync(folder).filter((file) => file.startsWith('out.'))
    expect(written).toHaveLength(7)
    const everything = [ran.out, ran.err, ...kept, ...written.map((file) => readFileSync(join(folder, file), 'utf8'))].join('\n')
    for (const secret of secrets) expect(everything).not.toContain(secret)
  })

  it('is not sent to a server that only a file of data names, unless that is trusted', async () => {
    const config = `data: rows.jsonl\nmetrics: [context-recall]\njudge: { id: 'openai:m', baseURL: '${server.url}' }\n`
    const folder = project({ 'assay.config.yaml': config, 'rows.jsonl': jsonl(text) })
    const key = { OPENAI_API_KEY: 'sk-of-the-environment-1' }
    await runAssay(['eval', '--quiet', '--no-cache'], { cwd: folder, env: key })
    expect(JSON.stringify(sent().map(({ headers }) => headers))).not.toContain('sk-of')
    await runAssay(['eval', '--quiet', '--no-cache', '--trust-config'], { cwd: folder, env: key })
    expect(JSON.stringify(sent().map(({ headers }) => headers))).toContain('sk-of')
  })
})

describe('a resumed run', () => {
  it('reads the configuration that it began with again, wherever it stands and whatever it holds', async () => {
    const config = `import { lexicalScreen, openai } from ${assayModule}
export default { data: 'rows.jsonl', metrics: ['context-recall'], judge: openai('in-code'), concurrency: 1, output: 'out.jsonl' }`
    const rows = Array.from({ length: 4 }, (_, at) => ({ ...text, id: `r${at}`, user_input: `Question ${at}?` }))
    const folder = project({ 'assay.config.ts': config, 'rows.jsonl': jsonl(...rows) })
    const at = join(folder, 'deep')
    mkdirSync(at)
    let interrupt: (() => void) | undefined
    await using slow = await startFakeOpenAI((request, index) => {
      if (index === 2) interrupt?.()
      return literalJudge(request)
    })
    const keys = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: slow.url }
    const first = await runAssay(['eval', '--quiet'], { cwd: at, env: keys, onStart: (kill) => (interrupt = () => kill('SIGINT')) })
    expect(first.code).toBe(130)
    // A nearer one that came later is not the one it began with.
    writeFileSync(join(at, 'assay.config.yaml'), 'judge: lexical\n')
    expect(await runAssay(['eval', '--resume'], { cwd: at, env: keys })).toMatchObject({ code: 0 })
    expect(modelsAsked(slow.requests)).toEqual(['in-code'])
    expect(readFileSync(join(folder, 'out.jsonl'), 'utf8').match(/"id":"r\d"/g)).toHaveLength(4)
  })
})
