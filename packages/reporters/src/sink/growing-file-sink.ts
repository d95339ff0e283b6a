import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { namedFileError } from './named-file-error.ts'
import type { TextSink } from './text-sink.ts'

const PIECE = 64 * 1024
const FEED = 0x0a

/**
 * Appends to a file, each text at once, so that everything written survives however the process ends. `start` says what happens to an
 * existing file: `empty` truncates it; `after-last-line` removes an incomplete last line and appends; `end` appends. If a write fails, as
 * on a full disk, the incomplete line is removed.
 */
export function growingFileSink(path: string, { start = 'empty' }: { start?: 'empty' | 'after-last-line' | 'end' } = {}): TextSink {
  let handle: FileHandle | undefined
  let before: number | undefined
  let bytes = 0

  return {
    open: () =>
      namedFileError(path, async () => {
        const found = await stat(path).catch(() => undefined)
        if (found?.isDirectory() === true) throw new Error('it is a folder')
        if (start === 'empty' || found === undefined) {
          handle = await open(path, 'w')
          return
        }
        handle = await open(path, start === 'end' || !found.isFile() ? 'a' : 'r+')
        before = found.size
        if (start === 'after-last-line' && found.isFile()) {
          before = await endOfLastLine(handle, found.size)
          await handle.truncate(before)
        }
      }),
    async write(text) {
      const encoded = Buffer.from(text)
      await namedFileError(path, async () => {
        const file = handle
        if (file === undefined) return
        let sent = 0
        try {
          while (sent < encoded.length) {
            const { bytesWritten } = await file.write(encoded, sent, encoded.length - sent, before === undefined ? null : before + bytes)
            sent += bytesWritten
            bytes += bytesWritten
          }
        } catch (error) {
          bytes -= sent - (encoded.subarray(0, sent).lastIndexOf(FEED) + 1)
          // If that fails, too, nothing more can be done.
          await file.truncate((before ?? 0) + bytes).catch(() => undefined)
          throw error
        }
      })
    },
    async close() {
      await namedFileError(path, async () => handle?.close())
      return { bytes }
    },
    async discard() {
      if (before !== undefined) await handle?.truncate(before).catch(() => undefined)
      await handle?.close().catch(() => undefined)
      if (before === undefined && handle !== undefined && (await stat(path)).isFile()) await rm(path, { force: true })
    },
  }
}

/** The end of the last complete line, searched from the end of the file. */
async function endOfLastLine(handle: FileHandle, size: number): Promise<number> {
  const piece = Buffer.allocUnsafe(PIECE)
  for (let end = size; end > 0;) {
    const begin = Math.max(0, end - PIECE)
    const { bytesRead } = await handle.read(piece, 0, end - begin, begin)
    const feed = piece.subarray(0, bytesRead).lastIndexOf('\n')
    if (feed !== -1) return begin + feed + 1
    end = begin
  }
  return 0
}
