import type { Reporter } from '../reporter.ts'
import type { TextSink } from '../sink/text-sink.ts'
import { createRowJson, type RowJsonOptions } from './row-json.ts'
import { runParts } from './run-parts.ts'

/**
 * A run as JSON Lines: `{ schemaVersion, run }`, one row on each line in input order, and last `{ schemaVersion, run, summary, … }`.
 * A line that ends in a line break is complete. A file without that last line was interrupted; its rows remain.
 */
export function createJsonlReporter(sink: TextSink, options: RowJsonOptions = {}): Reporter {
  const rowJson = createRowJson(options)
  let hasRows = false
  return {
    async begin(run) {
      await sink.open()
      await sink.write(`${JSON.stringify({ schemaVersion: 1, run })}\n`)
    },
    rows(rows) {
      if (rows.length === 0) return undefined
      hasRows = true
      let text = ''
      for (const row of rows) text += `${rowJson(row)}\n`
      return sink.write(text)
    },
    async end(summary, extras) {
      await sink.write(`${JSON.stringify({ schemaVersion: 1, ...Object.fromEntries(runParts(summary, extras)) })}\n`)
      return sink.close()
    },
    async abandon() {
      if (hasRows) await sink.close()
      else await sink.discard()
    },
  }
}
