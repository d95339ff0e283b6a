import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { namedFileError } from './named-file-error.ts'

/** Size of the write buffer in bytes. */
const PIECE = 256 * 1024

/** Text stored on disk until the end of a run, in a temporary file that no other user can read. */
export type Spool = {
  /** If it returns a promise, wait for it before the next piece. */
  readonly add: (text: string) => void | Promise<void>
  /** Bytes added so far: the start of the next piece. */
  readonly size: () => number
  /** A part that was added as one piece or several. */
  readonly read: (start: number, length: number) => Promise<string>
  /** The whole text in order, in pieces of bounded length. */
  readonly texts: () => AsyncGenerator<string, void, undefined>
  readonly close: () => Promise<void>
}

/** @throws AssayError `config` where that folder cannot be written to. */
export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `assay-${randomBytes(8).toString('hex')}.tmp`)
  const handle: FileHandle = await namedFileError(path, () => open(path, 'wx+', 0o600))
  // Unlinked where the system allows it, so that no file remains however the process ends.
  const isNameless = await rm(path).then(
    () => true,
    () => false,
  )
  const filling = Buffer.allocUnsafe(2 * PIECE)
  let filled = 0
  let written = 0

  async function flush(): Promise<void> {
    let sent = 0
    while (sent < filled) {
      const { bytesWritten } = await handle.write(filling, sent, filled - sent, written)
      sent += bytesWritten
      written += bytesWritten
    }
    filled = 0
  }

  async function addLong(text: string): Promise<void> {
    await flush()
    const bytes = Buffer.from(text)
    for (let sent = 0; sent < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, sent, bytes.length - sent, written)
      sent += bytesWritten
      written += bytesWritten
    }
  }

  return {
    add(text) {
      if (filled + 3 * text.length > filling.length) return addLong(text)
      filled += filling.write(text, filled)
      return filled < PIECE ? undefined : flush()
    },
    size: () => written + filled,
    async read(start, length) {
      await flush()
      const bytes = Buffer.alloc(length)
      await handle.read(bytes, 0, length, start)
      return bytes.toString('utf8')
    },
    async *texts() {
      await flush()
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
      const piece = Buffer.allocUnsafe(PIECE)
      for (let at = 0; at < written;) {
        const { bytesRead } = await handle.read(piece, 0, PIECE, at)
        if (bytesRead === 0) throw new Error(`The temporary file ${path} ended early.`)
        at += bytesRead
        yield decoder.decode(piece.subarray(0, bytesRead), { stream: at < written })
      }
    },
    async close() {
      await handle.close()
      if (!isNameless) await rm(path, { force: true })
    },
  }
}
