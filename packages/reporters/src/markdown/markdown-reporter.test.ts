import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { checkedRun, gates, hostileRows } from '../__fixtures__/checked-run.ts'
import { finishedRun, type FinishedRun, HOSTILE, memorySink, valuesMetric } from '../__fixtures__/sample-run.ts'
import type { ReportExtras } from '../reporter.ts'
import { createMarkdownReporter } from './markdown-reporter.ts'

async function markdownOf(run: FinishedRun, extras?: ReportExtras): Promise<string> {
  const sink = memorySink()
  const reporter = createMarkdownReporter(sink)
  await reporter.begin(run.run)
  await reporter.rows(run.rows)
  await reporter.end(run.summary, extras)
  return sink.text()
}

function rendered(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
}

describe('the Markdown summary', () => {
  it('shows gates, metrics, why rows have no score, and the worst rows', async () => {
    await expect(await markdownOf(await finishedRun(), { gates })).toMatchFileSnapshot('../__fixtures__/report.md')
  })

  it('shows how rows with checks fared, and the checks that failed', async () => {
    const text = await markdownOf(await checkedRun())
    expect(text).toMatch(/^checks: \d rows? passed, \d failed, \d undecided \(unscored\)$/m)
    expect(text).toContain('check failed')
  })

  it('has no section of gates where there are none', async () => {
    expect(await markdownOf(await finishedRun())).not.toContain('Gates')
  })

  it('lets nothing of the data be a link, an image, a mention or markup', async () => {
    const run = await finishedRun(hostileRows)
    const group = { ...groupOf(run), value: '[x](http://evil.example)|@octocat' }
    const metrics = run.summary.metrics
    const withGroups = {
      ...run.summary,
      metrics: { ...metrics, context_recall: { ...metrics['context_recall']!, groups: { '@x': [group] } } },
    }
    const hostile = {
      ...withGroups,
      warnings: [HOSTILE, '@octocat'],
      stopped: { cause: 'auth', reason: '![](http://evil.example)' } as const,
    }
    const page = rendered(
      await markdownOf({ ...run, summary: hostile }, { gates: [...gates, { text: 'a | b @octocat', held: false, note: '#123 | x' }] }),
    )
    const outside = page.replaceAll(/<code>[^<]*<\/code>/g, '')
    expect(outside).not.toMatch(/<(?:a|img|script|del|em|h1|blockquote)\b|@|evil|#\d|:smile:|\p{Bidi_Control}/u)
    expect(page).toContain('@octocat')
    for (const row of page.match(/<tr>[^]*?<\/tr>/g) ?? []) expect([2, 4]).toContain(row.match(/<t[dh]>/g)?.length)
  })

  it('stays far under what a comment may hold, and says what was left out', async () => {
    const metrics = Array.from({ length: 60 }, (_, at) =>
      valuesMetric([], { name: `${'m'.repeat(300)}-${at}`, signature: 's'.repeat(3000) }),
    )
    const run = await finishedRun(
      Array.from({ length: 30 }, (_, at) => ({ id: `${at}${'`'.repeat(5000)}`, userInput: '|`'.repeat(9000) })),
      metrics,
    )
    const many = Array.from({ length: 500 }, () => ({ text: 'g'.repeat(5000), held: false, note: 'n'.repeat(5000) }))
    const text = await markdownOf(run, { gates: many })
    expect(text.length).toBeLessThan(33_000)
    expect(text).toContain('This is not all')
    expect(await markdownOf(await finishedRun())).not.toContain('This is not all')
  })

  it('says under a judge’s mean what its interval leaves out', async () => {
    const text = await markdownOf(await finishedRun([{}, {}, {}, {}, {}], [valuesMetric([1, 0, 1, 1, 0], { evidence: 'judge' })]))
    expect(text).toContain("sampling of rows only; the judge's own errors are not in it")
  })
})

function groupOf(run: FinishedRun) {
  const { mean, interval, noInterval, range, scored, unscored, total } = run.summary.metrics['context_recall']!
  return { value: 'x' as string | null, mean, interval, noInterval, bounds: [0, 1] as const, range, scored, unscored, total }
}
