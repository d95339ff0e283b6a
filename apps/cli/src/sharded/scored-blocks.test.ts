import { expect, it } from 'vitest'
import type { Block } from './block-scorer.ts'
import type { BlockScores } from './block-scores.ts'
import { scoredBlocks } from './scored-blocks.ts'

const scores: BlockScores = {
  rowCount: 1,
  values: new Float64Array(1),
  causes: [],
  ids: { hashes: new Uint32Array(0), areLikeOurs: false, areMissing: false },
  clusters: undefined,
  text: undefined,
  shown: [],
  notes: { fields: [], warnings: [] },
}

/** Blocks of one row, counted as they are asked for. */
function counted(count: number): { blocks: AsyncGenerator<Block, void, undefined>; read: () => number } {
  let read = 0
  async function* blocks(): AsyncGenerator<Block, void, undefined> {
    for (let index = 0; index < count; index += 1) {
      read += 1
      const start = { source: 0, file: 'rows.jsonl', line: index + 1, rowInFile: index, index }
      yield { bytes: new Uint8Array(0), start, rows: 1, room: new ArrayBuffer(0) }
    }
  }
  return { blocks: blocks(), read: () => read }
}

it('no more blocks are read than may be open, however slowly they are taken', async () => {
  const { blocks, read } = counted(100)
  const crew = { offer: () => undefined }
  let taken = 0
  for await (const { start } of scoredBlocks(blocks, { crew, here: () => Promise.resolve(scores), most: 4 })) {
    expect(start.index).toBe(taken)
    taken += 1
    await new Promise(setImmediate)
    // One more is held that nobody had room for.
    expect(read()).toBeLessThanOrEqual(taken + 4 + 1)
  }
  expect(taken).toBe(100)
})

it('blocks come in their order, whichever thread is done first', async () => {
  const { blocks } = counted(40)
  const waiting: (() => void)[] = []
  const offer = (): Promise<BlockScores> | undefined => {
    if (waiting.length === 3) return undefined
    // The last one given away is done first.
    return new Promise((resolve) => {
      waiting.push(() => resolve(scores))
      setTimeout(() => waiting.pop()?.(), 0)
    })
  }
  const indexes: number[] = []
  for await (const { start } of scoredBlocks(blocks, { crew: { offer }, here: () => Promise.resolve(scores), most: 5 }))
    indexes.push(start.index)
  expect(indexes).toEqual(Array.from({ length: 40 }, (_, index) => index))
})

it('a file that cannot be read on is told in its place, after what was read of it', async () => {
  async function* blocks(): AsyncGenerator<Block, void, undefined> {
    yield* counted(3).blocks
    throw new Error('gone')
  }
  const crew = { offer: () => undefined }
  const found: [number, boolean][] = []
  for await (const { start, scores: of } of scoredBlocks(blocks(), { crew, here: () => Promise.resolve(scores), most: 4 }))
    found.push([start.index, of !== undefined])
  expect(found).toEqual([
    [0, true],
    [1, true],
    [2, true],
    [3, false],
  ])
})
