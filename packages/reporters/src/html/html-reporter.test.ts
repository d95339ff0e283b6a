import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { noUsage } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { checkedRun, gates, hostileRows } from '../__fixtures__/checked-run.ts'
import {
  finishedRun,
  type FinishedRun,
  groupedRun,
  HOSTILE,
  memorySink,
  reported,
  sampleMetrics,
  valuesMetric,
} from '../__fixtures__/sample-run.ts'
import { hostileTexts } from '../__fixtures__/hostile.ts'
import { useTempFolder } from '../__fixtures__/temp-folder.ts'
import { reporterFor } from '../reporter-for.ts'
import { createHtmlReporter } from './html-reporter.ts'
import type { PageRow } from './page-row.ts'

const inFolder = useTempFolder()

async function pageOf(run: FinishedRun, limits?: Parameters<typeof createHtmlReporter>[1]): Promise<string> {
  const sink = memorySink()
  await reported(createHtmlReporter(sink, limits), run)
  return sink.text()
}

function rowsIn(page: string): PageRow[] {
  return JSON.parse(/<script type="application\/json" id="row-data">([^]*?)<\/script>/.exec(page)?.[1] ?? '')
}

describe('the HTML page', () => {
  it('lets nothing be fetched, and nothing run but its one script and style by their hashes', async () => {
    const page = await pageOf(await finishedRun())
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? ''
    const hash = (text = ''): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(policy).toBe(
      `default-src 'none'; script-src ${hash(/<script>([^]*?)<\/script>/.exec(page)?.[1])}; style-src ${hash(/<style>([^]*?)<\/style>/.exec(page)?.[1])}; base-uri 'none'; form-action 'none'`,
    )
    expect(page).not.toMatch(/<(?:link|iframe|img|base|object|embed)\b|\b(?:src|href|style|on\w+)="/)
  })

  it('holds no markup from data, in the page or in the rows', async () => {
    const run = await finishedRun(hostileRows)
    const page = await pageOf({ ...run, summary: { ...run.summary, warnings: hostileRows.map(({ userInput }) => userInput ?? '') } })
    expect(page.match(/<script/g)).toHaveLength(3)
    expect(page.match(/<\/script/g)).toHaveLength(3)
    expect(page).not.toMatch(/<(?:img|svg\/|!DOCTYPE x|!\[CDATA)/)
    expect(rowsIn(page)).toHaveLength(hostileRows.length)
  })

  it('holds no control character of data, in the page, in the rows or in what it is told of the run', async () => {
    const hostile = hostileTexts.map(([, text]) => text)
    const metric = { ...valuesMetric([0.5]), name: `m${HOSTILE}` }
    const run = await finishedRun(hostileRows, [...sampleMetrics, metric])
    const page = await pageOf({ ...run, summary: { ...run.summary, warnings: hostile, stopped: { cause: 'data', reason: HOSTILE } } })
    expect(page.match(/[\p{Cc}--[\n\t]]/v)).toBeNull()
    const told: unknown = JSON.parse(/<script type="application\/json" id="run-data">([^]*?)<\/script>/.exec(page)?.[1] ?? '')
    expect(told).toMatchObject({ metrics: expect.arrayContaining([expect.objectContaining({ name: metric.name })]) })
  })

  it('holds every row exactly, the worst first', async () => {
    const run = await finishedRun(hostileRows)
    const rows = rowsIn(await pageOf(run))
    expect(rows.map(({ badness }) => badness)).toEqual(rows.map(({ badness }) => badness).toSorted((a, b) => b - a))
    for (const { index, id, question, scores } of rows) {
      expect(id).toBe(run.rows[index]?.result.id)
      expect(question).toBe(run.rows[index]?.sample.userInput)
      expect(scores['context_recall']?.value).toBe(run.rows[index]?.result.scores['context_recall']?.value)
    }
  })

  it('shows each metric with mean, interval, counts, bounds, causes, signature and distribution', async () => {
    const page = await pageOf(await finishedRun())
    for (const text of [
      '0.450',
      '[0.065, 0.860]',
      '95% interval over 6 rows',
      'few clusters',
      'scored 6 of 8',
      '1 empty_reference, 1 refused',
      'mean [0.338, 0.588] with the unscored at 0 or at 1',
      'context_recall|strategy:batched|judge:verbatim@1|claims:sentences|v1',
      'sampling of rows only; the judge&#39;s own errors are not in it',
      'Scores in ten bins from 0 to 1: 2, 0, 1, 0, 0, 1, 0, 0, 0, 2.',
    ])
      expect(page).toContain(text)
  })

  it('is called by metrics, data and judge, names what is unscored at its top, and tells numbers before notes', async () => {
    const run = await finishedRun()
    const about = { data: ['rows/<b>.jsonl'] }
    const page = await pageOf({ ...run, run: { ...run.run, ...about }, summary: { ...run.summary, run: { ...run.summary.run, ...about } } })
    const title = 'context_recall, non_llm_context_recall and id_based_context_recall of &lt;b&gt;.jsonl, judged by verbatim@1'
    expect(page).toContain(`<title>${title}</title>`)
    expect(page).toContain(`<h1><bdi>${title}</bdi></h1>`)
    const at = (text: string): number => page.indexOf(text)
    expect(at('context_recall: 2 unscored (1 empty_reference, 1 refused)')).toBeLessThan(at('<main>'))
    const [card = ''] = /<article class="card">[^]*?<\/article>/.exec(page) ?? []
    const places = ['0.450', 'scored 6 of 8', '<svg class="chart"', 'sampling of rows only'].map((text) => card.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(page).not.toContain('how sure')
  })

  it('shows groups open, the best mean first, with bars and the confidence interval by its name', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => ({
      metadata: { topic: ['poor', 'good', 'fair'][at % 3] },
      referenceContextIds: ['a', 'b', 'c', 'd'],
      retrievedContextIds: ['a', 'b', 'c', 'd'].slice(0, [1, 4, 2][at % 3]),
    }))
    const page = await pageOf(await groupedRun(rows, 'metadata.topic'))
    const [table = ''] = /<details class="groups" open>[^]*?<\/details>/.exec(page) ?? []
    expect([...table.matchAll(/<th scope="row"><bdi>(\w+)/g)].map(([, group]) => group)).toEqual(['good', 'fair', 'poor'])
    expect(table).toContain('95% confidence interval')
    expect(table.match(/<rect/g)).toHaveLength(3)
  })

  it('shows gates, checks and why a run was stopped', async () => {
    const run = await checkedRun()
    const sink = memorySink()
    const reporter = createHtmlReporter(sink)
    await reporter.begin(run.run)
    await reporter.rows(run.rows)
    await reporter.end({ ...run.summary, stopped: { cause: 'quota', reason: 'none <left>' } }, { gates })
    expect(sink.text()).toContain('none &lt;left&gt;')
    expect(sink.text().match(/<li class="gate (\w+)">/g)).toEqual(
      ['failed', 'held', 'undecided'].map((word) => `<li class="gate ${word}">`),
    )
    expect(sink.text()).toMatch(/checks: \d rows? passed/)
  })

  it('of too many rows holds the worst, and says where the others are', async () => {
    const values = Array.from({ length: 500 }, (_, at) => ((at * 37) % 500) / 500)
    const run = await finishedRun(
      values.map(() => ({})),
      [valuesMetric(values)],
    )
    const page = await pageOf(run, { rows: 20, bytes: 1e6 })
    const shown = rowsIn(page).map(({ scores }) => scores['values']?.value)
    expect(shown).toEqual(values.toSorted((a, b) => a - b).slice(0, 20))
    expect(page).toContain('20 of 500 rows are on this page, the worst ones.')
    expect(page).toContain('-o report.json')
    expect(await pageOf(run)).not.toContain('rows are on this page')
  })

  it('of rows with long texts stays within its size', async () => {
    const run = await finishedRun(
      Array.from({ length: 30 }, () => ({ retrievedContexts: ['x'.repeat(40_000)] })),
      [valuesMetric([])],
    )
    expect(rowsIn(await pageOf(run, { rows: 1000, bytes: 200_000 }))).toHaveLength(4)
    const [row] = rowsIn(await pageOf(await finishedRun([{ retrievedContexts: ['x'.repeat(90_000)] }], [valuesMetric([])])))
    expect(row?.contexts?.[0]).toHaveLength(50_000)
  })

  it('of claims and quotes that are far too long holds their beginnings', async () => {
    const metric = valuesMetric([0.5])
    const long = 'y'.repeat(9_000_000)
    const detail = { claims: [{ id: 'c1', text: long, evidence: [{ quote: long }] }] }
    const score = { status: 'scored', value: 0.5, reason: long, signature: 's', usage: noUsage, detail } as never
    const page = await pageOf(await finishedRun([{ id: 'z'.repeat(60_000) }], [{ ...metric, score: () => Promise.resolve(score) }]))
    expect(page.length).toBeLessThan(500_000)
    expect(rowsIn(page)[0]?.scores['values']).toMatchObject({
      value: 0.5,
      detail: { claims: [{ text: expect.stringMatching(/^y{49999}…$/) }] },
    })
  })

  it('shows a row whose detail JSON cannot hold, without it', async () => {
    const metric = valuesMetric([0.5])
    const score = { status: 'scored', value: 0.5, reason: 'r', signature: 's', usage: noUsage, detail: { n: 1n } } as never
    const page = await pageOf(await finishedRun([{}], [{ ...metric, score: () => Promise.resolve(score) }]))
    expect(rowsIn(page)[0]?.scores['values']).toMatchObject({ value: 0.5, reason: 'r' })
  })

  it('appears under its name once it is complete', async () => {
    const run = await finishedRun()
    const path = inFolder('out.html')
    const { bytes } = await reported(reporterFor(path), run)
    expect(readFileSync(path)).toHaveLength(bytes)
    expect(readFileSync(path, 'utf8')).toMatch(/^<!doctype html>[^]*<\/html>\n$/)
  })
})
