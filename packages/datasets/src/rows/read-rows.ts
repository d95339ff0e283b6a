import { AssayError, type SampleField } from '@assay/core'
import { type ColumnSource, type MappedColumn, parseColumns } from '../columns/column-mapping.ts'
import { createNeededFields } from '../columns/needed-fields.ts'
import { createPresentColumns } from '../columns/present-columns.ts'
import { dataError } from '../data-error.ts'
import type { DataRow } from '../data-row.ts'
import type { RawRow } from '../formats/format.ts'
import { createRowIds, type RowSource } from './row-ids.ts'
import { createRowMapper, type RowMapper } from './row-mapper.ts'

export type RowsOptions = {
  /**
   * Fields (snake or camel case) to where they are read from: `{ reference: 'gold.answer' }`. A mapped field is read from nowhere
   * else, and a column that is mapped to one field is recognised as no other.
   */
  readonly columns?: Readonly<Record<string, ColumnSource>> | undefined
  /** Rows at most, over all sources. Default: all. */
  readonly limit?: number | undefined
  /** Fields that somebody is going to read: where no row has one, reading ends in an error that lists the columns present. */
  readonly needs?: readonly SampleField[] | undefined
  /** Told of what is probably not meant, in one sentence each, and no sentence twice. */
  readonly onWarning?: ((message: string) => void) | undefined
}

/** The same, checked and with its defaults. */
export type CheckedRowsOptions = {
  readonly mapping: ReadonlyMap<SampleField, MappedColumn>
  readonly limit: number
  readonly needs: readonly SampleField[]
  readonly onWarning: (message: string) => void
}

export type RowSupply = RowSource & {
  /** Whether values are the text of cells. */
  readonly cells: boolean
  readonly rows: () => AsyncIterable<readonly RawRow[]>
}

const BATCH_ROWS = 256

/** @throws AssayError `config` */
export function rowsOptions({ columns = {}, limit, needs = [], onWarning = () => {} }: RowsOptions): CheckedRowsOptions {
  return { mapping: parseColumns(columns), limit: checkedLimit(limit), needs, onWarning }
}

/** @throws AssayError `config` */
function checkedLimit(limit = Number.POSITIVE_INFINITY): number {
  if (limit === Number.POSITIVE_INFINITY || (Number.isSafeInteger(limit) && limit >= 1)) return limit
  throw new AssayError({ kind: 'config', message: `limit is ${limit}; it must be a whole number of rows, 1 or more.` })
}

/** Turns the rows of all sources into samples. @throws AssayError `data` */
export async function* readRows(
  sources: readonly RowSupply[],
  { mapping, limit, needs, onWarning }: CheckedRowsOptions,
): AsyncGenerator<readonly DataRow[]> {
  const paths = sources.map(({ path }) => path)
  const present = createPresentColumns(mapping.values(), onWarning)
  const ids = createRowIds(sources)
  const needed = createNeededFields(needs, mapping)
  let index = 0
  for (const [number, source] of sources.entries()) {
    const { path: file } = source
    const idOf = (given: string | undefined, at: number, line: number): string => ids.idOf(given, at, number, line)
    const mapper = createRowMapper({ file, format: source, mapping, present, idOf, onWarning })
    const before = index
    for await (const rows of source.rows()) {
      if (index > before) present.warnOfMissing(index)
      for (let start = 0; start < rows.length;) {
        const end = Math.min(start + BATCH_ROWS, rows.length, start + limit - index)
        const { batch, fault } = mapped(rows.slice(start, end), mapper, index)
        needed.see(batch)
        if (batch.length > 0) yield batch
        if (fault !== undefined) throw fault.error
        index += batch.length
        start = end
        if (source.cells && sources.length === 1) present.refuseMissing(paths)
        if (index >= limit) break
      }
      if (index >= limit) break
    }
    if (index === before) throw dataError({ file }, 'it holds no rows. Rows were expected: was it written to the end?')
    if (index >= limit) break
  }
  present.refuseMissing(paths)
  needed.refuseAbsent(paths, present)
}

/** The rows up to the first fault, and the fault: what comes before it is handed on, however the rows were batched. */
function mapped(rows: readonly RawRow[], mapper: RowMapper, first: number): { batch: DataRow[]; fault?: { error: unknown } } {
  const batch: DataRow[] = []
  try {
    for (const row of rows) batch.push(mapper.map(row, first + batch.length))
  } catch (error) {
    return { batch, fault: { error } }
  }
  return { batch }
}
