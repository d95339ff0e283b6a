import { parseRow } from './load-run.ts'
import { readReport } from './read-report.ts'

/** Reads the rows of a report that stand on these lines, in their order, and parses no other. */
export async function* rowsAt(
  path: string,
  lines: ReadonlySet<number>,
): AsyncGenerator<{ readonly line: number; readonly row: Record<string, unknown> }, void, undefined> {
  let left = lines.size
  if (left === 0) return
  for await (const batch of readReport(path)) {
    for (const read of batch) {
      if (!('row' in read) || !lines.has(read.line)) continue
      left -= 1
      yield { line: read.line, row: parseRow(read.row, path, read.line) }
    }
    if (left === 0) return
  }
}
