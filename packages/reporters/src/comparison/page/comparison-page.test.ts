import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { comparedRuns, pageOfRuns } from '../../__fixtures__/compared-runs.ts'
import { hostileTexts } from '../../__fixtures__/hostile.ts'
import { hostileRows } from '../../__fixtures__/checked-run.ts'
import { sampleRows } from '../../__fixtures__/sample-run.ts'
import { severalCsv } from '../several-csv.ts'
import { severalMarkdown } from '../several-markdown.ts'
import { severalText } from '../several-text.ts'
import type { MatrixRow } from './compared-row.ts'

const poorer = sampleRows.map((row, at) =>
  Object.assign({}, row, at % 2 === 0 ? { retrievedContexts: ['Nothing of the kind.'], retrievedContextIds: ['none'] } : {}),
)
const two = { bm25: sampleRows, dense: poorer }

function dataIn(page: string, id: string): string {
  return new RegExp(`<script type="application/json" id="${id}">\\n?([^]*?)</script>`).exec(page)?.[1] ?? ''
}

const matrixIn = (page: string): MatrixRow[] => JSON.parse(dataIn(page, 'matrix-data'))

describe('the page of several runs', () => {
  it('lets nothing be fetched, and nothing run but its one script and style by their hashes', async () => {
    const page = pageOfRuns(await comparedRuns(two))
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? ''
    const hash = (text = ''): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(policy).toBe(
      `default-src 'none'; script-src ${hash(/<script>([^]*?)<\/script>/.exec(page)?.[1])}; style-src ${hash(/<style>([^]*?)<\/style>/.exec(page)?.[1])}; base-uri 'none'; form-action 'none'`,
    )
    expect(page).not.toMatch(/<(?:link|iframe|img|base|object|embed)\b|\b(?:src|href|style|on\w+)="/)
  })

  it('tells of each metric the best set first, then the figures, then pictures of them that say the same in words', async () => {
    const page = pageOfRuns(await comparedRuns(two))
    const text = page.replaceAll(/\s+/g, ' ')
    const [best, table, plot] = [
      'best of 2: no run is shown to be better than another',
      '<table class="numbers">',
      '<svg class="plot"',
    ].map((part) => text.indexOf(part))
    expect(best).toBeGreaterThan(0)
    expect(table).toBeGreaterThan(best ?? 0)
    expect(plot).toBeGreaterThan(table ?? 0)
    expect(text).toMatch(/aria-label="Means of id_based_context_recall: bm25 0\.\d{3}, dense 0\.\d{3}"/)
    expect(text).toMatch(
      /aria-label="Differences of id_based_context_recall to the best mean, .*?: bm25 best mean, dense -0\.\d{3} \[-\d\.\d{3}, \+?-?\d\.\d{3}\]"/,
    )
    for (const svg of page.match(/<svg class="plot"[^]*?<\/svg>/g) ?? []) expect(svg).toMatch(/role="img"[^]*<title>[^<]+<\/title>/)
  })

  it('holds each long text once, however many runs found it', async () => {
    const long = 'Neil Armstrong walked first, and others after him, of whom most were pilots.'
    const rows = sampleRows.map((row) => Object.assign({}, row, { retrievedContexts: [long] }))
    const page = pageOfRuns(await comparedRuns({ a: rows, b: rows, c: rows }))
    expect(page.split(long)).toHaveLength(2)
    expect(
      dataIn(page, 'text-data')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toContain(long)
    expect(dataIn(page, 'detail-data').trim().split('\n')).toHaveLength(rows.length)
  })

  it('holds the rows on which runs differ most where it cannot hold all, and says so', async () => {
    const compared = await comparedRuns(two)
    const few = pageOfRuns(compared, { rows: 3, bytes: 1e9 })
    expect(few.replaceAll(/\s+/g, ' ')).toContain('3 of 8 rows are on this page, those on which the runs differ most.')
    expect(matrixIn(few).map(({ id }) => id)).toEqual(compared.comparison.scores.slice(0, 3).map(({ id }) => id))
    const small = pageOfRuns(compared, { rows: 2000, bytes: 3000 })
    expect(matrixIn(small).length).toBeLessThan(8)
    expect(matrixIn(small).length).toBe(dataIn(small, 'detail-data').trim().split('\n').length)
    expect(pageOfRuns(compared)).not.toContain('are on this page')
  })

  it('of reports without samples says that texts were not kept', async () => {
    const page = pageOfRuns(await comparedRuns(two, { samples: false }))
    expect(page.replaceAll(/\s+/g, ' ')).toContain('The reports keep no texts (<code>--no-samples</code>)')
    expect(page).not.toContain('Who first walked on the moon?')
    expect(pageOfRuns(await comparedRuns(two))).not.toContain('keep no texts')
  })

  it('draws metrics that differ in their cut-off alone as curves, with a table behind', async () => {
    const { comparison, reports } = await comparedRuns(two)
    const [one = '', other = ''] = Object.keys(comparison.metrics)
    const page = pageOfRuns({
      comparison: {
        ...comparison,
        curves: [
          {
            name: 'recall',
            points: [
              { k: 3, metric: one },
              { k: 5, metric: other },
            ],
          },
        ],
      },
      reports,
    })
    expect(page).toContain('aria-label="recall over the cut-off, for 2 runs; the table below has the values"')
    expect(page.match(/<path class="curve"/g)).toHaveLength(4)
    expect(page).toMatch(/<th scope="col">@3<\/th>\s*<th scope="col">@5<\/th>/)
  })

  it('marks the runs that none beats for as little, where they say what they cost', async () => {
    const effort = [
      { calls: 8, cost: 0.4, p50: 900 },
      { calls: 8, cost: 0.1, p50: 1200 },
    ]
    const text = pageOfRuns(await comparedRuns(two, { effort })).replaceAll(/\s+/g, ' ')
    expect(text).toMatch(/aria-label="context_recall against cost: 1 bm25, on the front; 2 dense, on the front"/)
    expect(text).toMatch(/aria-label="context_recall against latency: 1 bm25, on the front; 2 dense"/)
    expect(text).toContain('$0.4000')
    expect(text).toContain('1.2 s')
    expect(pageOfRuns(await comparedRuns(two))).not.toContain('id="prices"')
  })
})

describe('hostile labels, ids and texts', () => {
  const labels = hostileTexts.slice(0, 6).map(([, text], at) => `${at}${text}`)
  const hostileRuns = async () => comparedRuns(Object.fromEntries(labels.map((label) => [label, hostileRows])))

  it('are no markup in the page, and no control character', async () => {
    const { comparison, reports } = await hostileRuns()
    const texts = hostileTexts.map(([, text]) => text)
    const page = pageOfRuns({
      comparison: { ...comparison, differs: texts, notes: texts, gates: texts.map((text) => ({ text, held: false })) },
      reports,
    })
    expect(page.match(/<script/g)).toHaveLength(5)
    expect(page.match(/<\/script/g)).toHaveLength(5)
    expect(page).not.toMatch(/<(?:img|svg\/|!DOCTYPE x|!\[CDATA)/)
    expect(page.match(/[\p{Cc}--[\n\t]]/v)).toBeNull()
    expect(matrixIn(page).map(({ id }) => id)).toEqual(comparison.scores.map(({ id }) => id))
  })

  it.each(hostileTexts)('%s is harmless on a terminal, in Markdown and in CSV', async (_name, text) => {
    const { comparison } = await comparedRuns({
      [`a${text}`]: [{ id: `i${text}`, userInput: text, referenceContextIds: ['x'], retrievedContextIds: [] }],
      b: [{ id: `i${text}`, userInput: text, referenceContextIds: ['x'], retrievedContextIds: ['x'] }],
    })
    const shown = severalText({ ...comparison, notes: [text], differs: [text] }, 80)
    expect(shown).not.toMatch(/[[\p{Cc}\u202e\u2066\u200b\ufeff]--\n]/v)
    const markdown = severalMarkdown({ ...comparison, notes: [text], differs: [text] }, () => text)
    expect(markdown).not.toMatch(/[[\p{Cc}\u202e\u2066\u200b\ufeff]--\n]/v)
    // Every line of a table keeps its cells: nothing of the data ends one.
    for (const line of markdown.split('\n').filter((one) => one.startsWith('| `i'))) expect(line.match(/(?<!\\)\|/g)).toHaveLength(6)
    const csv = [...severalCsv(comparison, true)].join('')
    expect(csv).not.toMatch(/(?:^|,)[=+@]/m)
  })
})
