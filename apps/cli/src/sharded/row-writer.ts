import type { RowForm } from '@assay/reporters'
import type { EvaluatedRow } from '@assay/runner'
import type { RenderedBlock } from './block-scores.ts'

/** Gathers the bytes of rows as a report has them. */
export type RowWriter = {
  /** So many rows will be written into this buffer, or where it is too small into one of its own. */
  readonly begin: (buffer: ArrayBuffer, rowCount: number) => void
  readonly add: (row: EvaluatedRow) => void
  /** The rows since `begin`. */
  readonly end: () => RenderedBlock
}

export function createRowWriter(rowJson: (row: EvaluatedRow) => string, form: RowForm): RowWriter {
  let bytes = Buffer.alloc(0)
  let filled = 0
  let ends = new Uint32Array(0)
  let added = 0

  function write(text: string): void {
    // UTF-8 takes at most three bytes for a code unit.
    const most = filled + 3 * text.length
    if (most > bytes.length) {
      const larger = Buffer.from(new ArrayBuffer(Math.max(most, 2 * bytes.length)))
      bytes.copy(larger, 0, 0, filled)
      bytes = larger
    }
    filled += bytes.write(text, filled)
  }

  return {
    begin(buffer, rowCount) {
      bytes = Buffer.from(buffer)
      filled = 0
      ends = new Uint32Array(rowCount)
      added = 0
    },
    add(row) {
      write(form === 'json' ? `,\n${rowJson(row)}` : `${rowJson(row)}\n`)
      ends[added] = filled
      added += 1
    },
    end: () => ({ bytes: new Uint8Array(bytes.buffer, 0, filled), ends }),
  }
}
