import { type Dataset, dataset, type RowsOptions, rowsOptions } from './rows/read-rows.ts'
import type { RawRecord, RawRow } from './formats/format.ts'

const BATCH = 256

/**
 * Rows from code, as batches of samples: their columns are recognized, mapped and checked like those of a file. Integers may be bigint.
 * Errors name the number of the row.
 *
 * @throws AssayError `config` at once for a wrong option; `data`, while reading, with row, column and field.
 */
export function readRecords(records: Iterable<RawRecord> | AsyncIterable<RawRecord>, options: RowsOptions = {}): Dataset {
  const source = { path: 'the given rows', cells: false, counts: 'rows', rows: () => inBatches(records) } as const
  return dataset([source], rowsOptions(options))
}

async function* inBatches(records: Iterable<RawRecord> | AsyncIterable<RawRecord>): AsyncGenerator<readonly RawRow[]> {
  let rows: RawRow[] = []
  let line = 0
  for await (const record of records) {
    line += 1
    rows.push({ record, line })
    if (rows.length < BATCH) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}
