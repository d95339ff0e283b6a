import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssayError } from '@assay/core'
import { afterAll, describe, expect, it } from 'vitest'
import { createCatalog } from '@assay/catalog'
import { checkConfig } from './check-config.ts'
import type { AssayConfig } from './define-config.ts'
import { evalTable } from './eval-table.ts'
import { type LoadedConfig, loadConfig } from './load-config.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-config-')))
afterAll(() => rmSync(root, { recursive: true }))
let folders = 0

function folder(files: Readonly<Record<string, string>>): string {
  folders += 1
  const at = join(root, String(folders))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(at, name, '..'), { recursive: true })
    writeFileSync(join(at, name), content)
  }
  return at
}

const table = await evalTable(createCatalog())

async function load(files: Readonly<Record<string, string>>, path?: string): Promise<LoadedConfig & { readonly config: AssayConfig }> {
  const loaded = await loadConfig(folder(files), path)
  if (loaded === undefined || 'isPromptfoo' in loaded) throw new Error('not found')
  return { ...loaded, config: checkConfig(loaded.value, { ...loaded, table, warn: () => undefined }) }
}

async function complaint(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error(`no AssayError: ${String(error)}`)
  expect(error.kind).toBe('config')
  return error.message
}

describe('a configuration', () => {
  it.each([
    ['assay.config.yaml', 'judge: lexical\nmetrics: [context-recall, { type: recall@5, name: r }]'],
    ['assay.config.yml', 'judge: lexical\nmetrics: [context-recall, { type: recall@5, name: r }]'],
    ['assay.config.json', '{ "judge": "lexical", "metrics": ["context-recall", { "type": "recall@5", "name": "r" }] }'],
    [
      'assay.config.ts',
      "export default { judge: 'lexical', metrics: ['context-recall', { type: 'recall@5', name: 'r' }] } satisfies object",
    ],
    ['assay.config.mjs', "export default { judge: 'lexical', metrics: ['context-recall', { type: 'recall@5', name: 'r' }] }"],
  ])('%s is read', async (name, text) => {
    expect((await load({ [name]: text })).config).toEqual({
      judge: 'lexical',
      metrics: ['context-recall', { type: 'recall@5', name: 'r' }],
    })
  })

  it('is found upwards from the working folder, the nearest first', async () => {
    const at = folder({
      'assay.config.yaml': 'judge: lexical',
      'a/assay.config.json': '{"judge": "openai:m"}',
      'a/b/c/rows.jsonl': '',
      'd/e/x': '',
    })
    expect(await loadConfig(join(at, 'a/b/c'))).toMatchObject({ value: { judge: 'openai:m' }, folder: join(at, 'a') })
    expect(await loadConfig(join(at, 'd/e'))).toMatchObject({ value: { judge: 'lexical' }, folder: at })
  })

  it('is absent where there is none', async () => expect(await loadConfig(root)).toBeUndefined())

  it('may be named, and then no other is looked for', async () => {
    const at = folder({ 'assay.config.yaml': 'judge: lexical', 'other.yaml': 'judge: openai:m' })
    expect(await loadConfig(at, 'other.yaml')).toMatchObject({ value: { judge: 'openai:m' } })
    expect(await complaint(loadConfig(at, 'nowhere.yaml'))).toMatch(/nowhere\.yaml cannot be read/)
    expect(await complaint(loadConfig(at, 'other.toml'))).toMatch(/ends in \.ts, \.js, \.mjs, \.json or \.yaml/)
  })

  it('beside another in the same folder is refused', async () => {
    expect(await complaint(load({ 'assay.config.yaml': '', 'assay.config.json': '{}' }))).toMatch(/There are .*json and .*yaml\. Keep one/)
  })

  it('that is empty says nothing', async () => expect((await load({ 'assay.config.yaml': '# nothing yet\n' })).config).toEqual({}))

  it('may be made of objects where it is code', async () => {
    const { config, isCode } = await load({
      'assay.config.mjs':
        'export default { judge: { verify: async () => ({ verdicts: [] }), signature: "mine@1" }, metrics: [{ type: "x", name: "m", score: async () => {} }] }',
    })
    expect([isCode, typeof Reflect.get(Object(config.judge), 'verify'), config.metrics?.[0]]).toEqual([
      true,
      'function',
      expect.objectContaining({ name: 'm' }),
    ])
  })

  it('of promptfoo is told from ours', async () => {
    const at = folder({ 'promptfooconfig.yaml': 'tests: []' })
    expect(await loadConfig(at, 'promptfooconfig.yaml')).toEqual({ path: join(at, 'promptfooconfig.yaml'), isPromptfoo: true })
  })
})

describe('a fault is named with file, line and path', () => {
  it.each([
    [
      'an unknown name',
      'judge: lexical\nconcurency: 3',
      'assay.config.yaml:2: concurency: there is no such option. Did you mean concurrency?',
    ],
    ['one that is like nothing', 'zzzzzzzzzz: 1', /^assay\.config\.yaml:1: zzzzzzzzzz: there is no such option\. There are: data, metrics/],
    [
      'one inside a metric',
      'metrics:\n  - context-recall\n  - type: non-llm-context-recall\n    treshold: 1',
      'assay.config.yaml:4: metrics[1].treshold: there is no such option. Did you mean threshold?',
    ],
    [
      "one inside a metric's judge",
      'metrics:\n  - type: context-recall\n    judge:\n      id: openai:a\n      temprature: 1',
      'assay.config.yaml:5: metrics[0].judge.temprature: there is no such option. Did you mean temperature?',
    ],
    [
      'one inside a price',
      'prices:\n  - { provider: a, model: b, input: 1, output: 1, chached: 2 }',
      /^assay\.config\.yaml:2: prices\[0\]\.chached: there is no such option/,
    ],
    ['a text for a number', 'rpm: "many"', 'assay.config.yaml:1: rpm: found the text "many" where a number of at least 1 is due.'],
    [
      'a number in quotes',
      'rpm: "60"',
      'assay.config.yaml:1: rpm: found the text "60" where a number of at least 1 is due. Write it without quotes.',
    ],
    ['a part of a number', 'limit: 1.5', 'assay.config.yaml:1: limit: found 1.5 where a whole number of at least 1 is due.'],
    [
      'nothing where something is needed',
      'metrics: [{ k: 5 }]',
      'assay.config.yaml:1: metrics[0].type: it is missing; a text that is not empty is due.',
    ],
    ['an unknown choice', 'strategy: bached', /strategy: found the text "bached" where batched, .* is due\. Did you mean batched\?$/],
    ['a cost that is none', 'budgetUsd: much', /budgetUsd: found the text "much" where a number of at least 0 is due\./],
    [
      'an empty text',
      'judge: ""',
      'assay.config.yaml:1: judge: found an empty text where a text that is not empty or a map of names to values is due.',
    ],
    [
      'a number out of range',
      'metrics:\n - type: non-llm-context-recall\n   threshold: 1.5',
      /^assay\.config\.yaml:3: metrics\[0\]\.threshold: found 1\.5 where a number from 0 to 1 is due\.$/,
    ],
    ['a map for a list', 'metrics: { context-recall: true }', /^assay\.config\.yaml:1: metrics: found a map where a list is due\.$/],
    [
      'a number for a judge',
      'judge: 7',
      /^assay\.config\.yaml:1: judge: found 7 where a text that is not empty or a map of names to values is due\.$/,
    ],
    ['a list for all of it', '- judge', /^assay\.config\.yaml:1: found no map of names to values, which is due\.$/],
  ])('%s', async (_what, text, message) => {
    const said = await complaint(load({ 'assay.config.yaml': text }))
    if (typeof message === 'string') expect(said).toBe(message)
    else expect(said).toMatch(message)
  })

  it('all of them at once, in their order', async () => {
    const said = await complaint(load({ 'assay.config.json': '{\n"rpm": "x",\n"metrics": [\n{"typ": "a"}],\n"votes": 0 }' }))
    expect(said.split('\n').map((line) => line.slice(0, 22))).toEqual([
      'assay.config.json:2: r',
      'assay.config.json:4: m',
      'assay.config.json:4: m',
      'assay.config.json:5: v',
    ])
  })

  it('without a line where it is code', async () => {
    expect(await complaint(load({ 'assay.config.mjs': 'export default { rpm: "x" }' }))).toMatch(
      /^assay\.config\.mjs: rpm: found the text "x" where a number of at least 1 is due/,
    )
    expect(await complaint(load({ 'assay.config.mjs': 'export default Promise.resolve({ limit: 1 })' }))).toMatch(
      /exports a promise\. Write: export default await/,
    )
    expect(await complaint(load({ 'assay.config.mjs': 'export const config = {}' }))).toMatch(
      /exports no configuration\. Write: export default defineConfig/,
    )
    expect(await complaint(load({ 'assay.config.mjs': 'throw new Error("boom")' }))).toMatch(/could not be loaded: boom/)
  })
})
