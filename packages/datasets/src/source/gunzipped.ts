import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AssayError } from '@assay/core'
import { dataError } from '../data-error.ts'

/**
 * The bytes as they are, or unpacked where they begin as gzip does: the name's ending says nothing, since some tools unpack on the
 * way and keep the name. Unpacked as it is read, so that what unpacks to far more never stands in memory.
 * @throws AssayError `data` where the packed bytes end early or are broken.
 */
export async function* gunzipped(path: string, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    const { done, value: first } = await chunks.next()
    if (done === true) return
    const head = isMagicCut(first) ? await withNext(Buffer.from(first), chunks) : first
    if (isGzip(head)) yield* unpacked(path, head, chunks)
    else {
      yield head
      yield* chunks
    }
  } finally {
    await chunks.return(undefined)
  }
}

async function* unpacked(path: string, head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  // Faults of either side destroy the other and end the loop below.
  pipeline(Readable.from(joined(head, rest)), gunzip, () => {})
  try {
    const stream: AsyncIterable<Buffer> = gunzip
    for await (const chunk of stream) yield chunk
  } catch (error) {
    throw AssayError.is(error) ? error : broken(path, error)
  }
}

async function* joined(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(head)
  // Copied, since the stream between holds several at once.
  for await (const chunk of rest) yield Buffer.from(chunk)
}

async function withNext(first: Buffer, chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { done, value } = await chunks.next()
  return done === true ? first : Buffer.concat([first, value])
}

function isMagicCut(bytes: Buffer): boolean {
  return bytes.length === 1 && bytes[0] === 0x1f
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function broken(path: string, error: unknown): AssayError {
  const isCut = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR'
  const what = isCut ? 'the gzip file ends early; was it copied or downloaded wholly?' : 'the gzip file is broken; it cannot be unpacked.'
  return dataError({ file: path }, `${what} \`gzip -t\` checks a file.`, error)
}
