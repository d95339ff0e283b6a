import type { FileHandle } from 'node:fs/promises'

export type ReadAhead = AsyncDisposable & {
  /** Copies what follows into `target` from `offset` on. @returns how many bytes, 1 to `length`, or 0 at the end of the file. */
  readonly read: (target: Uint8Array, offset: number, length: number) => Promise<number>
}

/** Read at once: handing work to the system's threads costs as much for 64 KiB as for this. */
const PIECE_BYTES = 256 * 1024

/** Reads a file in large pieces, the next one while the last is used. `read` is called one at a time. @throws Error as reading does. */
export function readAhead(file: Pick<FileHandle, 'read'>, pieceBytes = PIECE_BYTES): ReadAhead {
  let piece = new Uint8Array(0)
  let used = 0
  let spare = new Uint8Array(pieceBytes)
  let next = filled(new Uint8Array(pieceBytes))

  function filled(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const reading = file.read(bytes, 0, bytes.length).then(({ bytesRead }) => bytes.subarray(0, bytesRead))
    // It is told to whoever asks for the piece.
    reading.catch(() => undefined)
    return reading
  }

  return {
    async read(target, offset, length) {
      if (used === piece.length) {
        piece = await next
        used = 0
        if (piece.length === 0) return 0
        next = filled(spare)
        spare = new Uint8Array(piece.buffer)
      }
      const taken = Math.min(length, piece.length - used)
      target.set(piece.subarray(used, used + taken), offset)
      used += taken
      return taken
    },
    // The file may be closed only when nothing is being read from it.
    async [Symbol.asyncDispose]() {
      await next.catch(() => undefined)
    },
  }
}
