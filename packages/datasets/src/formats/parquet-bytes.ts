import type { AsyncBuffer } from 'hyparquet'
import { dataError } from '../data-error.ts'
import type { DataFile } from './format.ts'

/** Parquet is read from its end. A stream is therefore loaded into memory, and must be small. */
const MOST_HELD = 256 * 1024 * 1024

/** Any part of a file, read on demand; a compressed file and standard input are loaded first. */
export async function parquetBytes(file: DataFile): Promise<AsyncBuffer> {
  const { range } = file
  if (range === undefined) return wholly(file)
  const size = await range.size()
  if (isGzip(await range.read(0, Math.min(2, size)))) return wholly(file)
  if (size === 0) throw empty(file)
  return {
    byteLength: size,
    async slice(start, end = size) {
      const to = Math.min(end, size)
      if (!(start >= 0 && start <= to)) throw new Error(`it refers to bytes ${start} to ${end} of ${size}`)
      const bytes = await range.read(start, to)
      return copied(bytes)
    },
  }
}

async function wholly(file: DataFile): Promise<AsyncBuffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of file.bytes()) {
    chunks.push(Buffer.from(chunk))
    size += chunk.length
    if (size > MOST_HELD) {
      throw dataError(
        { file: file.path },
        `a packed or piped Parquet file is held in memory, up to ${MOST_HELD / 1024 / 1024} MiB, and this one is larger. Unpack it, or name the file.`,
      )
    }
  }
  if (size === 0) throw empty(file)
  const whole = Buffer.concat(chunks)
  return { byteLength: size, slice: (start, end) => copied(whole.subarray(start, end)) }
}

/** A separate copy, since small buffers share their memory. */
function copied(bytes: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length)
  new Uint8Array(copy).set(bytes)
  return copy
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function empty(file: DataFile): Error {
  return dataError({ file: file.path }, 'the file is empty. Rows were expected: was it written to the end?')
}
