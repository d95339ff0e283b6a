import { configError } from '@assay/core'
import { delimiterNamed } from './formats/delimiter.ts'
import type { FormatName } from './formats/format.ts'
import { formatOf } from './formats/formats.ts'
import { type Dataset, dataset, type RowsOptions, rowsOptions, type RowSupply } from './rows/read-rows.ts'
import { expandPaths } from './source/expand-paths.ts'
import { fileNames } from './source/file-names.ts'
import { fileSource } from './source/file-source.ts'

export type ReadDatasetOptions = RowsOptions & {
  /** Default: by the extension of each file, before `.gz`; `jsonl` for standard input. */
  readonly format?: FormatName | undefined
  /**
   * The delimiter of CSV: one character, or `tab`, `comma`, `semicolon` or `pipe`. Default: from a first line `sep=;`, else detected from the
   * line of column names; a tab in TSV.
   */
  readonly delimiter?: string | undefined
  /** The folder that paths and patterns are relative to; its own path is not a pattern. Default: the working folder. */
  readonly cwd?: string | undefined
  /**
   * Check every row of JSON for duplicate keys, not only the first 1,000 of a file. Cheap for rows of long texts; it adds half the time of
   * reading for rows of ids. Default: `false`.
   */
  readonly thorough?: boolean | undefined
}

/**
 * Reads files of rows, in order, as batches of samples. Memory does not grow with the rows, except for 16 to 24 bytes for each id.
 * A source is a path, a glob (`data/*.jsonl`, read in the order of names), or `-` for standard input; gzip is decompressed. Columns are
 * recognized by the names of ragas v1 and v2 in snake and camel case, `id`, `cluster` and `metadata`, and as variables of promptfoo tests;
 * others are passed on as `columns`. It may be iterated more than once: each time the files are read again.
 *
 * @throws AssayError `config` at once for a wrong option, `data` at once for a glob without a match; `data`, while reading,
 * with file, line, column and field.
 */
export function readDataset(source: string | readonly string[], options: ReadDatasetOptions = {}): Dataset {
  const { format: wanted, delimiter: named, thorough = false, cwd } = options
  const paths = expandPaths(typeof source === 'string' ? [source] : source, cwd)
  if (paths.length === 0) throw configError('There is no data to read: name at least one file.')
  const delimiter = named === undefined ? undefined : delimiterNamed(named)
  const read = rowsOptions(options)
  const { onWarning } = read
  const files = paths.map((path) => ({ format: formatOf(path, wanted), file: fileSource(path) }))
  if (delimiter !== undefined && !files.some(({ format }) => format.cells))
    throw configError(
      `delimiter is for CSV, and ${files.map(({ file, format }) => `${file.path} is ${format.name}`).join(', ')}. Leave it out.`,
    )
  const names = fileNames(files.map(({ file }) => file.path))
  const sources = files.map(({ format, file }, at): RowSupply => {
    const { cells, counts } = format
    return {
      path: file.path,
      name: names[at],
      cells,
      counts,
      rows: (columns) => format.read(file, { thorough, delimiter, onWarning, ...columns }),
    }
  })
  return dataset(sources, read)
}
