import { statSync } from 'node:fs'
import type { AnyMetric, SampleField } from '@assay/core'
import { readDataset } from '@assay/datasets'
import { createBlockWatch, lineBlocks } from '@assay/datasets/blocks'
import { type BufferPool, createBufferPool } from './buffer-pool.ts'
import { createBlockCrew } from './block-crew.ts'
import { type Block, type BlockOrder, type BlockScorer, createBlockScorer } from './block-scorer.ts'
import type { BlockScores } from './block-scores.ts'
import type { RenderedRows } from './rendered-rows.ts'
import { type LaneRow, rowsOf } from './scored-elsewhere.ts'
import { type ScoredBlock, scoredBlocks } from './scored-blocks.ts'
import { createSeenHashes, type SeenHashes } from './seen-hashes.ts'

export type ShardedRowsOptions = {
  readonly paths: readonly string[]
  readonly metrics: readonly AnyMetric[]
  readonly order: BlockOrder
  readonly threads: number
  readonly blockBytes: number
  /** Takes what threads have written, into buffers of `rooms`. */
  readonly rendered: RenderedRows
  readonly rooms: BufferPool
  readonly onWarning: (message: string) => void
  /** Called when all threads have loaded what they need. */
  readonly onThreads?: (() => void) | undefined
  /** What runs in a thread. */
  readonly script?: URL | undefined
  /** Begins only when all threads are there. By itself this one scores until then, so that in small files they would have nothing to do. */
  readonly awaitThreads?: boolean | undefined
}

/** Rows handed on at once. */
const BATCH_ROWS = 160
/** Blocks read beyond those that threads hold: one being scored here, and one that waits for its turn. */
const BLOCKS_BESIDE = 2
/** Bytes written for each byte read, about. Where rows take more, another buffer is made. */
const ROOM_SHARE = 2

/**
 * The rows of plain JSON Lines, scored by threads. Where a block is not as usual (a line that is no row, an id given twice), the rest is
 * read by `readDataset`, which tells of it as it always does; so does a column or field that was in no row.
 * @throws AssayError as `readDataset` does; `aborted` where a thread breaks down.
 */
export async function* shardedRows(options: ShardedRowsOptions): AsyncGenerator<LaneRow[], void, undefined> {
  const { paths, metrics, order, threads, blockBytes, rendered, rooms } = options
  const said = new Set<string>()
  const onWarning = (message: string): void => {
    if (said.has(message)) return
    said.add(message)
    options.onWarning(message)
  }
  let expectedRows = 0
  const { columns, needs } = order
  const isUsual = createUsualCheck({ sources: paths.length, columns, needs, onWarning, expectedRows: () => expectedRows })
  const most = 2 * threads + BLOCKS_BESIDE
  const buffers = createBufferPool(most)
  const crew = createBlockCrew({ threads, metrics, order, onRead: buffers.give, script: options.script })
  crew.ready.then(options.onThreads, () => undefined)
  const blocks = blocksOf()
  let index = 0
  try {
    if (options.awaitThreads === true) await crew.ready
    const score = createBlockScorer(metrics, order)
    const here: BlockScorer = async (block) => {
      const scores = await score(block)
      buffers.give(block.bytes.buffer)
      return scores
    }
    for await (const { start, scores } of scoredBlocks(blocks, { crew, here, most })) {
      if (scores === undefined || !isUsual.block(start, scores)) {
        yield* readFrom(index)
        return
      }
      if (scores.text !== undefined) rendered.add(scores.text, index)
      const next = rowsOf(scores, metrics, index)
      index += scores.rowCount
      for (let rows = next(BATCH_ROWS); rows.length > 0; rows = next(BATCH_ROWS)) yield rows
    }
    if (!isUsual.end()) yield* readFrom(index)
  } finally {
    await crew.close()
    await blocks.return()
  }

  async function* blocksOf(): AsyncGenerator<Block, void, undefined> {
    const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0)
    for await (const block of lineBlocks(paths, { blockBytes, bufferOf: buffers.take })) {
      if (expectedRows === 0) expectedRows = (bytes * block.rows) / block.bytes.length
      yield { ...block, room: order.form === undefined ? new ArrayBuffer(0) : rooms.take(ROOM_SHARE * block.bytes.length) }
    }
  }

  async function* readFrom(first: number): AsyncGenerator<LaneRow[], void, undefined> {
    await crew.close()
    for await (const rows of readDataset(paths, { columns, needs, onWarning })) {
      const rest = rows.filter((row) => row.index >= first)
      if (rest.length > 0) yield rest
    }
  }
}

type UsualCheck = {
  /** Whether nothing in the block, seen with those before it, has to be told. */
  readonly block: (start: ScoredBlock['start'], scores: BlockScores) => boolean
  /** The same of the whole. */
  readonly end: () => boolean
}

function createUsualCheck(o: {
  readonly sources: number
  readonly columns: Readonly<Record<string, string>>
  readonly needs: readonly SampleField[]
  readonly onWarning: (message: string) => void
  /** Known when the first block comes. */
  readonly expectedRows: () => number
}): UsualCheck {
  const watch = createBlockWatch(o)
  let seen: SeenHashes | undefined
  const rowsIn = Array.from({ length: o.sources }, () => 0)
  let [areLikeOurs, areMissing] = [false, false]
  return {
    block({ source, line, rowInFile, index }, { rowCount, ids, notes }) {
      if (rowsIn.slice(0, source).includes(0)) return false
      if (rowInFile > 0 && rowCount > 0) watch.warnOfMissing(index)
      watch.add(notes)
      // Of which rows a mapped column is missed is then another number.
      if (line === 1 && rowCount === 0 && !watch.isComplete()) return false
      rowsIn[source] = (rowsIn[source] ?? 0) + rowCount
      areLikeOurs ||= ids.areLikeOurs
      areMissing ||= ids.areMissing
      seen ??= createSeenHashes(o.expectedRows())
      return !(areLikeOurs && areMissing) && seen.add(ids.hashes)
    },
    end: () => watch.isComplete() && !rowsIn.includes(0),
  }
}
