import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCatalog } from '@assay/catalog'
import { evaluate } from '@assay/runner'
import { startFakeAnthropic, startFakeOpenAI } from '@assay/testkit'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'
import { promptfooRun } from './promptfoo-run.ts'

const providers = await createCatalog().providers()
const root = mkdtempSync(join(tmpdir(), 'assay-promptfoo-run-'))
afterAll(() => rmSync(root, { recursive: true }))
let folders = 0

function project(files: Readonly<Record<string, string>>): string {
  folders += 1
  const folder = join(root, String(folders))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

const CONFIG = `prompts:
  - "Answer {{query}} by {{context}}"
providers:
  - openai:chat:target
defaultTest:
  options:
    provider: anthropic:messages:claude-sonnet-4-5
tests:
  - vars: { query: Which river?, context: file://river.md }
    assert:
      - { type: context-recall, threshold: 0.6, value: "It is the Rhine. It is long." }
      - { type: levenshtein, threshold: 2, value: Rhine }
      - { type: similar, value: Rhine, provider: "openai:embedding:small" }
`

const verdicts = (supported: readonly boolean[]) =>
  JSON.stringify({ verdicts: supported.map((yes, at) => ({ claim: `c${at + 1}`, reason: 'r', evidence: [], supported: yes })) })

describe('a promptfoo configuration', () => {
  it('is run over the wire: its grader judges, its target answers, its embeddings compare', async () => {
    const folder = project({ 'promptfooconfig.yaml': CONFIG, 'river.md': 'The Rhine.' })
    await using anthropic = await startFakeAnthropic([
      JSON.stringify({ claims: ['It is the Rhine.', 'It is long.'] }),
      verdicts([true, false]),
    ])
    await using openai = await startFakeOpenAI(({ path }) => (path.endsWith('/embeddings') ? '' : 'Rhein'))
    vi.stubEnv('OPENAI_API_KEY', 'k-1')
      .stubEnv('OPENAI_BASE_URL', openai.url)
      .stubEnv('ANTHROPIC_API_KEY', 'k-2')
      .stubEnv('ANTHROPIC_BASE_URL', anthropic.url)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { rows, metrics } = await promptfooRun(join(folder, 'promptfooconfig.yaml'), { providers, catalog: createCatalog() })
    const results = []
    for await (const { result } of evaluate({ data: rows, metrics })) results.push(result)
    expect(results[0]?.scores).toMatchObject({
      context_recall: { value: 0.5, passed: false },
      levenshtein: { value: 1, passed: true },
      similar: { status: 'scored' },
    })
    expect(openai.requests.map(({ path, body }) => `${path.split('/').at(-1)} ${Reflect.get(Object(body), 'model')}`).toSorted()).toEqual([
      'completions target',
      'embeddings small',
    ])
    expect(anthropic.requests).toHaveLength(2)
  })

  it('is judged by who is named on the command line instead', async () => {
    const folder = project({
      'promptfooconfig.yaml': CONFIG.replace(/ {6}- \{ type: (?:levenshtein|similar)[^]*/, ''),
      'river.md': 'It is the Rhine. It is long.',
    })
    const { rows, metrics } = await promptfooRun(join(folder, 'promptfooconfig.yaml'), {
      providers,
      catalog: createCatalog(),
      judge: 'lexical',
    })
    const results = []
    for await (const { result } of evaluate({ data: rows, metrics })) results.push(result)
    expect(results[0]?.scores['context_recall']).toMatchObject({
      value: 1,
      passed: true,
      signature: expect.stringContaining('judge:lexical@1'),
    })
  })
})

describe('assay import', () => {
  const recall = (threshold: number, value: string) =>
    `  - vars: { context: The Rhine is long. }\n    assert: [{ type: context-recall, threshold: ${threshold}, value: ${value} }]\n`

  it('says where a judge must be named', async () => {
    const cwd = project({ 'promptfooconfig.yaml': `tests:\n${recall(0.9, 'The Rhine is long.')}` })
    const { out, err } = await runAssay(['import', 'promptfooconfig.yaml'], { cwd })
    expect(out).toContain('Run: assay eval -c assay.config.yaml -j openai:gpt-5-mini\n')
    expect(err).toContain('no assertion names a grader: name a judge with -j')
  })

  it.each([
    ['The Rhine is long.', 0],
    ['The Rhine is long. Its 9 bridges burnt in 1634.', 1],
  ])('makes what fails where it is run fail, and only that: %s', async (value, code) => {
    const cwd = project({
      'promptfooconfig.yaml': `tests:\n${recall(0.9, value)}${recall(0.5, 'The Rhine is long. Its 9 bridges burnt in 1634.')}`,
    })
    const screened = ['-j', 'lexical', '--allow-screen', '--quiet']
    expect(await runAssay(['eval', '-c', 'promptfooconfig.yaml', ...screened], { cwd })).toMatchObject({ code })
    expect(await runAssay(['import', 'promptfooconfig.yaml'], { cwd })).toMatchObject({ code: 0 })
    expect(await runAssay(['eval', ...screened], { cwd })).toMatchObject({ code })
  })

  it('writes nothing where the configuration would check less, unless that is accepted', async () => {
    const cwd = project({ 'promptfooconfig.yaml': CONFIG, 'river.md': 'R.' })
    const refused = await runAssay(['import', 'promptfooconfig.yaml'], { cwd })
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toMatch(
      /would check less than this file[^]*yaml:12: levenshtein is a check of single rows[^]*eval -c promptfooconfig\.yaml[^]*--lossy/,
    )
    expect(existsSync(join(cwd, 'assay.config.yaml'))).toBe(false)
    const accepted = await runAssay(['import', 'promptfooconfig.yaml', '--lossy'], { cwd })
    expect(accepted).toMatchObject({ code: 0, err: expect.stringContaining('levenshtein is a check of single rows') })
  })

  it('writes over nothing that it reads, whatever is forced', async () => {
    const test = { vars: { context: 'The Rhine is long.' }, assert: [{ type: 'context-recall', threshold: 0.9, value: 'It is long.' }] }
    const cwd = project({ 'promptfooconfig.yaml': 'tests: file://rows.jsonl\n', 'rows.jsonl': `${JSON.stringify(test)}\n` })
    const ran = await runAssay(['import', 'promptfooconfig.yaml', '--force'], { cwd })
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining('rows.jsonl would replace a file that') })
    expect(JSON.parse(readFileSync(join(cwd, 'rows.jsonl'), 'utf8'))).toEqual(test)
  })

  it('writes a configuration and its rows beside the file, and says what is lost', async () => {
    const cwd = project({ 'in/promptfooconfig.yaml': CONFIG, 'in/river.md': 'The Rhine.' })
    const { code, out, err } = await runAssay(['import', '--lossy', 'in/promptfooconfig.yaml'], { cwd })
    expect(code).toBe(0)
    expect(out).toBe('Wrote in/assay.config.yaml and in/rows.jsonl. Run: assay eval -c in/assay.config.yaml\n')
    expect(err).toMatch(/levenshtein is a check of single rows: it would be left out/)
    expect(readFileSync(join(cwd, 'in/assay.config.yaml'), 'utf8')).toContain('judge: anthropic:claude-sonnet-4-5\n')
    expect(JSON.parse(readFileSync(join(cwd, 'in/rows.jsonl'), 'utf8'))).toMatchObject({
      reference: 'It is the Rhine. It is long.',
      retrievedContexts: ['The Rhine.'],
    })
    const printed = await runAssay(['config', 'print', '-c', 'in/assay.config.yaml'], { cwd })
    expect(printed.out).toMatch(/failUnder +\["context_recall@0\.6=100%"\] +assay\.config\.yaml:\d/)
  })

  it('writes over nothing unless it is told to', async () => {
    const cwd = project({ 'promptfooconfig.yaml': CONFIG, 'river.md': 'R.', 'rows.jsonl': 'mine' })
    expect(await runAssay(['import', '--lossy', 'promptfooconfig.yaml'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/There is rows\.jsonl already/),
    })
    expect(readFileSync(join(cwd, 'rows.jsonl'), 'utf8')).toBe('mine')
    expect(await runAssay(['import', '--lossy', 'promptfooconfig.yaml', '--force'], { cwd })).toMatchObject({ code: 0 })
  })

  it('reads a file outside the folder only where that is allowed', async () => {
    const cwd = project({ 'in/promptfooconfig.yaml': CONFIG.replace('file://river.md', 'file://../river.md'), 'river.md': 'R.' })
    expect(await runAssay(['import', '--lossy', 'in/promptfooconfig.yaml'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/outside the folder/),
    })
    expect(await runAssay(['import', '--lossy', 'in/promptfooconfig.yaml', '--trust-config'], { cwd })).toMatchObject({ code: 0 })
  })
})
