import { createCatalog } from '@assay/catalog'
import { describe, expect, it } from 'vitest'
import type { AssayConfig } from './define-config.ts'
import { evalTable } from './eval-table.ts'
import { type RawOptions, readRequest } from './request.ts'

const catalog = createCatalog()
const said: string[] = []

function read(config: AssayConfig, raw: RawOptions = {}, data: readonly string[] = []) {
  const loaded = { path: `${process.cwd()}/c.mjs`, file: 'c.mjs', folder: process.cwd(), value: config, isCode: true, lineOf: undefined }
  return readRequest({ data, raw }, { loaded, catalog, warn: (message) => said.push(message) })
}

const whole: AssayConfig = {
  format: 'csv',
  delimiter: ';',
  columns: { reference: 'gold.answer' },
  judge: { id: 'openai:m', temperature: 0 },
  metrics: ['context-recall', { type: 'recall@5', name: 'r' }],
  output: 'out.json',
  failUnder: 'context_recall=0.8',
  failOver: 'hallucination=0.1',
  groupBy: ['metadata.topic'],
  concurrency: 3,
  rpm: 60,
  tpm: 1000,
  serviceTier: 'flex',
  maxRetries: 2,
  timeout: 30,
  totalTimeout: 90,
  stopAfter: 5,
  maxOutputTokens: 500,
  budgetUsd: 1.5,
  budgetTokens: 1000,
  prices: 'prices.json',
  repeat: 2,
  allowUnscored: 1,
  allowPartial: true,
  allowScreen: true,
  cache: false,
  cacheTtl: '30d',
  limit: 10,
  quiet: true,
  csvColumns: 'question,metadata.topic',
  csvSafe: true,
  samples: false,
  sideBySide: true,
  generate: true,
  outputs: 'results.json',
  allowSkipped: true,
  qrels: 'q.txt',
  complete: true,
}

const ofMetrics = {
  strategy: 'per-claim',
  against: 'response',
  by: 'claims',
  aggregate: 'share',
  unit: 'sentence',
  match: 'text',
  beta: 2,
  embedding: 'openai:text-embedding-3-small',
  questions: 5,
  rubric: 'Is kind.',
  claims: 'sentences',
  votes: 3,
  requireQuote: true,
  minQuote: 5,
  grouping: false,
  similarity: 'jaro',
  maxBatch: 9,
  threshold: 0.4,
  strict: true,
  normalize: false,
  soft: true,
  explain: true,
  distinct: true,
  relevanceLevel: 2,
  emptyReference: 'zero',
  value: 'Oslo',
  schema: { type: 'object' },
  atMost: 3,
}

describe('a configuration', () => {
  it('gives every setting under its own name, unchanged', async () => {
    const { settings, data, metricOptions, origins } = await read({ ...whole, ...ofMetrics, data: 'rows.jsonl' })
    expect(data).toEqual(['rows.jsonl'])
    expect(settings).toEqual({ ...whole, ...ofMetrics })
    expect(metricOptions).toEqual({ defaults: ofMetrics, overrides: {} })
    expect(new Set(Object.values(origins))).toEqual(new Set(['config']))
  })

  it('can hold every setting of the table but those of one command line', async () => {
    const { settings } = await evalTable(catalog)
    const ofFiles = Object.entries(settings).flatMap(([name, { inFiles, hasNoEffect }]) =>
      inFiles === false || hasNoEffect === true ? [] : [name],
    )
    expect([...Object.keys(whole), ...Object.keys(ofMetrics), 'data', 'register'].toSorted()).toEqual(ofFiles.toSorted())
  })

  it('is replaced by what the command line names', async () => {
    const raw = { judge: 'lexical', metrics: ['mrr'], concurrency: '9', columns: ['user_input=q'], threshold: '0.9', cache: true }
    const { settings, data, metricOptions, origins } = await read({ ...whole, ...ofMetrics, data: 'rows.jsonl' }, raw, ['other.jsonl'])
    expect(data).toEqual(['other.jsonl'])
    expect(settings).toMatchObject({ judge: 'lexical', metrics: ['mrr'], concurrency: 9, cache: true })
    expect(settings.columns).toEqual({ reference: 'gold.answer', user_input: 'q' })
    expect(metricOptions).toMatchObject({ defaults: { threshold: 0.9, votes: 3 }, overrides: { threshold: 0.9 } })
    expect(origins).toMatchObject({ judge: 'command line', data: 'command line', rpm: 'config', threshold: 'command line' })
  })

  it.each(
    [
      ['config', 'trust-config', 'resume', 'dry-run', 'help'],
      ['trustConfig', 'dryRun'],
    ].flat(),
  )('refuses %s by name: it belongs to one command line', async (name) => {
    await expect(read({ [name]: 'x' })).rejects.toThrow(
      /c\.mjs: \S+: (?:it belongs to one command line|there is no such option\. Did you mean)/,
    )
  })
})

describe('names that have changed', () => {
  it('work with a warning, on the command line and in files', async () => {
    said.length = 0
    const { settings } = await read({ gates: ['mrr=0.5'] }, { metric: ['mrr'], column: ['reference=a'], maxCost: '2' })
    expect(settings).toMatchObject({ failUnder: ['mrr=0.5'], metrics: ['mrr'], columns: { reference: 'a' }, budgetUsd: 2 })
    expect(said.toSorted()).toEqual([
      '--column is now --columns. The old name works for this release.',
      '--max-cost is now --budget-usd. The old name works for this release.',
      '--metric is now --metrics. The old name works for this release.',
      'c.mjs: gates: gates is now failUnder. The old name works for this release.',
    ])
  })

  it('may stand beside the new one where a flag is repeated, and nowhere else', async () => {
    expect((await read({}, { metrics: ['mrr'], metric: ['ndcg'] })).settings.metrics).toEqual(['mrr', 'ndcg'])
    await expect(read({}, { budgetUsd: '1', maxCost: '2' })).rejects.toThrow(
      '--budget-usd and --max-cost are one option. Keep --budget-usd.',
    )
    await expect(read({ gates: 'a=1', failUnder: 'b=1' })).rejects.toThrow('failUnder is set there as well')
  })
})
