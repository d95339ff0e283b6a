import { configError, type SampleField } from '@assay/core'
import { type ColumnSource, type MappedColumn, parseColumns } from '../columns/column-mapping.ts'
import { createNeededFields } from '../columns/needed-fields.ts'
import { createPresentColumns } from '../columns/present-columns.ts'
import { type ReadColumns, readColumns } from '../columns/read-columns.ts'
import { dataError } from '../data-error.ts'
import type { DataRow } from '../data-row.ts'
import type { RawRecord, RawRow } from '../formats/format.ts'
import { createIdsWithin } from './ids-within.ts'
import { createRowIds, type RowSource } from './row-ids.ts'
import { createRowMapper, type RowMapper, type RowMapperOptions } from './row-mapper.ts'

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
  /**
   * Fields that somebody reads. In any other a fault ends nothing: what should be a text and is none is handed on as JSON, anything else is
   * left out, with a warning. Default: `needs`, where they are given, else all. `evaluate` says it by itself.
   */
  readonly reads?: readonly SampleField[] | undefined
  /** Ids are unique within each file only. Rows are then told apart by their `file`, too. Default: unique over all files. */
  readonly idsPerFile?: boolean | undefined
  /** Columns, or paths into them, whose values ids are unique within: the same question may then stand once in each group. */
  readonly idsPer?: readonly string[] | undefined
  /** Told of what is probably not meant, in one sentence each, and no sentence twice. */
  readonly onWarning?: ((message: string) => void) | undefined
  /** Told of what was read in another way than it is written, likewise. Default: `onWarning`. */
  readonly onNote?: ((message: string) => void) | undefined
}

/** The same, checked and with its defaults. */
export type CheckedRowsOptions = {
  readonly mapping: ReadonlyMap<SampleField, MappedColumn>
  readonly limit: number
  readonly needs: readonly SampleField[]
  /** `undefined` where nobody said so: all. */
  readonly reads: ReadonlySet<SampleField> | undefined
  readonly idsPerFile: boolean
  readonly idsPer: readonly string[]
  readonly onWarning: (message: string) => void
  readonly onNote: (message: string) => void
}

export type RowSupply = RowSource & {
  /** Whether values are the text of cells. */
  readonly cells: boolean
  /** What its rows call it. */
  readonly name?: string | undefined
  readonly rows: (columns: ReadColumns) => AsyncIterable<readonly RawRow[]>
}

/** Rows of a data set, in batches. May be iterated more than once where its sources can. */
export type Dataset = AsyncIterable<readonly DataRow[]> & {
  /** The same for whoever reads these fields, besides those that were named: see `reads`. */
  readonly reading: (fields: readonly SampleField[]) => AsyncIterable<readonly DataRow[]>
}

/** Rows are named by their ids, and intervals count clusters: these two are read in any case. */
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

/** Turns the rows of all sources into samples. @throws AssayError `data` */
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

/** Rows that have a column of this name are grouped by it, not by their files. */
function hasFileColumn(record: RawRecord): boolean {
  return Object.hasOwn(record, 'file')
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
