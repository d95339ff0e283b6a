import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { namedFileError } from './named-file-error.ts'
import { removeStaleSiblings, temporarySibling } from './temporary-sibling.ts'
import type { TextSink } from './text-sink.ts'

/** Bytes gathered before they are written at once. */
const PIECE = 512 * 1024

/**
 * Writes a file that nobody sees before it is whole: into a sibling, which takes the file's place at the end. What a killed process
 * left of that kind is removed by the next one that writes the file. A link keeps
 * pointing where it points; what is no regular file (a pipe, `/dev/null`) is written directly.
 */
export function fileSink(path: string): TextSink {
  let handle: FileHandle | undefined
  let target = path
  let temporary: string | undefined
  let bytes = 0
  // Two for the whole file, one being filled while the other is sent: a new one each time would pile up until collected. Texts are
  // encoded as they come, since gathered as strings they would outlive the collection of what they were made from.
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

  /** Hands on what is gathered; the next piece is gathered meanwhile. */
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
