import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AssayError } from '@assay/core'
import { dataError } from '../data-error.ts'

/**
 * The bytes as they are, or decompressed if they begin like gzip. The extension is ignored, since some tools decompress on the way and keep
 * the name. It is a stream, so that a large file never is in memory as a whole.
 * @throws AssayError `data` if the compressed bytes end early or are corrupt.
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
  // An error on either side destroys the other and ends the loop below.
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
  // Copied, since the stream in between holds several chunks at once.
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
