import type { SampleField } from '@assay/core'
import { parseColumns } from '../columns/column-mapping.ts'
import { createPresentColumns, type PresentColumns } from '../columns/present-columns.ts'
import type { DataRow } from '../data-row.ts'
import { jsonlCursor, jsonlFormat, nextJsonlRow } from '../formats/jsonl-format.ts'
import { ALWAYS_CHECKED } from '../formats/json-row.ts'
import { createPlainRecords } from '../formats/plain-records.ts'
import { decoded } from '../formats/text-blocks.ts'
import { createRowMapper, type RowMapper } from '../rows/row-mapper.ts'

/** Where a block of whole lines begins. */
export type BlockStart = {
  /** Number of the file among all of them, from 0. */
  readonly source: number
  readonly file: string
  /** Physical line, from 1. */
  readonly line: number
  /** Rows before it in its file, and in all files. */
  readonly rowInFile: number
  readonly index: number
}

/** What was found in a block for the first time by its reader: fields that a column was mapped to, or that are needed, and warnings. */
export type BlockNotes = { readonly fields: readonly SampleField[]; readonly warnings: readonly string[] }

type IdOf = (given: string | undefined, index: number) => string

export type BlockReader = {
  /**
   * The rows of whole lines of JSON, as `readDataset` gives them. Ids are whatever `idOf` makes of the given one.
   * @throws AssayError `data` for what is no row.
   */
  readonly rows: (bytes: Buffer, start: BlockStart, idOf: IdOf) => Generator<DataRow>
  /** Since they were asked for last. */
  readonly notes: () => BlockNotes
}

/** Decoded at once. It outlives some collections of the young, so that a large one would be moved among the old again and again. */
const PIECE_BYTES = 16 * 1024
const LINE_FEED = 0x0a

/**
 * Reads blocks of JSON Lines, each on its own: what spans blocks (repeated ids, columns that no row had) is left to whoever has all.
 * @throws AssayError `config` for a mapping that cannot be.
 */
export function createBlockReader(o: {
  readonly columns: Readonly<Record<string, string>>
  readonly needs: readonly SampleField[]
}): BlockReader {
  const mapping = parseColumns(o.columns)
  const absent = new Set(o.needs)
  const unseen = new Set(mapping.keys())
  let fields: SampleField[] = []
  let warnings: string[] = []
  const warn = (message: string): void => void warnings.push(message)
  const present: PresentColumns = {
    ...createPresentColumns(mapping.values(), { onWarning: warn }),
    seen({ field }) {
      if (unseen.delete(field)) fields.push(field)
    },
  }
  let mapper: { readonly source: number; readonly map: RowMapper['map'] } | undefined
  let idOf: IdOf = asGiven
  const plain = createPlainRecords()

  function mapperOf({ source, file }: BlockStart): RowMapper['map'] {
    if (mapper?.source === source) return mapper.map
    const { map } = createRowMapper({
      file,
      format: jsonlFormat,
      mapping,
      present,
      idOf: (given, index) => idOf(given, index),
      onWarning: warn,
    })
    mapper = { source, map }
    return map
  }

  return {
    *rows(bytes, start, asked) {
      const map = mapperOf(start)
      idOf = asked
      const cursor = jsonlCursor(start.file, { line: start.line, toCheck: Math.max(0, ALWAYS_CHECKED - start.rowInFile), plain })
      const place = { file: { path: start.file }, line: () => cursor.line }
      let { index } = start
      for (let at = 0; at < bytes.length;) {
        const end = pieceEnd(bytes, at)
        const text = decoded(bytes.subarray(at, end), place, at === 0 && start.line === 1)
        at = end
        // One row at a time: rows that wait would be copied by the collector again and again.
        for (let row = nextJsonlRow(text, cursor); row !== undefined; row = nextJsonlRow(text, cursor)) {
          const mapped = map(row, index)
          index += 1
          if (absent.size > 0)
            for (const field of absent) if (mapped.sample[field] !== undefined && absent.delete(field)) fields.push(field)
          yield mapped
        }
      }
    },
    notes() {
      const found = { fields, warnings }
      fields = []
      warnings = []
      return found
    },
  }
}

function pieceEnd(bytes: Buffer, from: number): number {
  const most = from + PIECE_BYTES
  if (most >= bytes.length) return bytes.length
  const last = bytes.lastIndexOf(LINE_FEED, most - 1)
  if (last >= from) return last + 1
  const next = bytes.indexOf(LINE_FEED, most)
  return next === -1 ? bytes.length : next + 1
}

function asGiven(given = ''): string {
  return given
}
