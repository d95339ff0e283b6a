import { configError, type SampleField } from '@assay/core'
import { type ColumnSource, type MappedColumn, parseColumns } from '../columns/column-mapping.ts'
import { createNeededFields } from '../columns/needed-fields.ts'
import { createPresentColumns } from '../columns/present-columns.ts'
import { type ReadColumns, readColumns } from '../columns/read-columns.ts'
import { dataError } from '../data-error.ts'
import type { DataRow } from '../data-row.ts'
import type { RawRecord, RawRow } from '../formats/format.ts'
import { createIdsWithin } from './ids-within.ts'
import { createRowIds, type IdSource } from './row-ids.ts'
import { createRowMapper, type RowMapper, type RowMapperOptions } from './row-mapper.ts'

export type RowsOptions = {
  /**
   * Fields (snake or camel case) to their sources: `{ reference: 'gold.answer' }`. A mapped field is read only from its source, and a mapped
   * column is not recognized as another field.
   */
  readonly columns?: Readonly<Record<string, ColumnSource>> | undefined
  /** The most rows, over all sources. Default: all. */
  readonly limit?: number | undefined
  /** Fields that are needed: if no row has one, reading ends in an error that lists the columns present. */
  readonly needs?: readonly SampleField[] | undefined
  /**
   * Fields that are read. A fault in another field is only a warning: a value that should be text is passed on as JSON, anything else is left
   * out. Default: `needs` if given, else all. `evaluate` sets it.
   */
  readonly reads?: readonly SampleField[] | undefined
  /** Ids are unique within each file only. Then the `file` also identifies a row. Default: unique over all files. */
  readonly idsPerFile?: boolean | undefined
  /** Columns, or paths into them, within whose values ids are unique: each group may then have the same question. */
  readonly idsPer?: readonly string[] | undefined
  /** Called with each warning, in one sentence, and never twice with the same. */
  readonly onWarning?: ((message: string) => void) | undefined
  /** Called with notes on values that read differently than written, likewise. Default: `onWarning`. */
  readonly onNote?: ((message: string) => void) | undefined
}

/** The options, checked and with defaults. */
export type CheckedRowsOptions = {
  readonly mapping: ReadonlyMap<SampleField, MappedColumn>
  readonly limit: number
  readonly needs: readonly SampleField[]
  /** `undefined` means all. */
  readonly reads: ReadonlySet<SampleField> | undefined
  readonly idsPerFile: boolean
  readonly idsPer: readonly string[]
  readonly onWarning: (message: string) => void
  readonly onNote: (message: string) => void
}

export type RowSupply = IdSource & {
  /** Whether values are texts of cells. */
  readonly cells: boolean
  /** Its name in rows. */
  readonly name?: string | undefined
  readonly rows: (columns: ReadColumns) => AsyncIterable<readonly RawRow[]>
}

/** Rows of a data set, in batches. It may be iterated more than once if its sources can. */
export type Dataset = AsyncIterable<readonly DataRow[]> & {
  /** The same rows for a reader of these fields, in addition to the given ones: see `reads`. */
  readonly reading: (fields: readonly SampleField[]) => AsyncIterable<readonly DataRow[]>
}

/** Always read: rows are named by their ids, and intervals count clusters. */
const ALWAYS_READ: readonly SampleField[] = ['id', 'cluster']

const BATCH_ROWS = 256

/** @throws AssayError `config` */
export function rowsOptions(options: RowsOptions): CheckedRowsOptions {
  const { columns = {}, limit, needs, idsPerFile = false, idsPer = [], onWarning = () => {}, onNote = onWarning } = options
  const named = options.reads ?? needs
  const reads = named === undefined ? undefined : new Set([...ALWAYS_READ, ...named, ...(needs ?? [])])
  return { mapping: parseColumns(columns), limit: checkedLimit(limit), needs: needs ?? [], reads, idsPerFile, idsPer, onWarning, onNote }
}

export function dataset(sources: readonly RowSupply[], options: CheckedRowsOptions): Dataset {
  return {
    [Symbol.asyncIterator]: () => readRows(sources, options),
    reading: (fields) => {
      const reads = new Set([...ALWAYS_READ, ...fields, ...(options.reads ?? [])])
      return { [Symbol.asyncIterator]: () => readRows(sources, { ...options, reads }) }
    },
  }
}

/** @throws AssayError `config` */
function checkedLimit(limit = Number.POSITIVE_INFINITY): number {
  if (limit === Number.POSITIVE_INFINITY || (Number.isSafeInteger(limit) && limit >= 1)) return limit
  throw configError(`limit is ${limit}; it must be a whole number of rows, 1 or more.`)
}

/** Converts the rows of all sources into samples. @throws AssayError `data` */
async function* readRows(
  sources: readonly RowSupply[],
  { mapping, limit, needs, reads, idsPerFile, idsPer, onWarning, onNote }: CheckedRowsOptions,
): AsyncGenerator<readonly DataRow[]> {
  const paths = sources.map(({ path }) => path)
  const present = createPresentColumns(mapping.values(), { onWarning, reads })
  const columns = readColumns(mapping, reads)
  const ids = createRowIds(sources)
  const idsWithin = createIdsWithin(idsPer)
  const noted = new Set<string>()
  const needed = createNeededFields(needs, mapping)
  let index = 0
  for (const [number, source] of sources.entries()) {
    const { path: file, name } = source
    const idOf: RowMapperOptions['idOf'] = (given, at, { record, line }) =>
      ids.idOf(given, at, { source: number, line }, idsWithin(record, idsPerFile && !hasFileColumn(record) ? name : undefined))
    const mapper = createRowMapper({ file, format: source, mapping, present, idOf, onWarning, onNote, noted, reads, name })
    const before = index
    for await (const rows of source.rows(columns)) {
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

/** If rows have a column of this name, it is used for groups, not the file. */
function hasFileColumn(record: RawRecord): boolean {
  return Object.hasOwn(record, 'file')
}

/** The rows up to the first fault, and the fault: rows before it are yielded, however they were batched. */
function mapped(rows: readonly RawRow[], mapper: RowMapper, first: number): { batch: DataRow[]; fault?: { error: unknown } } {
  const batch: DataRow[] = []
  try {
    for (const row of rows) batch.push(mapper.map(row, first + batch.length))
  } catch (error) {
    return { batch, fault: { error } }
  }
  return { batch }
}
