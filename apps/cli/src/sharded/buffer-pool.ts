/** Buffers that are used again: of new ones for each block dozens of megabytes would lie about until they are collected. */
export type BufferPool = {
  /** A buffer of at least so many bytes; what it holds is anything. */
  readonly take: (bytes: number) => ArrayBuffer
  readonly give: (buffer: ArrayBuffer) => void
}

/** Sizes are rounded up to it, so that buffers for blocks that differ by a line are the same. */
const STEP_BYTES = 64 * 1024

/** @param most buffers that are kept. */
export function createBufferPool(most: number): BufferPool {
  const spare: ArrayBuffer[] = []
  return {
    take(bytes) {
      const at = spare.findIndex(({ byteLength }) => byteLength >= bytes)
      const [found] = at === -1 ? [] : spare.splice(at, 1)
      return found ?? new ArrayBuffer(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES)
    },
    give(buffer) {
      // One that was too small, or was handed to a thread, is of no use.
      if (buffer.byteLength === 0) return
      spare.unshift(buffer)
      if (spare.length > most) spare.pop()
    },
  }
}
