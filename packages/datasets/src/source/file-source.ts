import { type FileHandle, open } from 'node:fs/promises'
import type { AssayError } from '@assay/core'
import { dataError } from '../data-error.ts'
import type { DataFile } from '../formats/format.ts'
import { gunzipped } from './gunzipped.ts'
import { STANDARD_INPUT, standardInput } from './standard-input.ts'

/** Small, since all rows of a chunk are in memory at once. Larger chunks were not faster. */
const CHUNK_BYTES = 16 * 1024

/** A file on disk, or standard input, opened when its bytes are requested. Gzip is decompressed. */
export function fileSource(path: string): DataFile {
  if (path === STANDARD_INPUT) return standardInput()
  return {
    path,
    bytes: () => gunzipped(path, chunksOf(path)),
    range: { size: () => readable(path, () => sizeOf(path)), read: (from, to) => readable(path, () => rangeOf(path, from, to)) },
  }
}

/** With one reused buffer: new buffers could use a hundred megabytes before they are collected. */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const handle = await readable(path, () => open(path))
  try {
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    for (;;) {
      const { bytesRead } = await readable(path, () => handle.read(buffer, 0, CHUNK_BYTES, null))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

function sizeOf(path: string): Promise<number> {
  return withOpen(path, async (handle) => {
    const { size } = await handle.stat()
    // A directory can be opened; only reading from it fails.
    await handle.read(Buffer.alloc(1), 0, 1, 0)
    return size
  })
}

function rangeOf(path: string, from: number, to: number): Promise<Buffer> {
  return withOpen(path, async (handle) => {
    const buffer = Buffer.alloc(to - from)
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, from + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  })
}

/** Closes the file without `await using`: under Yarn's Plug'n'Play, handles cannot be disposed of. */
async function withOpen<T>(path: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path)
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw unreadable(path, error)
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
