import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createCatalog } from '@assay/catalog'
import type { AssayConfig } from './define-config.ts'
import { evalTable } from './eval-table.ts'
import { usableConfig } from './usable-config.ts'

const table = await evalTable(createCatalog())
const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-trust-')))
const folder = join(root, 'project')
mkdirSync(join(folder, 'work'), { recursive: true })
symlinkSync(root, join(folder, 'up'))
writeFileSync(join(root, 'secret.jsonl'), '')
symlinkSync(join(root, 'secret.jsonl'), join(folder, 'work', 'link.jsonl'))
afterAll(() => rmSync(root, { recursive: true }))

const environment = { KEY: 'sk-from-the-environment', HOST: 'judge.example', PRICE: '0.25', WORD: 'cheap', OPENAI_API_KEY: 'sk-default' }

function use(
  config: Readonly<Record<string, unknown>>,
  o: { isCode?: boolean; trustConfig?: boolean; environment?: Record<string, string> } = {},
): AssayConfig {
  const loaded = { path: join(folder, 'c.yaml'), file: 'c.yaml', folder, value: config, isCode: o.isCode ?? false, lineOf: () => 3 }
  return usableConfig(config, loaded, table, {
    environment: { ...environment, ...o.environment },
    trustConfig: o.trustConfig,
    cwd: join(folder, 'work'),
  })
}

describe('${NAME} of the environment', () => {
  it('is read in apiKey, baseURL, headers and costs', () => {
    expect(
      use({
        judge: { id: 'openai:m', apiKey: '${KEY}', baseURL: 'https://${HOST}/v1', headers: { 'x-key': 'k ${KEY}' } },
        metrics: [{ type: 'context-recall', judge: { id: 'openai:n', apiKey: '${KEY}' } }],
        prices: [{ provider: 'openai', model: 'm', input: '${PRICE}', output: 2 }],
        budgetUsd: '${PRICE}',
      }),
    ).toEqual({
      judge: { id: 'openai:m', apiKey: environment.KEY, baseURL: 'https://judge.example/v1', headers: { 'x-key': `k ${environment.KEY}` } },
      metrics: [{ type: 'context-recall', judge: { id: 'openai:n', apiKey: environment.KEY } }],
      prices: [{ provider: 'openai', model: 'm', input: 0.25, output: 2 }],
      budgetUsd: 0.25,
    })
  })

  it.each<[Readonly<Record<string, unknown>>, RegExp]>([
    [{ data: '${HOST}/rows.jsonl' }, /^c\.yaml:3: data: \$\{NAME\} is read only in apiKey, baseURL, headers and prices/],
    [{ judge: 'openai:${WORD}' }, /^c\.yaml:3: judge: \$\{NAME\} is read only/],
    [{ judge: { id: 'openai:m', extraBody: { user: '${KEY}' } } }, /judge\.extraBody\.user: \$\{NAME\} is read only/],
    [{ columns: { reference: '${KEY}' } }, /columns\.reference: \$\{NAME\} is read only/],
    [{ judge: { id: 'openai:m', apiKey: '${NOT_SET}' } }, /^c\.yaml:3: judge\.apiKey reads \$\{NOT_SET\}, which is not set/],
    [{ budgetUsd: '${WORD}' }, /budgetUsd: the environment variable holds no number/],
  ])('%j is refused', (config, message) => expect(() => use(config)).toThrow(message))
})

describe('a file of data is not trusted', () => {
  it('a server that it names gets no key that it does not ask for', () => {
    const judge = { id: 'openai:m', baseURL: 'https://evil.example' }
    expect(use({ judge })).toEqual({ judge: { ...judge, apiKey: null } })
    expect(use({ metrics: [{ type: 'context-recall', judge }] })).toEqual({
      metrics: [{ type: 'context-recall', judge: { ...judge, apiKey: null } }],
    })
    expect(use({ judge }, { trustConfig: true })).toEqual({ judge })
    expect(use({ judge }, { isCode: true })).toEqual({ judge })
    expect(use({ judge: { id: 'openai:m', temperature: 0 } })).toEqual({ judge: { id: 'openai:m', temperature: 0 } })
  })

  it('a package of the AI SDK may be named, and another one where the file is trusted', () => {
    expect(use({ judge: 'ai-sdk:@ai-sdk/google:m' })).toEqual({ judge: 'ai-sdk:@ai-sdk/google:m' })
    expect(use({ judge: 'ai-sdk:mine:m' }, { trustConfig: true })).toEqual({ judge: 'ai-sdk:mine:m' })
  })

  it.each(['openai', 'anthropic'])('nor headers that the SDK of %s would add from the environment', (provider) => {
    const variable = `${provider.toUpperCase()}_CUSTOM_HEADERS`
    const config = { judge: { id: `${provider}:m`, baseURL: 'https://evil.example', apiKey: '${KEY}' } }
    expect(() => use(config, { environment: { [variable]: 'x-secret: 1' } })).toThrow(`${variable} is set, and would be sent`)
    expect(use(config, { environment: { [variable]: 'x-secret: 1' }, trustConfig: true })).toBeDefined()
  })

  it.each<[Readonly<Record<string, unknown>>, RegExp]>([
    [{ judge: { id: 'openai:m', apiKey: 'sk-written-out' } }, /judge\.apiKey: a key does not belong in a file\. Write \$\{NAME\}/],
    [{ judge: './judge.ts#judge' }, /judge: \.\/judge\.ts#judge is code, and a file of data loads none/],
    [{ judge: { id: '/abs/judge.ts' } }, /judge\.id: .* is code/],
    [{ judge: 'ai-sdk:left-pad:m' }, /^c\.yaml:3: judge: ai-sdk:left-pad:m loads code of a package other than @ai-sdk/],
    [{ judge: { provider: 'ai-sdk', model: 'left-pad:m' } }, /ai-sdk:left-pad:m loads code/],
    [
      { judge: { id: 'ai-sdk:@ai-sdk/google:m', baseURL: 'https://evil.example' } },
      /ai-sdk:@ai-sdk\/google:m would send what its package finds as a key to a server that only the configuration names/,
    ],
    [{ metrics: [{ type: 'x', similarity: 'embedding:ai-sdk:left-pad:e' }] }, /similarity: embedding:ai-sdk:left-pad:e loads code/],
    [{ metrics: ['./metric.ts#m'] }, /metrics\[0\]: .* is code/],
    [{ metrics: [{ type: './metric.ts' }] }, /metrics\[0\]\.type: .* is code/],
    [{ metrics: [{ type: 'x', similarity: '../s.ts' }] }, /metrics\[0\]\.similarity: .* is code/],
    [{ metrics: [{ type: 'x', judge: './j.ts' }] }, /metrics\[0\]\.judge: .* is code/],
    [{ similarity: './s.ts' }, /similarity: .* is code/],
    [{ data: '../rows.jsonl' }, /data: \.\.\/rows\.jsonl stands outside the folder/],
    [{ data: ['up/rows.jsonl'] }, /data\[0\]: .* outside/],
    [{ data: 'work/l*.jsonl' }, /data: work\/l\*\.jsonl stands outside/],
    [{ data: 'up/*.jsonl' }, /data: .* outside/],
    [{ data: 'work/{x,../../secret}.jsonl' }, /data: .* outside/],
    [{ output: '/etc/report.json' }, /output: .* outside/],
    [{ qrels: '../q.txt' }, /qrels: .* outside/],
    [{ prices: '../p.json' }, /prices: .* outside/],
    [{ judge: 'recorded:../j.jsonl#openai:m' }, /judge: .* outside/],
  ])('%j is refused', (config, message) => {
    expect(() => use(config)).toThrow(message)
    expect(() => use(config, { trustConfig: true })).not.toThrow()
    expect(() => use(config, { isCode: true })).not.toThrow()
  })
})

it('paths start from the folder of the configuration, wherever the command runs', () => {
  expect(
    use({ data: ['rows.jsonl', 'work/more.jsonl'], output: ['out/r.json', '-'], prices: 'p.json', judge: 'recorded:j#1.jsonl#openai:m' }),
  ).toEqual({
    data: ['../rows.jsonl', 'more.jsonl'],
    output: ['../out/r.json', '-'],
    prices: '../p.json',
    judge: `recorded:${folder}/j#1.jsonl#openai:m`,
  })
  expect(use({ judge: './judge.ts#mine' }, { isCode: true })).toEqual({ judge: `${folder}/judge.ts#mine` })
})
