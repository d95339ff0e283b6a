import type { DataFile, Format, RawRow, ReadOptions } from './format.ts'
import { ALWAYS_CHECKED, type JsonRowPlace, parseJsonRow, refuseRepeatedKeys } from './json-row.ts'
import { refusePandasTable } from './pandas-table.ts'
import type { PlainRecords } from './plain-records.ts'
import { rowsBeforeFault } from './rows-before-fault.ts'
import { textBlocks } from './text-blocks.ts'

/** One JSON object a line. Blank lines, a byte order mark and CRLF are tolerated. */
export const jsonlFormat: Format = { name: 'jsonl', endings: ['.jsonl', '.ndjson'], cells: false, counts: 'lines', read: readJsonl }

async function* readJsonl(file: DataFile, { thorough, isRead }: ReadOptions): AsyncGenerator<readonly RawRow[]> {
  const cursor = jsonlCursor(file.path, { toCheck: thorough ? Number.POSITIVE_INFINITY : ALWAYS_CHECKED, isRead })
  const fill = (block: string, rows: RawRow[]): void => {
    for (let row = nextJsonlRow(block, cursor); row !== undefined; row = nextJsonlRow(block, cursor)) rows.push(row)
  }
  for await (const block of textBlocks(file, () => cursor.line)) yield* rowsBeforeFault((rows) => fill(block, rows))
}

/** How far the text blocks of a file are read. */
export type JsonlCursor = {
  /** The next line: its number, from 1, and where it begins in the block. */
  line: number
  at: number
  /** Rows that are still looked at for repeated keys. */
  toCheck: number
  readonly placeOf: () => JsonRowPlace
  /** Whether somebody reads a column: keys of others may repeat. Default: all are read. */
  readonly isRead?: ((column: string) => boolean) | undefined
  /** Reads lines faster, and leaves records that keep the block alive. */
  readonly plain?: PlainRecords | undefined
}

type Start = { readonly line?: number } & Pick<JsonlCursor, 'toCheck' | 'isRead' | 'plain'>

export function jsonlCursor(file: string, { line = 1, toCheck, isRead, plain }: Start): JsonlCursor {
  const cursor: JsonlCursor = { line, at: 0, toCheck, isRead, plain, placeOf: () => ({ file, line: cursor.line, spansLines: false }) }
  return cursor
}

/** The next row of a block of whole lines; `undefined` after its last one. @throws AssayError `data` where a line is no row. */
export function nextJsonlRow(block: string, cursor: JsonlCursor): RawRow | undefined {
  while (cursor.at < block.length) {
    const from = cursor.at
    const feed = block.indexOf('\n', from)
    const end = feed === -1 ? block.length : feed
    const json = block.slice(from, end)
    cursor.at = end + 1
    if (isBlank(json)) {
      cursor.line += 1
      continue
    }
    const record = cursor.plain?.read(block, from, end) ?? parseJsonRow(json, cursor.placeOf)
    if (cursor.line === 1) refusePandasTable(record, cursor.placeOf())
    if (cursor.toCheck > 0) {
      cursor.toCheck -= 1
      refuseRepeatedKeys(json, cursor.placeOf(), cursor.isRead)
    }
    cursor.line += 1
    return { record, line: cursor.line - 1, json }
  }
  cursor.at = 0
  return undefined
}

/** Whether a line holds no row. */
export function isBlank(text: string): boolean {
  return !text.startsWith('{') && text.trim() === ''
}
