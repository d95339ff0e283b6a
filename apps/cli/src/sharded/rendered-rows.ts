import type { EvaluatedRow } from '@assay/runner'
import type { RenderedBlock } from './block-scores.ts'

/** The first rows of a batch as they are written, in pieces; the others have to be written in the usual way. */
export type Rendered = { readonly count: number; readonly pieces: readonly Uint8Array[] }

/** Keeps what threads have written until its rows are handed out. */
export type RenderedRows = {
  readonly add: (block: RenderedBlock, firstIndex: number) => void
  /** Asked once for each batch, in order, when that of the batch before is written. */
  readonly of: (rows: readonly EvaluatedRow[]) => Rendered
}

/** @param onWritten gets the buffers of blocks back. */
export function createRenderedRows(onWritten: (buffer: ArrayBuffer) => void): RenderedRows {
  let done: RenderedBlock[] = []
  const blocks: { readonly block: RenderedBlock; readonly first: number }[] = []
  return {
    add(block, first) {
      blocks.push({ block, first })
    },
    of(rows) {
      for (const { bytes } of done) onWritten(bytes.buffer)
      done = []
      const pieces: Uint8Array[] = []
      let from = rows[0]?.result.index ?? 0
      const end = from + rows.length
      const begin = from
      for (let head = blocks[0]; head !== undefined && from < end; [head] = blocks) {
        const { block, first } = head
        const to = Math.min(end, first + block.ends.length)
        const start = from === first ? 0 : (block.ends[from - first - 1] ?? 0)
        pieces.push(block.bytes.subarray(start, block.ends[to - first - 1]))
        if (to === first + block.ends.length) {
          blocks.shift()
          done.push(block)
        }
        from = to
      }
      return { count: from - begin, pieces }
    },
  }
}
