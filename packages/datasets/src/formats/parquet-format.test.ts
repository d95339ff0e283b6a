import { readFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type ParquetWriteOptions, parquetWriteBuffer } from 'hyparquet-writer'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorOf, rowsOf, samplesIn, tempFile, readOptions } from '../__fixtures__/temp-data.ts'
import { parquetFormat } from './parquet-format.ts'

type Columns = ParquetWriteOptions['columnData']

const parquet = (columnData: Columns, options: Partial<ParquetWriteOptions> = {}): Buffer =>
  Buffer.from(parquetWriteBuffer({ columnData, ...options }))

const loader = (name: string): string => join(import.meta.dirname, '../__fixtures__/loader', name)

describe('a Parquet file', () => {
  it.each(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD', 'BROTLI'] as const)(
    'packed by %s gives the rows of the other spellings',
    async (codec) => {
      const text = await readFile(loader('rows.jsonl'), 'utf8')
      const rows: Record<string, unknown>[] = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const columnData = Object.keys(rows[0] ?? {}).map((name) => ({ name, data: rows.map((row) => row[name] ?? null) }))
      const compressors = {
        GZIP: (bytes: Uint8Array) => gzipSync(bytes),
        ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes),
        BROTLI: (bytes: Uint8Array) => brotliCompressSync(bytes),
      }
      const path = await tempFile(
        'a.parquet',
        parquet(
          columnData.filter(({ name }) => name !== 'response'),
          { codec, compressors, rowGroupSize: 7 },
        ),
      )
      expect(await rowsOf(path)).toEqual(await rowsOf(loader('rows.jsonl')))
    },
  )

  it('64-bit integers keep their digits as ids, small ones are numbers', async () => {
    const bytes = parquet([
      { name: 'key', data: [9007199254740993n, 7n], type: 'INT64' },
      { name: 'grades', data: [[2n, 1n], [1n]] },
      { name: 'meta', data: [{ n: 1 }, null], type: 'JSON' },
    ])
    expect(await samplesIn('a.parquet', bytes, { columns: { id: 'key', metadata: 'meta', reference_context_grades: 'grades' } })).toEqual([
      { id: '9007199254740993', metadata: { n: 1 }, referenceContextGrades: [2, 1] },
      { id: '7', referenceContextGrades: [1] },
    ])
  })

  it('structs are read by a path', async () => {
    const bytes = parquet([{ name: 'gold', data: [{ answer: 'r', docs: ['x', 'y'] }] }])
    expect(await samplesIn('a.parquet', bytes, { columns: { reference: 'gold.answer', retrieved_contexts: '$.gold.docs' } })).toEqual([
      { id: 'row-1', reference: 'r', retrievedContexts: ['x', 'y'] },
    ])
  })

  it('times are ISO 8601 texts', async () => {
    const bytes = parquet([{ name: 'reference', data: [new Date('2024-02-29T12:00:00.500Z')], type: 'TIMESTAMP' }])
    expect(await samplesIn('a.parquet', bytes)).toEqual([{ id: 'row-1', reference: '2024-02-29T12:00:00.500Z' }])
  })

  it('faults and repeated ids name the row, over all row groups', async () => {
    const ids = ['a', 'b', 'c', 'd', 'b']
    const repeated = parquet([{ name: 'id', data: ids }], { rowGroupSize: 2 })
    expect((await errorOf('a.parquet', repeated)).message).toContain('FILE, row 5, field id: the id "b" was already given at FILE, row 2.')
    const wrong = parquet([{ name: 'reference', data: [1, 2, 3], type: 'INT32' }])
    expect((await errorOf('a.parquet', wrong)).message).toContain(
      'FILE, row 1, column "reference": found the number 1 where a text was expected.',
    )
  })

  it('is read one row group at a time', async () => {
    const text = 'x'.repeat(50_000)
    const whole = parquet([{ name: 'reference', data: Array.from({ length: 100 }, (_, n) => `${text}${n}`) }], {
      rowGroupSize: 10,
      codec: 'UNCOMPRESSED',
    })
    let read = 0
    const file = {
      path: 'FILE',
      async *bytes(): AsyncGenerator<Buffer> {
        yield Promise.resolve(whole)
      },
      range: {
        size: () => Promise.resolve(whole.length),
        read(from: number, to: number) {
          read += to - from
          return Promise.resolve(whole.subarray(from, to))
        },
      },
    }
    const sizes: number[] = []
    for await (const rows of parquetFormat.read(file, readOptions)) {
      if (sizes.length === 0) expect(read).toBeLessThan(whole.length / 3)
      sizes.push(rows.length)
    }
    expect(sizes).toEqual(Array.from({ length: 10 }, () => 10))
  })

  it('packed by gzip as a whole is read too', async () => {
    expect(await samplesIn('a.parquet.gz', gzipSync(parquet([{ name: 'id', data: ['a'] }])))).toEqual([{ id: 'a' }])
  })

  it.each([
    ['cut short', (whole: Buffer) => whole.subarray(0, whole.length - 20), 'FILE: it cannot be read as Parquet ('],
    ['without its end', (whole: Buffer) => whole.subarray(0, 100), 'Was it written or copied to the end?'],
    ['of another kind', () => Buffer.from('id,reference\nx,y\n'), 'it cannot be read as Parquet ('],
    ['empty', () => Buffer.alloc(0), 'FILE: the file is empty.'],
    [
      'broken in its pages',
      (whole: Buffer) => Buffer.concat([whole.subarray(0, 4), Buffer.alloc(60, 0xff), whole.subarray(64)]),
      'it cannot be read as Parquet (',
    ],
    [
      'with a length of its metadata beyond its own',
      (whole: Buffer) => Buffer.concat([whole.subarray(0, -8), Buffer.from([0xff, 0xff, 0xff, 0x7f]), whole.subarray(-4)]),
      'it cannot be read as Parquet (',
    ],
  ])('%s is refused', async (_what, broken, message) => {
    const whole = parquet([{ name: 'id', data: Array.from({ length: 50 }, (_, n) => `id_${n}`) }])
    const error = await errorOf('a.parquet', broken(whole))
    expect(error.kind).toBe('data')
    expect(error.message).toContain(message)
  })

  it('packed by a codec that is not read says which are', async () => {
    const bytes = parquet([{ name: 'id', data: ['a'] }], { codec: 'LZ4_RAW', compressors: { LZ4_RAW: (raw: Uint8Array) => raw } })
    expect((await errorOf('a.parquet', bytes)).message).toContain(
      'its pages are packed by LZ4_RAW, which is not read here. Write it with snappy, zstd, gzip or brotli.',
    )
  })
})
