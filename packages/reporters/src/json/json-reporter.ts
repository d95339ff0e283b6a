import type { Reporter } from '../reporter.ts'
import { createRowJson, type RowJsonOptions } from './row-json.ts'
import type { TextSink } from '../sink/text-sink.ts'
import { runParts } from './run-parts.ts'

/**
 * A run as one JSON object, streamed: `{ schemaVersion, rows, run, summary, usage, cost, costIsBound?, costNote?, uncached?, latencyMs?, gates?, warnings?, skipped?, stopped? }`. The rows come first, one on
 * each line in input order, since the rest is known only after them. Texts are exact; nothing is rounded.
 */
export function createJsonReporter(sink: TextSink, options: RowJsonOptions = {}): Reporter {
  const rowJson = createRowJson(options)
  let separator = '\n'
  return {
    async begin() {
      await sink.open()
      await sink.write('{"schemaVersion":1,"rows":[')
    },
    rows(rows) {
      if (rows.length === 0) return undefined
      let text = ''
      for (const row of rows) {
        text += separator + rowJson(row)
        separator = ',\n'
      }
      return sink.write(text)
    },
    async end(summary, extras) {
      await sink.write('\n]')
      for (const [name, part] of runParts(summary, extras)) await sink.write(`,\n"${name}":${JSON.stringify(part)}`)
      await sink.write('}\n')
      return sink.close()
    },
    abandon: () => sink.discard(),
  }
}
