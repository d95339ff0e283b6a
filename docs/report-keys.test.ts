import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sample, unknownUsage } from '@assay/core'
import type { ClaimVerifier } from '@assay/judge'
import { reporterFor } from '@assay/reporters'
import { scriptedAdapter } from '@assay/testkit'
import { AssayError, contextRecall, createPriceList, evaluate, type EvaluateOptions, idBasedContextRecall, openReplyStore } from 'assay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAssay } from './run-assay.ts'

/*
 * The page on the JSON report against reports: every key that is there stands on the page, and every key on the page was there.
 */

const page = readFileSync(new URL('report.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'assay-report-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
const reports: Json[] = []

beforeAll(async () => {
  reports.push(
    await judgedReport(),
    await boundedReport('bounded.json'),
    await boundedReport('kept.json'),
    await checkedReport(),
    await groupedReport(),
    await commandReport(),
  )
})

describe('the page on the JSON report names the keys', () => {
  it.each([
    ['of a report', 'top', [[]]],
    ['of a row', 'rows', [['rows', '*']]],
    ['of a score', 'rows:1', [['rows', '*', 'scores', '*']]],
    ['of a run', 'run', [['run']]],
    ['of a metric’s figures', 'summary', [['summary', '*']]],
  ] as const)('%s', (_what, place, paths) => {
    const [section = '', table = '0'] = place.split(':')
    const found = tablesOf(section)[Number(table)] ?? []
    expect(found.map(({ key }) => key).toSorted()).toEqual(keysAt(paths))
  })

  it.each([
    ['usage', 'top', [['usage'], ['rows', '*', 'scores', '*', 'usage']]],
    ['uncached', 'top', [['uncached']]],
    ['latencyMs', 'top', [['latencyMs']]],
    ['gates', 'top', [['gates', '*']]],
    ['stopped', 'top', [['stopped']]],
    ['gate', 'rows', [['rows', '*', 'gate']]],
    ['error', 'rows', [['rows', '*', 'scores', '*', 'error']]],
    ['check', 'rows', [['rows', '*', 'scores', '*', 'check']]],
    ['metrics', 'run', [['run', 'metrics', '*']]],
    [
      'interval',
      'summary',
      [
        ['summary', '*', 'interval'],
        ['summary', '*', 'groups', '*', '*', 'interval'],
      ],
    ],
    ['quantiles', 'summary', [['summary', '*', 'quantiles']]],
    ['groups', 'summary', [['summary', '*', 'groups', '*', '*']]],
    ['comparisons', 'summary', [['summary', '*', 'comparisons', '*']]],
  ] as const)('of %s', (name, section, paths) => {
    const line = tablesOf(section)
      .flat()
      .find(({ key }) => key === name)
    const shape = /`\{ (.*?) \}`/.exec(line?.text ?? '')?.[1]?.split(', ')
    expect(shape?.toSorted()).toEqual(keysAt(paths))
  })
})

/** The tables of a section, each line by the key in its first cell. */
function tablesOf(heading: string): { readonly key: string; readonly text: string }[][] {
  const section = heading === 'top' ? page.split('\n## ')[0] : page.split('\n## ').find((text) => text.startsWith(`\`${heading}\``))
  return (section ?? '').split(/\n\n+/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.startsWith('| `'))
    return lines.length === 0 ? [] : [lines.map((text) => ({ key: /`([^`]*)`/.exec(text)?.[1] ?? '', text }))]
  })
}

/** All keys that objects have there, over all reports; `*` is any key or index. */
function keysAt(paths: readonly (readonly string[])[]): string[] {
  return [...new Set(paths.flatMap((path) => reports.flatMap((report) => valuesAt(report, path)).flatMap(keysOf)))].toSorted()
}

function valuesAt(value: Json | undefined, [step, ...rest]: readonly string[]): Json[] {
  if (value === undefined || value === null) return []
  if (step === undefined) return [value]
  if (typeof value !== 'object') return []
  const inside = Object.entries(value).filter(([key]) => step === '*' || key === step)
  return inside.flatMap(([, held]) => valuesAt(held, rest))
}

function keysOf(value: Json): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
}

async function reportOf(name: string, options: EvaluateOptions): Promise<Json> {
  const path = join(folder, name)
  const evaluation = evaluate(options)
  const reporter = reporterFor(path)
  await reporter.begin(evaluation.run)
  for await (const rows of evaluation.batches()) await reporter.rows(rows)
  await reporter.end(await evaluation.result())
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** A judge without a price that fails on the last row, in every way that an error can tell of, and ends the run. */
function judgedReport(): Promise<Json> {
  const failure = new AssayError({
    kind: 'rate_limit',
    message: 'Too many.',
    provider: 'toy',
    modelId: 'toy',
    status: 429,
    requestId: 'r-1',
    parameter: 'temperature',
    isRetryable: false,
    retryAfterMs: 1000,
    reply: 'Later',
  })
  const judge = scriptedAdapter(({ output, messages }) => {
    if (JSON.stringify(messages).includes('Fails.')) return failure
    return JSON.stringify(
      output?.name === 'claims'
        ? { claims: ['Oslo lies on a fjord.'] }
        : { verdicts: [{ claim: 'c1', reason: 'r', evidence: [], supported: true }] },
    )
  })
  const row = (reference: string): Sample => ({ userInput: 'Where?', reference, retrievedContexts: ['Oslo lies on a fjord.'] })
  const data = [row('Oslo lies on a fjord.'), row('Oslo lies on a fjord indeed.'), row('Fails.')]
  return reportOf('judged.json', { data, metrics: [contextRecall({ judge })], repeat: 2, stopAfter: 1 })
}

/** A judge with a price that counts no cached tokens. Asked a second time, its replies are kept. */
async function boundedReport(name: string): Promise<Json> {
  const usage = { ...unknownUsage(), inputTokens: 10, outputTokens: 2 }
  const text = JSON.stringify({ claims: [{ text: 'Oslo lies on a fjord.', reason: 'r', evidence: [], supported: true }] })
  const judge = scriptedAdapter({ text, usage })
  const data = [{ userInput: 'Where?', reference: 'Oslo lies on a fjord.', retrievedContexts: ['Oslo lies on a fjord.'] }]
  const prices = createPriceList([{ provider: 'scripted', model: '*', input: 1, cachedRead: 0.1, output: 1 }])
  const store = await openReplyStore({ folder: join(folder, 'store'), onWarning: () => undefined })
  const report = await reportOf(name, { data, metrics: [contextRecall({ judge, strategy: 'single-pass' })], prices, store })
  await store.close()
  return report
}

/** Leaves every claim open. */
const unsure: ClaimVerifier = {
  id: 'unsure',
  version: '1',
  signature: 'unsure@1',
  kind: 'screen',
  threshold: 0.5,
  verify: ({ claims }) =>
    Promise.resolve({
      verdicts: claims.map(({ id }) => ({
        claim: id,
        outcome: 'undecided',
        probability: 0.8,
        decidedBy: 'unsure@1',
        reason: 'words alone',
        evidence: [],
      })),
    }),
}

/** A claim that a screen leaves open, under a negated check of some weight, in a row with a threshold; and a row that others judge. */
function checkedReport(): Promise<Json> {
  const screened = contextRecall({ judge: unsure })
  const { scoreNow: _atOnce, ...byIds } = idBasedContextRecall({ name: screened.name })
  // As a metric whose judge says pass beside its score.
  const counted: typeof byIds = {
    ...byIds,
    score: async (sample) => Object.assign(await byIds.score(sample), { verdict: true }),
  }
  const open = { reference: 'Oslo lies on a fjord.', retrievedContexts: ['Oslo is the capital.'] }
  return reportOf('checked.json', {
    data: [open, { referenceContextIds: ['1'], retrievedContextIds: ['1'] }],
    metrics: ({ reference }) => ({
      checks: [{ metric: reference === undefined ? counted : screened, threshold: 0.5, negate: true, weight: 2 }],
      threshold: 0.5,
    }),
  })
}

/** More groups than have a row of their own. */
function groupedReport(): Promise<Json> {
  const data = Array.from({ length: 120 }, (_, at) => ({
    userInput: `Question ${at % 60}?`,
    referenceContextIds: ['1', '2'],
    retrievedContextIds: at % 2 === 0 ? ['1'] : ['1', '2'],
    cluster: `c${at % 40}`,
    metadata: { topic: at < 10 ? 'first' : `t${at}`, half: at < 60 ? 'a' : 'b' },
  }))
  return reportOf('grouped.json', {
    data,
    metrics: [idBasedContextRecall()],
    groupBy: ['metadata.topic', 'metadata.nothing', 'metadata.half'],
    about: { label: 'grouped' },
  })
}

/** What only the command adds: its gates. */
async function commandReport(): Promise<Json> {
  writeFileSync(
    join(folder, 'rows.jsonl'),
    [['1'], []].map((ids) => `${JSON.stringify({ reference_context_ids: ids, retrieved_context_ids: ['1'] })}\n`).join(''),
  )
  const args = [
    'eval',
    'rows.jsonl',
    '-m',
    'recall@5',
    '--fail-under',
    'recall@5=0.9',
    '--allow-unscored',
    '1',
    '--group-by',
    'file',
    '-o',
    'command.json',
  ]
  const { code, err } = await runAssay(args, folder)
  if (code !== 0) throw new Error(err)
  return JSON.parse(readFileSync(join(folder, 'command.json'), 'utf8'))
}
