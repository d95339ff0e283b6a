import { stripVTControlCharacters } from 'node:util'
import * as fc from 'fast-check'
import { evaluate } from '@assay/runner'
import { describe, expect, it } from 'vitest'
import { checkedRun, gates } from '../__fixtures__/checked-run.ts'
import {
  finishedRun,
  type FinishedRun,
  HOSTILE,
  memorySink,
  reported,
  rowsOf,
  sampleMetrics,
  sampleRows,
  valuesMetric,
} from '../__fixtures__/sample-run.ts'
import { displayWidth } from './fit-text.ts'
import type { TerminalPageOptions } from './terminal-page.ts'
import { createTerminalReporter } from './terminal-reporter.ts'

const PLAIN: TerminalPageOptions = { width: 80, color: false, unicode: true }

async function reportOf(run: FinishedRun, options: Partial<TerminalPageOptions> = {}): Promise<string> {
  const sink = memorySink()
  await reported(createTerminalReporter({ ...PLAIN, ...options, sink }), run)
  return sink.text()
}

/** The report of one metric with the given values. */
async function reportOfValues(values: readonly number[], options: Parameters<typeof valuesMetric>[1] = {}): Promise<string> {
  return reportOf(
    await finishedRun(
      values.map(() => ({})),
      [valuesMetric(values, options)],
    ),
  )
}

describe('the report at 80 columns', () => {
  it('shows every metric, why rows have no score, and what the worst rows lack', async () => {
    await expect(await reportOf(await finishedRun())).toMatchFileSnapshot('../__fixtures__/report.txt')
  })

  it('is the same in colour, but for the colours', async () => {
    const run = await finishedRun()
    const colored = await reportOf(run, { color: true })
    await expect(colored).toMatchFileSnapshot('../__fixtures__/report-color.txt')
    expect(stripVTControlCharacters(colored)).toBe(await reportOf(run))
  })

  it('needs nothing beyond ASCII of its own', async () => {
    const ascii = await reportOf(await finishedRun(sampleRows.slice(0, 5)), { unicode: false })
    await expect(ascii).toMatchFileSnapshot('../__fixtures__/report-ascii.txt')
    // oxlint-disable-next-line no-control-regex -- ASCII is what is looked for
    expect(ascii).toMatch(/^[\u0000-\u007f]*$/)
  })
})

describe('the report', () => {
  it('never exceeds the width it is given, whatever stands in the data', async () => {
    const text = fc.oneof(
      fc.constant(HOSTILE),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: 100 }), fc.boolean(), text, text, async (width, unicode, one, other) => {
        const sample = { ...sampleRows[1], id: one, userInput: other, reference: `${one}. ${other}`, referenceContexts: [other, one] }
        const ids = { referenceContextIds: [other, 'kept'], retrievedContextIds: ['kept'] }
        const report = await reportOf(await finishedRun([{ ...sample, ...ids }, ...sampleRows], sampleMetrics), { width, unicode })
        for (const line of report.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      }),
      { numRuns: 40 },
    )
  })

  it('lets no character of the data act on the terminal', async () => {
    const report = await reportOf(await finishedRun([{ ...sampleRows[6], id: HOSTILE }]))
    expect(report).not.toMatch(/[[\p{Cc}--\n]\p{Bidi_Control}\p{Cs}\u{200b}\u{2028}]/v)
    expect(report).toContain('\\x1b[31mred')
  })

  it('shows a screen’s mean with its range and never with an interval', async () => {
    const report = await reportOfValues(
      Array.from({ length: 30 }, (_, i) => (i % 3) / 2),
      { evidence: 'screen' },
    )
    expect(report).toMatch(/values {2}0\.500 {2}range \[0\.500, 0\.500\] {2}lexical screen, not a judge/)
    expect(report).not.toContain('interval')
  })

  it('says under a judge’s mean what its interval leaves out', async () => {
    expect(await reportOfValues([1, 0, 1, 1, 0], { evidence: 'judge' })).toContain(
      "sampling of rows only; the judge's own errors are not in it",
    )
    expect(await reportOfValues([1, 0, 1, 1, 0])).not.toContain('sampling of rows only')
  })

  it('marks few clusters, and gives the reason where there is no interval', async () => {
    expect(await reportOfValues([1, 0, 1, 1, 0])).toMatch(/95% interval over 5 rows {2}few clusters/)
    expect(await reportOfValues(Array.from({ length: 20 }, () => 0.5))).not.toContain('few clusters')
    expect(await reportOfValues([1, 0])).toContain('no interval (2 rows: an interval needs at least 5)')
  })

  it('never rounds to perfect what is not', async () => {
    const report = await reportOfValues([...Array.from({ length: 4999 }, () => 1), 0.9])
    expect(report).toMatch(/^values {2}0\.999 /m)
  })

  it('keeps the five worst rows of any number, the earlier of equal ones', async () => {
    const report = await reportOfValues(Array.from({ length: 3000 }, (_, i) => (i === 2999 ? 0 : i < 2990 ? 1 : 0.5)))
    const worst = report.slice(report.indexOf('Worst rows'))
    expect(worst.match(/row-\d+/g)).toEqual(['row-3000', 'row-2991', 'row-2992', 'row-2993', 'row-2994'])
  })

  it('takes a high value of a minimized metric as bad, and says which way is better', async () => {
    const report = await reportOfValues([0, 0.25, 0], { direction: 'minimize' })
    expect(report).toContain('lower is better')
    expect(report.slice(report.indexOf('Worst rows')).match(/row-\d+/g)).toEqual(['row-2'])
  })

  it('has no list of worst rows where all are perfect', async () => {
    expect(await reportOfValues([1, 1, 1])).not.toContain('Worst rows')
  })

  it('begins with why a run was stopped', async () => {
    const run = await finishedRun()
    const stopped = { cause: 'auth', reason: 'the key was refused' } as const
    expect(await reportOf({ ...run, summary: { ...run.summary, stopped } })).toMatch(/^8 rows.*\nStopped early: the key was refused\n/)
  })

  it.each<[string, object, string]>([
    [
      'unknown counts and a price that nobody gave',
      { outputTokens: null, cost: null, costNote: 'no price for verbatim@1' },
      '1,200 calls  1,234,567 input tokens  unknown output tokens\n  cost unknown (no price for verbatim@1)',
    ],
    ['a cost', { outputTokens: 5, cost: 0.12344 }, '1,200 calls  1,234,567 input tokens  5 output tokens  cost $0.1234\n'],
    [
      'the most that it can have cost, rounded up',
      { outputTokens: 5, cost: 0.12341, costIsBound: true, costNote: 'some token counts are missing from toy:a' },
      'cost at most $0.1235 (some token counts are missing from toy:a)\n',
    ],
    [
      'a cost of next to nothing, and no tokens',
      { outputTokens: 0, cost: 0.00001 },
      '1,200 calls  1,234,567 input tokens  cost under $0.0001\n',
    ],
    ['nothing without calls', { calls: 0, outputTokens: 0, cost: 0 }, '3f9a2c\n\ncontext_recall'],
  ])(
    'shows calls, tokens and cost: %s',
    async (_what, { cost, costIsBound, costNote, ...counts }: { cost?: number | null; costIsBound?: true; costNote?: string }, shown) => {
      const run = await finishedRun()
      const usage = {
        calls: 1200,
        inputTokens: 1_234_567,
        cachedInputTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 0,
        reasoningTokens: 0,
        ...counts,
      }
      const more = { ...(costNote === undefined ? {} : { costNote }), ...(costIsBound === undefined ? {} : { costIsBound }) }
      const report = await reportOf({ ...run, summary: { ...run.summary, usage, cost: cost ?? null, ...more } })
      expect(report).toContain(shown)
    },
  )

  it('shows gates with how they ended, how rows fared under checks, and which checks failed', async () => {
    const run = await checkedRun()
    const sink = memorySink()
    const reporter = createTerminalReporter({ ...PLAIN, sink })
    await reporter.begin(run.run)
    await reporter.rows(run.rows)
    await reporter.end({ ...run.summary, warnings: ['Mind the gap.'] }, { gates })
    expect(sink.text()).toContain('\nGates\n  failed  context_recall=0.8  mean 0.450\n    short by 0.350')
    expect(sink.text()).toContain('\n  held  id_based_context_recall=0.5  mean 0.600\n')
    expect(sink.text()).toMatch(/^checks: 2 rows passed, 4 failed, 2 undecided \(unscored\)$/m)
    expect(sink.text()).toContain('context_recall  0.000  check failed')
    expect(sink.text()).toContain('\nwarning: Mind the gap.\n')
  })

  it('counts a row as bad that failed its check, however high, and not one that passed, however low', async () => {
    const [high, low] = [valuesMetric([0.9], { name: 'high' }), valuesMetric([0.1], { name: 'low' })]
    const data = [{ id: 'passes' }, { id: 'fails' }]
    const evaluation = evaluate({
      data,
      metrics: ({ id }) =>
        id === 'fails' ? [{ metric: high, threshold: 0.5, negate: true }] : [{ metric: low, threshold: 0.5, negate: true }],
    })
    const rows = await rowsOf(evaluation)
    const report = await reportOf({ run: evaluation.run, rows, summary: await evaluation.result() })
    expect(report.slice(report.indexOf('Worst rows'))).toMatch(
      /^Worst rows\n {2}fails\n {4}high {2}0\.900 {2}check failed: below 0\.5 is due\n/,
    )
    expect(report).not.toContain('  passes\n')
  })

  it('shows the means of groups, the largest first, ten of each column', async () => {
    const topics = Array.from({ length: 12 }, (_, at) =>
      at === 0 ? null : at === 2 ? '::error::x' : `topic ${at}${at === 1 ? HOSTILE : ''}`,
    )
    const data = topics.flatMap((topic, at) => Array.from({ length: 30 - at }, () => ({ metadata: { topic } })))
    const evaluation = evaluate({ data, metrics: [valuesMetric([0.5])], groupBy: ['metadata.topic'] })
    const rows = await rowsOf(evaluation)
    const report = await reportOf({ run: evaluation.run, rows, summary: await evaluation.result() })
    const table = report.slice(report.indexOf('  by metadata.topic'), report.indexOf('  values|v1')).split('\n')
    expect(table[1]).toMatch(/^ {4}\(without one\) +0\.983 {2}\[0\.\d{3}, \d\.\d{3}\] {2}scored 30 of 30$/)
    expect(table[2]).toMatch(/^ {4}topic 1\\x1b/)
    expect(table[3]).toMatch(/^ {4}: :error::x /)
    expect(table.slice(10)).toEqual([expect.stringMatching(/^ {4}topic 9 /), '    and 2 more', ''])
    expect(new Set(table.slice(1, 11).map((line) => displayWidth(line.slice(0, line.indexOf('  scored')).trimEnd()))).size).toBe(1)
  })

  it('shows how far repeats of a row differ', async () => {
    const run = await finishedRun([{}], [valuesMetric([0.5])])
    const values = { ...run.summary.metrics['values']!, repeatStddev: 0.012 }
    expect(await reportOf({ ...run, summary: { ...run.summary, metrics: { values } } })).toContain('stddev between repeats of a row 0.012')
    expect(await reportOf(run)).not.toContain('repeats')
  })

  it('names every signature that rows of a metric were scored under', async () => {
    const run = await finishedRun([{}], [valuesMetric([0.5])])
    const [metric] = run.summary.run.metrics
    const metrics = [{ ...metric!, otherSignatures: ['values|judge:b|v1'] }]
    expect(await reportOf({ ...run, summary: { ...run.summary, run: { ...run.summary.run, metrics } } })).toContain(
      '  values|v1\n  also values|judge:b|v1\n',
    )
  })

  it('without rows is short and complete', async () => {
    expect(await reportOf(await finishedRun([], [valuesMetric([])]))).toBe(
      '0 rows in 3.2 s  run 20261128T101500Z-3f9a2c\n\nvalues  nothing was scored\n  scored 0 of 0\n  values|v1\n',
    )
  })
})
