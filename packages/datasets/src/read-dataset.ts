import { AssayError } from '@assay/core'
import type { DataRow } from './data-row.ts'
import type { FormatName } from './formats/format.ts'
import { formatOf } from './formats/formats.ts'
import { readRows, type RowsOptions, rowsOptions, type RowSupply } from './rows/read-rows.ts'
import { expandPaths } from './source/expand-paths.ts'
import { fileSource } from './source/file-source.ts'

export type ReadDatasetOptions = RowsOptions & {
  /** Default: by the ending of each file's name, before `.gz`; `jsonl` for the standard input. */
  readonly format?: FormatName | undefined
  /**
   * Look for keys that stand twice in one object in every row of JSON, and not only in the first 1,000 of a file. Costs next to
   * nothing for rows of long texts, and half the time of reading for rows of ids alone. Default: `false`.
   */
  readonly thorough?: boolean | undefined
}

/**
 * Reads files of rows, in order, as batches of samples. Memory does not grow with the rows, but for 16 to 24 bytes for each id.
 * A source is a path, a glob (`data/*.jsonl`, read in the order of names), or `-` for the standard input; what is packed by gzip
 * is unpacked. Columns are recognised by the names of ragas v1 and v2 in snake and camel case, `id`, `cluster` and `metadata`, and
 * as variables of promptfoo tests; others are not read. May be iterated more than once: each time the files are read anew.
 *
 * @throws AssayError `config` at once where an option is wrong, `data` at once where a glob matches nothing; `data`, while reading,
 * with file, line, column and field.
 */
export function readDataset(source: string | readonly string[], options: ReadDatasetOptions = {}): AsyncIterable<readonly DataRow[]> {
  const paths = expandPaths(typeof source === 'string' ? [source] : source)
  if (paths.length === 0) throw new AssayError({ kind: 'config', message: 'There is no data to read: name at least one file.' })
  const { format: asked, thorough = false } = options
  const read = rowsOptions(options)
  const sources = paths.map((path): RowSupply => {
    const format = formatOf(path, asked)
    const file = fileSource(path)
    return { path: file.path, cells: format.cells, counts: format.counts, rows: () => format.read(file, { thorough }) }
  })
  return { [Symbol.asyncIterator]: () => readRows(sources, read) }
}
