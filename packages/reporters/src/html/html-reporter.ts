import type { RunMetric } from '@assay/runner'
import { badnessOf } from '../figures/badness.ts'
import { createRowDigest } from '../figures/row-digest.ts'
import { forHtmlJson } from '../escaping/for-html.ts'
import type { Reporter } from '../reporter.ts'
import { openSpool, type Spool } from '../sink/spool.ts'
import type { TextSink } from '../sink/text-sink.ts'
import { createSpooledRows, type SpooledRows, type SpooledRowsLimits } from './spooled-rows.ts'
import { pageRow, pageRowJson } from './page-row.ts'

/** More rows would make the page slow. The JSON report has every row. */
const LIMITS: SpooledRowsLimits = { rows: 10_000, bytes: 32 * 1024 * 1024 }

/**
 * A run as one HTML page that needs no network: every metric with its interval and distribution, and rows that can be sorted, filtered
 * and opened, each claim with its verdict and its quote. If there are too many rows, the page has the worst.
 */
export function createHtmlReporter(sink: TextSink, limits: SpooledRowsLimits = LIMITS): Reporter {
  let metrics: ReadonlyMap<string, RunMetric> = new Map()
  let digest: ReturnType<typeof createRowDigest> | undefined
  let spool: Spool | undefined
  let spooled: SpooledRows | undefined

  return {
    async begin(run) {
      await sink.open()
      spool = await openSpool()
      spooled = createSpooledRows(spool, limits)
      metrics = new Map(run.metrics.map((metric) => [metric.name, metric]))
      digest = createRowDigest(run, 0)
    },
    async rows(rows) {
      digest?.see(rows)
      for (const row of rows) {
        const isUnscored = Object.values(row.result.scores).some(({ status }) => status === 'unscored')
        const badness = Math.max(badnessOf(row, metrics), isUnscored ? 1 : 0)
        await spooled?.add(badness, () => forHtmlJson(pageRowJson(pageRow(row, badness))))
      }
    },
    async end(summary, { gates = [] } = {}) {
      const { htmlPage } = await import('./html-page.ts')
      const places = spooled?.places() ?? []
      const rowGates = digest?.digest().rowGates
      const page = htmlPage({ summary, gates, rowGates, total: spooled?.total() ?? 0, shown: places.length })
      await sink.write(page.beforeRows)
      for (const [at, { start, length }] of places.entries()) {
        await sink.write(`${at === 0 ? '' : ',\n'}${(await spool?.read(start, length)) ?? ''}`)
      }
      await sink.write(page.afterRows)
      await spool?.close()
      return sink.close()
    },
    async abandon() {
      await spool?.close()
      await sink.discard()
    },
  }
}
