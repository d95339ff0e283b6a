import { configError } from '@assay/core'
import { delimiterNamed } from './formats/delimiter.ts'
import type { FormatName } from './formats/format.ts'
import { formatOf } from './formats/formats.ts'
import { type Dataset, dataset, type RowsOptions, rowsOptions, type RowSupply } from './rows/read-rows.ts'
import { expandPaths } from './source/expand-paths.ts'
import { fileNames } from './source/file-names.ts'
import { fileSource } from './source/file-source.ts'

export type ReadDatasetOptions = RowsOptions & {
  /** Default: by the ending of each file's name, before `.gz`; `jsonl` for the standard input. */
  readonly format?: FormatName | undefined
  /**
   * What separates the cells of CSV: one character, or `tab`, `comma`, `semicolon` or `pipe`. Default: a first line `sep=;`, else what the
   * line of column names shows; a tab in TSV.
   */
  readonly delimiter?: string | undefined
  /** Folder in which paths and patterns start; no part of its own name is a pattern. Default: the working folder. */
  readonly cwd?: string | undefined
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
 * as variables of promptfoo tests; others are handed on as `columns`. May be iterated more than once: each time the files are read anew.
 *
 * @throws AssayError `config` at once where an option is wrong, `data` at once where a glob matches nothing; `data`, while reading,
 * with file, line, column and field.
 */
export function readDataset(source: string | readonly string[], options: ReadDatasetOptions = {}): Dataset {
  const { format: asked, delimiter: named, thorough = false, cwd } = options
  const paths = expandPaths(typeof source === 'string' ? [source] : source, cwd)
  if (paths.length === 0) throw configError('There is no data to read: name at least one file.')
  const delimiter = named === undefined ? undefined : delimiterNamed(named)
  const read = rowsOptions(options)
  const { onWarning } = read
  const files = paths.map((path) => ({ format: formatOf(path, asked), file: fileSource(path) }))
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
