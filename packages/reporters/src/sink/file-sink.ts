import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { namedFileError } from './named-file-error.ts'
import { removeStaleSiblings, temporarySibling } from './temporary-sibling.ts'
import type { TextSink } from './text-sink.ts'

/** Size of the write buffer in bytes. */
const PIECE = 512 * 1024

/**
 * Writes a file atomically: into a temporary sibling, which is renamed at the end. Temporary files of killed processes are removed by
 * the next process that writes the file. A symbolic link stays a link to its target. What is not a regular file (a pipe, `/dev/null`) is
 * written directly.
 */
export function fileSink(path: string): TextSink {
  let handle: FileHandle | undefined
  let target = path
  let temporary: string | undefined
  let bytes = 0
  // Two buffers for the whole file: one is filled while the other is written. New buffers each time would pile up until collected. Texts are
  // encoded at once: as strings they would keep alive the larger strings that they are slices of.
  let filling = Buffer.allocUnsafe(2 * PIECE)
  let spare = Buffer.allocUnsafe(2 * PIECE)
  let filled = 0
  let sending: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  function gather(text: string): void {
    // UTF-8 takes at most three bytes for a code unit.
    const needed = filled + 3 * text.length
    if (needed > filling.length) filling = Buffer.concat([filling.subarray(0, filled)], needed)
    filled += filling.write(text, filled)
  }

  /** Writes the full buffer; the other one is filled meanwhile. */
  function send(): void {
    if (failure !== undefined) throw failure.error
    const piece = filling.subarray(0, filled)
    bytes += filled
    filled = 0
    ;[filling, spare] = [spare, filling]
    sending = namedFileError(path, async () => handle?.writeFile(piece)).then(
      () => {
        sending = undefined
      },
      (error: unknown) => {
        sending = undefined
        failure = { error }
      },
    )
  }

  return {
    open: () =>
      namedFileError(path, async () => {
        const found = await stat(path).catch(() => undefined)
        if (found?.isDirectory() === true) throw new Error('it is a folder')
        if (found !== undefined && !found.isFile()) {
          handle = await open(path, 'w')
          return
        }
        if (found !== undefined) target = await realpath(path)
        await removeStaleSiblings(target)
        temporary = temporarySibling(target)
        handle = await open(temporary, 'wx', found?.mode)
      }),
    write(text) {
      gather(text)
      if (filled < PIECE) return undefined
      if (sending !== undefined) return sending.then(send)
      send()
      return undefined
    },
    async close() {
      await sending
      send()
      await sending
      if (failure !== undefined) throw failure.error
      await namedFileError(path, async () => {
        await handle?.close()
        if (temporary !== undefined) await rename(temporary, target)
      })
      return { bytes }
    },
    async discard() {
      filled = 0
      await sending
      await handle?.close().catch(() => undefined)
      if (temporary !== undefined) await rm(temporary, { force: true })
    },
  }
}
