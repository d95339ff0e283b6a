import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readOptions } from './__fixtures__/temp-data.ts'
import type { DataFile, Format } from './formats/format.ts'
import { csvFormat } from './formats/csv-format.ts'
import { jsonFormat } from './formats/json-format.ts'
import { jsonlFormat } from './formats/jsonl-format.ts'
import { yamlFormat } from './formats/yaml-format.ts'
import { gunzipped } from './source/gunzipped.ts'

const CHUNK = 64 * 1024
const rows = Array.from({ length: 40_000 }, (_, n) => ({ id: `id_${n}`, reference: `${n} ${'long text '.repeat(20)}` }))
const json = rows.map((row) => JSON.stringify(row))

/** Bytes in chunks, with a count of those that were read. */
function counted(bytes: Buffer, gzip = false): { file: DataFile; bytesRead: () => number } {
  let bytesRead = 0
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += CHUNK) {
      bytesRead = start + CHUNK
      yield await Promise.resolve(bytes.subarray(start, start + CHUNK))
    }
  }
  return { file: { path: 'FILE', bytes: () => (gzip ? gunzipped('FILE', chunks()) : chunks()) }, bytesRead: () => bytesRead }
}

describe('rows come while the file is being read', () => {
  it.each<[string, Format, string, number, boolean?]>([
    ['JSON lines', jsonlFormat, json.join('\n'), 0.1],
    ['JSON lines packed by gzip', jsonlFormat, rows.map((row, n) => JSON.stringify({ ...row, n: Math.sin(n) })).join('\n'), 0.9, true],
    ['a JSON list on one line', jsonFormat, `[${json.join(',')}]`, 0.1],
    ['an object with rows', jsonFormat, `{"rows":[${json.join(',\n')}],"count":1}`, 0.1],
    ['CSV', csvFormat, `id,reference\n${rows.map(({ id, reference }) => `${id},"${reference}"`).join('\n')}`, 0.1],
    ['YAML', yamlFormat, rows.map(({ id, reference }) => `- id: ${id}\n  reference: ${reference}\n`).join(''), 0.2],
  ])('%s', async (_what, format, text, share, gzip = false) => {
    const bytes = gzip ? gzipSync(text) : Buffer.from(text)
    const { file, bytesRead } = counted(bytes, gzip)
    let seen = 0
    let lead = 0
    for await (const batch of format.read(file, readOptions)) {
      if (seen === 0) expect(bytesRead()).toBeLessThan(Math.max(bytes.length * share, 3 * CHUNK))
      seen += batch.length
      // What was read ahead of the rows handed on stays within a piece, however long the file is.
      lead = Math.max(lead, bytesRead() / bytes.length - seen / rows.length)
    }
    expect(seen).toBe(rows.length)
    expect(lead).toBeLessThan(Math.max(share, (3 * CHUNK) / bytes.length))
  })
})
