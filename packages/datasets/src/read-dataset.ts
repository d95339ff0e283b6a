import { AssayError, type SampleField } from '@assay/core'
import { type ColumnSource, type MappedColumn, parseColumns } from './column-mapping.ts'
import { dataError } from './data-error.ts'
import type { DataRow } from './data-row.ts'
import { fileSource } from './file-source.ts'
import type { Format, FormatName, RawRow } from './format.ts'
import { formatOf } from './formats.ts'
import { createNeededFields } from './needed-fields.ts'
import { createPresentColumns } from './present-columns.ts'
import { createRowIds } from './row-ids.ts'
import { createRowMapper, type RowMapper } from './row-mapper.ts'

export type ReadDatasetOptions = {
  /**
   * Fields (snake or camel case) to where they are read from: `{ reference: 'gold.answer' }`. A mapped field is read from nowhere
   * else, and a column that is mapped to one field is recognised as no other.
   */
  readonly columns?: Readonly<Record<string, ColumnSource>> | undefined
  /** Default: by the ending of each file's name. */
  readonly format?: FormatName | undefined
  /** Rows at most, over all sources. Default: all. */
  readonly limit?: number | undefined
  /** Fields that somebody is going to read: where no row has one, reading ends in an error that lists the columns present. */
  readonly needs?: readonly SampleField[] | undefined
  /** Told of what is probably not meant, in one sentence each, and no sentence twice. */
  readonly onWarning?: ((message: string) => void) | undefined
}

type ReadRowsOptions = {
  readonly mapping: ReadonlyMap<SampleField, MappedColumn>
  readonly limit: number
  readonly needs: readonly SampleField[]
  readonly onWarning: (message: string) => void
}

type Source = { readonly path: string; readonly format: Format }

const BATCH_ROWS = 256

/**
 * Reads files of rows, in order, as batches of samples. Memory does not grow with the rows, but for 21 to 43 bytes for each id.
 * Columns are recognised by the names of ragas v1 and v2 in snake and camel case, `id`, `cluster` and `metadata`; others are
 * not read. May be iterated more than once: each time the files are read anew.
 *
 * @throws AssayError `config` at once where an option is wrong; `data`, while reading, with file, line, column and field.
 */
export function readDataset(source: string | readonly string[], options: ReadDatasetOptions = {}): AsyncIterable<readonly DataRow[]> {
  const paths = typeof source === 'string' ? [source] : source
  if (paths.length === 0) throw config('There is no data to read: name at least one file.')
  const { columns = {}, format, limit = Number.POSITIVE_INFINITY, needs = [], onWarning = () => {} } = options
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(limit) && limit >= 1)) {
    throw config(`limit is ${limit}; it must be a whole number of rows, 1 or more.`)
  }
  const sources = paths.map((path) => ({ path, format: formatOf(path, format) }))
  const mapping = parseColumns(columns)
  return { [Symbol.asyncIterator]: () => readRows(sources, { mapping, limit, needs, onWarning }) }
}

async function* readRows(
  sources: readonly Source[],
  { mapping, limit, needs, onWarning }: ReadRowsOptions,
): AsyncGenerator<readonly DataRow[]> {
  const paths = sources.map(({ path }) => path)
  const present = createPresentColumns(mapping.values(), onWarning)
  const ids = createRowIds(paths)
  const needed = createNeededFields(needs)
  let index = 0
  for (const [number, { path, format }] of sources.entries()) {
    const idOf = (given: string | undefined, at: number, line: number): string => ids.idOf(given, at, number, line)
    const mapper = createRowMapper({ file: path, cells: format.cells, mapping, present, idOf })
    const before = index
    for await (const rows of format.read(fileSource(path))) {
      if (index > before) present.warnOfMissing(index)
      for (let start = 0; start < rows.length;) {
        const end = Math.min(start + BATCH_ROWS, rows.length, start + limit - index)
        const { batch, fault } = mapped(rows.slice(start, end), mapper, index)
        needed.see(batch)
        if (batch.length > 0) yield batch
        if (fault !== undefined) throw fault.error
        index += batch.length
        start = end
        if (format.cells && sources.length === 1) present.refuseMissing(paths)
        if (index >= limit) break
      }
      if (index >= limit) break
    }
    if (index === before) throw dataError({ file: path }, 'the file holds no rows. Rows were expected: was it written to the end?')
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

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
