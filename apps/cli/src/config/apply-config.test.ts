import { describe, expect, it } from 'vitest'
import { type RawEvalOptions, readEvalOptions } from '../eval/asked/eval-options.ts'
import { applyConfig } from './apply-config.ts'
import type { AssayConfig } from './define-config.ts'
import { resolveSettings } from './resolve-settings.ts'

function apply(config: AssayConfig, raw: RawEvalOptions = {}, data: readonly string[] = []) {
  return applyConfig(
    { data, raw },
    { path: '/p/c.mjs', file: 'c.mjs', folder: '/p', config, isCode: true, lineOf: undefined },
    { cwd: '/p' },
  )
}

describe('the command line beats the configuration beats the defaults', () => {
  it('value by value, with the origin of each', () => {
    expect(
      resolveSettings<{ a: number; b: number; c: number; d?: number }>({
        commandLine: { a: 1 },
        config: { a: 2, b: 2 },
        defaults: { a: 3, b: 3, c: 3 },
      }),
    ).toEqual({
      a: { value: 1, origin: 'command line' },
      b: { value: 2, origin: 'config' },
      c: { value: 3, origin: 'default' },
    })
  })

  it('lists stand whole, columns are merged by name', () => {
    const layers = {
      commandLine: { output: ['a'], columns: { x: '1' } },
      config: { output: ['b', 'c'], columns: { x: '2', y: '2' } },
      defaults: {},
    }
    expect(resolveSettings(layers)).toEqual({
      output: { value: ['a'], origin: 'command line' },
      columns: { value: { x: '1', y: '2' }, origin: 'command line', origins: { x: 'command line', y: 'config' } },
    })
  })

  it('an undefined value says nothing', () => {
    expect(resolveSettings<{ a?: number | undefined }>({ commandLine: { a: undefined }, config: { a: 2 }, defaults: {} })).toEqual({
      a: { value: 2, origin: 'config' },
    })
  })
})

describe('a configuration becomes the options of assay eval', () => {
  const whole: AssayConfig = {
    data: 'rows.jsonl',
    format: 'csv',
    columns: { reference: 'gold.answer' },
    judge: { id: 'openai:m', temperature: 0 },
    metrics: ['context-recall', { type: 'recall@5', name: 'r' }],
    output: 'out.json',
    gates: 'context_recall=0.8',
    groupBy: ['metadata.topic'],
    concurrency: 3,
    rpm: 60,
    tpm: 1000,
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
    limit: 10,
    quiet: true,
    csvColumns: 'question,metadata.topic',
    csvSafe: true,
    generate: true,
    strategy: 'per-claim',
    votes: 3,
    requireQuote: true,
    grouping: false,
    similarity: 'jaro',
    threshold: 0.4,
    strict: true,
    soft: true,
    explain: true,
    qrels: 'q.txt',
    complete: true,
    relevanceLevel: 2,
  }

  it('every one of them', () => {
    const { data, raw } = apply(whole)
    const { data: _data, columns: _columns, metrics, output, gates, groupBy, csvColumns: _csv, allowUnscored: _one, ...same } = whole
    const texts = Object.fromEntries(Object.entries(same).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]))
    expect(data).toEqual(['rows.jsonl'])
    expect(raw).toEqual({
      ...texts,
      metric: metrics,
      output: [output],
      failUnder: [gates],
      groupBy,
      csvColumns: ['question', 'metadata.topic'],
      allowUnscored: ['1'],
      columns: { reference: 'gold.answer' },
    })
  })

  it('which eval reads as if they stood on the command line', () => {
    const { data, raw } = apply({
      data: 'rows.jsonl',
      metrics: ['recall@5'],
      concurrency: 3,
      allowUnscored: 2,
      cache: false,
      columns: { reference: 'a=b' },
    })
    expect(readEvalOptions(data, raw)).toMatchObject({
      data: ['rows.jsonl'],
      metrics: ['recall@5'],
      concurrency: 3,
      allowUnscored: { any: 2 },
      cache: false,
      columns: { reference: 'a=b' },
    })
  })

  it('and the command line replaces what it names', () => {
    const { data, raw, origins } = apply(
      whole,
      { judge: 'lexical', metric: ['mrr'], concurrency: '9', column: ['user_input=q'], grouping: true },
      ['other.jsonl'],
    )
    expect(data).toEqual(['other.jsonl'])
    expect(raw).toMatchObject({
      judge: 'lexical',
      metric: ['mrr'],
      concurrency: '9',
      columns: { reference: 'gold.answer', user_input: 'q' },
      grouping: true,
      cache: false,
    })
    expect(origins).toMatchObject({ judge: 'command line', data: 'command line', rpm: 'config', grouping: 'command line', cache: 'config' })
  })

  it('options that no configuration knows pass through, and without a file nothing changes', () => {
    const raw = { dryRun: true, resume: true, metric: ['mrr'] }
    expect(applyConfig({ data: ['a.jsonl'], raw }, undefined)).toEqual({
      data: ['a.jsonl'],
      raw,
      origins: { data: 'command line', metrics: 'command line' },
    })
  })
})
