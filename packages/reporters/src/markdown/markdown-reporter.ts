import { createRowDigest } from '../figures/row-digest.ts'
import type { Reporter } from '../reporter.ts'
import type { TextSink } from '../sink/text-sink.ts'

const WORST_ROWS = 10

/** A summary that fits into a comment on a pull request: gates, metrics, why rows have no score, and the worst rows. */
export function createMarkdownReporter(sink: TextSink): Reporter {
  let rowDigest: ReturnType<typeof createRowDigest> | undefined
  return {
    begin(run) {
      rowDigest = createRowDigest(run, WORST_ROWS)
      return sink.open()
    },
    rows(rows) {
      rowDigest?.see(rows)
    },
    async end(summary, { gates } = {}) {
      const { markdownPage } = await import('./markdown-page.ts')
      rowDigest ??= createRowDigest(summary.run, WORST_ROWS)
      await sink.write(markdownPage({ summary, gates, ...rowDigest.digest() }))
      return sink.close()
    },
    abandon: () => sink.discard(),
  }
}
