import { createReadStream } from 'node:fs'
import type { AssayError } from '@assay/core'
import { dataError } from './data-error.ts'
import type { DataFile } from './format.ts'

/** Small chunks keep what is parsed at once small; larger ones were not faster. */
const CHUNK_BYTES = 64 * 1024

/** A file on disk, opened when its bytes are asked for. */
export function fileSource(path: string): DataFile {
  return { path, bytes: () => chunksOf(path) }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const chunks = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((error: unknown) => {
        throw unreadable(path, error)
      })
      if (done === true) return
      yield value
    }
  } finally {
    await chunks.return?.()
  }
}

function unreadable(path: string, error: unknown): AssayError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  const place = { file: path }
  switch (code) {
    case 'ENOENT':
      return dataError(place, `there is no such file. Paths are looked up from ${process.cwd()}.`, error)
    case 'EISDIR':
      return dataError(place, 'this is a directory. Name the files in it.', error)
    case 'EACCES':
    case 'EPERM':
      return dataError(place, 'the file may not be read. Check its permissions.', error)
    default:
      return dataError(place, `the file cannot be read (${code}).`, error)
  }
}
