import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { AssayError } from '@assay/core'
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  snappyUncompress,
} from 'hyparquet'
import { dataError } from '../data-error.ts'
import type { DataFile, RawRow } from './format.ts'
import { parquetBytes } from './parquet-bytes.ts'
import { parquetValue } from './parquet-value.ts'

/** Rows in one batch. */
const SLICE = 1024
/** The most rows of a row group: they are in memory together, and a few bytes can declare billions. */
const LARGEST_GROUP = 16 * 1024 * 1024
const LARGEST_PAGE = 512 * 1024 * 1024

/** With Node's zlib, so no package is needed, and no page expands beyond its declared size. */
const compressors: Compressors = {
  SNAPPY: (packed, size) => unpacked(size, () => snappy(packed, size)),
  GZIP: (packed, size) => unpacked(size, () => gunzipSync(packed, { maxOutputLength: Math.max(size, 1) })),
  BROTLI: (packed, size) => unpacked(size, () => brotliDecompressSync(packed, { maxOutputLength: Math.max(size, 1) })),
  ZSTD: (packed, size) => unpacked(size, () => zstdDecompressSync(packed, { maxOutputLength: Math.max(size, 1) })),
}

/** @throws AssayError `data` with file and row. */
export async function* readParquetRows(file: DataFile): AsyncGenerator<readonly RawRow[]> {
  const bytes = await parquetBytes(file)
  const metadata = await reading(file, undefined, () => parquetMetadataAsync(bytes, { geoparquet: false }))
  let start = 0
  for (const group of metadata.row_groups) {
    const end = start + groupRows(group.num_rows, file, start)
    const rows = await reading(file, start + 1, () => groupOf(bytes, metadata, start, end))
    for (let from = 0; from < rows.length; from += SLICE) {
      const first = start + from + 1
      yield rows.slice(from, from + SLICE).map((row, index) => ({ record: recordOf(row), line: first + index }))
    }
    start = end
  }
}

async function groupOf(file: AsyncBuffer, metadata: FileMetaData, rowStart: number, rowEnd: number): Promise<readonly object[]> {
  return parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors, geoparquet: false })
}

function groupRows(rows: bigint, file: DataFile, start: number): number {
  if (rows >= 0n && rows <= BigInt(LARGEST_GROUP)) return Number(rows)
  throw dataError(
    { file: file.path, row: start + 1 },
    `a row group of ${rows} rows begins here, and at most ${LARGEST_GROUP} are read at once. Write smaller row groups.`,
  )
}

function recordOf(row: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, parquetValue(value)]))
}

async function reading<T>(file: DataFile, row: number | undefined, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (AssayError.is(error)) throw error
    const message = error instanceof Error ? error.message : String(error)
    const codec = /compression codec: (\w+)/.exec(message)?.[1]
    const what =
      codec === undefined
        ? `it cannot be read as Parquet (${message.replace(/^parquet /, '')}). Was it written or copied to the end?`
        : `its pages are packed by ${codec}, which is not read here. Write it with snappy, zstd, gzip or brotli.`
    throw dataError({ file: file.path, row }, what, error)
  }
}

function snappy(packed: Uint8Array, size: number): Uint8Array {
  const page = new Uint8Array(size)
  snappyUncompress(packed, page)
  return page
}

function unpacked(size: number, unpack: () => Uint8Array): Uint8Array {
  if (size > LARGEST_PAGE) throw new Error(`a page says that it unpacks to ${size} bytes`)
  return unpack()
}
