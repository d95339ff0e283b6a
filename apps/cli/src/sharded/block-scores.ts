import type { Sample, Score, UnscoredCause } from '@assay/core'
import type { BlockNotes } from '@assay/datasets/blocks'

/** What scoring a block gives: all that sums, gates and reports need, as little as can be sent between threads. */
export type BlockScores = {
  readonly rowCount: number
  /** Row by row, for each row metric by metric. NaN where unscored. */
  readonly values: Float64Array<ArrayBuffer>
  /** Why, for each NaN in turn. */
  readonly causes: readonly UnscoredCause[]
  readonly ids: BlockIds
  /** By row; absent where no row has one. */
  readonly clusters: readonly (string | undefined)[] | undefined
  /** The rows as they are written, where they are. */
  readonly text: RenderedBlock | undefined
  /** Rows in full that a report may show. */
  readonly shown: readonly ShownRow[]
  readonly notes: BlockNotes
}

type BlockIds = {
  /** 64 bits for each id that the data gave, as two numbers. */
  readonly hashes: Uint32Array<ArrayBuffer>
  readonly areLikeOurs: boolean
  readonly areMissing: boolean
}

export type RenderedBlock = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Where each row ends in them. */
  readonly ends: Uint32Array<ArrayBuffer>
}

export type ShownRow = {
  /** Its number in the block, from 0. */
  readonly at: number
  readonly sample: Sample & { readonly id: string }
  /** Metric by metric. */
  readonly scores: readonly Score[]
}

/** What can be handed over between threads instead of being copied. */
export function buffersOf({ values, ids, text }: BlockScores): ArrayBuffer[] {
  const buffers = [values.buffer, ids.hashes.buffer]
  return text === undefined ? buffers : [...buffers, text.bytes.buffer, text.ends.buffer]
}
