import { isRecord } from '@assay/core'
import { dataError } from '../data-error.ts'
import { quoted } from '../excerpt.ts'
import type { DataFile, Format, RawRow, ReadOptions } from './format.ts'
import { ALWAYS_CHECKED, parseJsonRow, refuseRepeatedKeys } from './json-row.ts'
import { createJsonScanner } from './json-scanner.ts'
import { refusePandasTable } from './pandas-table.ts'
import { rowsBeforeFault } from './rows-before-fault.ts'
import { textChunks } from './line-blocks.ts'

/** A list of objects, an object that holds one as `rows` or `data`, or objects one after the other. Read row by row. */
export const jsonFormat: Format = { name: 'json', endings: ['.json'], cells: false, counts: 'lines', read: readJson }

async function* readJson(file: DataFile, { thorough, isRead }: ReadOptions): AsyncGenerator<readonly RawRow[]> {
  const scanner = createJsonScanner({ file: file.path })
  let isFirst = true
  let toCheck = thorough ? Number.POSITIVE_INFINITY : ALWAYS_CHECKED
  const fill = (text: string, rows: RawRow[]): void =>
    scanner.push(text, (json, place, wrapped) => {
      const record = parseJsonRow(json, () => place)
      if (isFirst) refusePandasTable(record, place)
      isFirst = false
      if (toCheck > 0) {
        toCheck -= 1
        refuseRepeatedKeys(json, place, wrapped ? (key) => key === 'row' || isRead(key) : isRead)
      }
      const row = { record, line: place.line, json }
      rows.push(wrapped ? viewerRow(row, file, isRead) : row)
    })
  for await (const text of textChunks(file, scanner.line)) yield* rowsBeforeFault((rows) => fill(text, rows))
  scanner.end()
}

/** The data set viewer of Hugging Face adds a number to each row, and may truncate long cells. */
function viewerRow(row: RawRow, file: DataFile, isRead: ReadOptions['isRead']): RawRow {
  const { row: held, row_idx: number, truncated_cells: cut } = row.record
  if (typeof number !== 'number' || !isRecord(held)) return row
  const short = Array.isArray(cut) ? cut.map(String).filter(isRead) : []
  if (short.length > 0) {
    const names = short.slice(0, 5).map((name) => quoted(name))
    throw dataError(
      { file: file.path, line: row.line },
      `the viewer that wrote this file cut ${names.join(', ')} short. Export the data set itself, as Parquet or JSONL.`,
    )
  }
  return { ...row, record: held, inside: 'row' }
}
