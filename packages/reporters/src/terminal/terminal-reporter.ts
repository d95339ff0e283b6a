import { createRowDigest } from '../figures/row-digest.ts'
import type { Reporter } from '../reporter.ts'
import type { TextSink } from '../sink/text-sink.ts'
import type { TerminalPageOptions } from './terminal-page.ts'

const WORST_ROWS = 5

export type TerminalReporterOptions = TerminalPageOptions & { readonly sink: TextSink }

/** A run for people: every metric with its interval, why rows have no score, and the worst rows with what they lack. */
export function createTerminalReporter({ sink, ...options }: TerminalReporterOptions): Reporter {
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
      // Loaded only here: measuring text needs large tables.
      const { runPage } = await import('./run-page.ts')
      rowDigest ??= createRowDigest(summary.run, WORST_ROWS)
      await sink.write(runPage({ summary, gates, ...rowDigest.digest() }, options))
      return sink.close()
    },
    abandon: () => sink.discard(),
  }
}
