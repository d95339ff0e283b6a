import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LLMAdapter, Metric, Sample } from '@assay/core'
import type { ClaimExtractor, ClaimVerifier } from '@assay/judge'
import { type ConformanceCheck, runChecks, scriptedAdapter, testMetric } from '@assay/testkit'
import { contextRecall, judgeFrom, metricFrom } from 'assay'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { snippetsOf } from './snippets.ts'

const here = new URL('.', import.meta.url)
const folder = new URL('.cache/toy-metric/', here)
const samples: Sample[] = [
  { reference: 'Oslo is in Norway.\nBergen, too.', retrievedContexts: ['Oslo is in Norway. It rains.'] },
  { reference: 'Oslo is in Norway.', retrievedContexts: ['It rains.', 'Oslo is in Norway.'] },
]

beforeAll(() => mkdirSync(folder, { recursive: true }))
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the metric shown in extending.md keeps the contract of metrics', async () => {
  const { metric } = (await import(fileShown('line-recall.ts'))) as { metric: Metric<'reference' | 'retrievedContexts'> }
  expect(await failed(testMetric(metric, samples, { faulty: [{ reference: ' \n', retrievedContexts: ['Oslo'] }] }))).toEqual([])
})

it('and is ten lines', () => {
  const lines = readFileSync(fileURLToPath(fileShown('line-recall.ts')), 'utf8').split('\n')
  expect(lines.indexOf('})') - lines.findIndex((line) => line.includes('= defineMetric('))).toBeLessThan(10)
})

it('the metric shown in extending.md that asks a judge keeps the contract of metrics', async () => {
  const { politeness } = (await import(fileShown('politeness.ts'))) as { politeness: (judge: LLMAdapter) => Metric<'response'> }
  const metric = politeness(scriptedAdapter('Yes.'))
  expect(await metric.score({ response: 'Good morning!' })).toMatchObject({ value: 1, reason: 'The judge says: Yes.' })
  expect(await failed(testMetric(metric, [{ response: 'Good morning!' }]))).toEqual([])
})

it('the steps shown in extending.md make a metric that keeps the contract of metrics', async () => {
  const steps = (await import(fileShown('line-steps.ts'))) as { lines: ClaimExtractor; verbatim: ClaimVerifier }
  const metric = contextRecall({ extractor: steps.lines, verifier: steps.verbatim })
  expect(await failed(testMetric(metric, samples))).toEqual([])
})

it('the exports that the command lines of extending.md name are there', async () => {
  const metric = await metricFrom(`${fileURLToPath(fileShown('line-recall.ts'))}#metric`)
  const judge = (await judgeFrom(`${fileURLToPath(fileShown('credulous-judge.ts'))}#judge`)) as LLMAdapter
  const screen = await judgeFrom(`${fileURLToPath(fileShown('line-steps.ts'))}#verbatim`)
  expect([metric.name, judge.modelId, contextRecall({ judge: screen }).name]).toEqual(['line_recall', 'credulous-1', 'context_recall'])
})

/** Writes the example that begins with the name of its file. */
function fileShown(name: string): string {
  const shown = snippetsOf(new URL('extending.md', here), 'extending.md').find(({ code }) => code.startsWith(`// ${name}\n`))
  const file = new URL(name, folder)
  writeFileSync(file, shown?.code ?? '')
  return file.href
}

async function failed(checks: readonly ConformanceCheck[]): Promise<(string | undefined)[]> {
  const results = await runChecks(checks)
  expect(results.length).toBeGreaterThan(0)
  return results.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${name}: ${String(fault)}`]))
}
