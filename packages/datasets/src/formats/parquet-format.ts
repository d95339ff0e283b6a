import type { DataFile, Format, RawRow } from './format.ts'

/** Parquet, one row group at a time. */
export const parquetFormat: Format = { name: 'parquet', endings: ['.parquet'], cells: false, counts: 'rows', read: readParquet }

/** The library is loaded with the first file that needs it. */
async function* readParquet(file: DataFile): AsyncGenerator<readonly RawRow[]> {
  const { readParquetRows } = await import('./parquet-rows.ts')
  yield* readParquetRows(file)
}
