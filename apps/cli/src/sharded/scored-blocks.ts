import type { BlockStart } from '@assay/datasets/blocks'
import type { BlockCrew } from './block-crew.ts'
import type { Block, BlockScorer } from './block-scorer.ts'
import type { BlockScores } from './block-scores.ts'

export type ScoredBlock = {
  readonly start: Pick<BlockStart, 'source' | 'line' | 'rowInFile' | 'index'>
  /** `undefined` where reading must go on in one thread from here. */
  readonly scores: BlockScores | undefined
}

type Entry = {
  readonly start: ScoredBlock['start']
  readonly settled: Promise<BlockScores | undefined>
  result?: { readonly scores: BlockScores | undefined }
}

/**
 * Blocks in their order, scored by threads and, while these have enough to do and nothing is ready, in this one.
 * @param most blocks read and not yet handed out: memory grows with no other number.
 * @throws what ended a thread.
 */
export async function* scoredBlocks(
  blocks: AsyncGenerator<Block, void, undefined>,
  { crew, here, most }: { readonly crew: Pick<BlockCrew, 'offer'>; readonly here: BlockScorer; readonly most: number },
): AsyncGenerator<ScoredBlock, void, undefined> {
  const open: Entry[] = []
  let held: Block | undefined
  let isExhausted = false
  let index = 0

  async function next(): Promise<Block | undefined> {
    try {
      const { done, value } = await blocks.next()
      if (done !== true) return value
    } catch {
      open.push({ ...entryOf({ source: -1, line: 1, rowInFile: 0, index }, Promise.resolve(undefined)), result: { scores: undefined } })
    }
    isExhausted = true
    return undefined
  }

  for (;;) {
    while (!isExhausted && open.length < most) {
      held ??= await next()
      const scores = held === undefined ? undefined : crew.offer(held)
      if (held === undefined || scores === undefined) break
      index = held.start.index + held.rows
      open.push(entryOf(held.start, scores))
      held = undefined
    }
    const [head] = open
    if (head?.result !== undefined) {
      open.shift()
      yield { start: head.start, scores: head.result.scores }
    } else if (held !== undefined && open.length < most) {
      index = held.start.index + held.rows
      const scores = await here(held)
      open.push({ ...entryOf(held.start, Promise.resolve(scores)), result: { scores } })
      held = undefined
      // What threads have sent meanwhile comes in first.
      await new Promise(setImmediate)
    } else if (head === undefined) return
    else await head.settled
  }
}

function entryOf(start: ScoredBlock['start'], settled: Promise<BlockScores | undefined>): Entry {
  const entry: Entry = { start, settled }
  settled.then(
    (scores) => {
      entry.result = { scores }
    },
    () => undefined,
  )
  return entry
}
