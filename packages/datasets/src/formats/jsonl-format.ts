import type { DataFile, Format, RawRow, ReadOptions } from './format.ts'
import { ALWAYS_CHECKED, type JsonRowPlace, parseJsonRow, refuseRepeatedKeys } from './json-row.ts'
import { refusePandasTable } from './pandas-table.ts'
import { rowsBeforeFault } from './rows-before-fault.ts'
import { lineBlocks } from './line-blocks.ts'

/** One JSON object a line. Blank lines, a byte order mark and CRLF are tolerated. */
export const jsonlFormat: Format = { name: 'jsonl', endings: ['.jsonl', '.ndjson'], cells: false, counts: 'lines', read: readJsonl }

async function* readJsonl(file: DataFile, { thorough, isRead }: ReadOptions): AsyncGenerator<readonly RawRow[]> {
  let line = 1
  let toCheck = thorough ? Number.POSITIVE_INFINITY : ALWAYS_CHECKED
  const placeOf = (): JsonRowPlace => ({ file: file.path, line, spansLines: false })
  const fill = (block: string, rows: RawRow[]): void => {
    for (let start = 0; start < block.length; line += 1) {
      const feed = block.indexOf('\n', start)
      const end = feed === -1 ? block.length : feed
      const json = block.slice(start, end)
      start = end + 1
      if (isBlank(json)) continue
      const record = parseJsonRow(json, placeOf)
      if (line === 1) refusePandasTable(record, placeOf())
      if (toCheck > 0) {
        toCheck -= 1
        refuseRepeatedKeys(json, placeOf(), isRead)
      }
      rows.push({ record, line, json })
    }
  }
  for await (const block of lineBlocks(file, () => line)) yield* rowsBeforeFault((rows) => fill(block, rows))
}

function isBlank(text: string): boolean {
  return !text.startsWith('{') && text.trim() === ''
}
