import { parentPort, workerData } from 'node:worker_threads'
import { metricFrom } from '@assay/catalog'
import type { AnyMetric, MetricConfig } from '@assay/core'
import { type Block, type BlockOrder, type BlockScorer, createBlockScorer } from './block-scorer.ts'
import { type BlockScores, buffersOf } from './block-scores.ts'

export type WorkerSetup = {
  readonly configs: readonly MetricConfig[]
  /** What the configs must make. */
  readonly signatures: readonly string[]
  readonly order: BlockOrder
}

export type WorkerRequest = Block & { readonly number: number }

/** `undefined` where anything is not as usual. */
export type WorkerReply = {
  readonly number: number
  readonly scores: BlockScores | undefined
  /** The buffer of the block, which was read. */
  readonly read: ArrayBuffer
}

/** Scores the blocks that come in, one after the other. Does nothing outside a thread. */
export function scoreBlocks(): void {
  const port = parentPort
  if (port === null) return
  const { configs, signatures, order }: WorkerSetup = workerData
  const ready = createScorer(configs, signatures, order)
  // One after the other, whatever metrics wait for.
  let last: Promise<unknown> = ready
  port.on('message', (block: WorkerRequest) => {
    last = last.then(async () => {
      const scores = await (await ready)?.(block)
      const reply: WorkerReply = { number: block.number, scores, read: block.bytes.buffer }
      port.postMessage(reply, [block.bytes.buffer, ...(scores === undefined ? [] : buffersOf(scores))])
    })
  })
}

/** `undefined` where other metrics are made here than there. */
async function createScorer(
  configs: readonly MetricConfig[],
  signatures: readonly string[],
  order: BlockOrder,
): Promise<BlockScorer | undefined> {
  const metrics: AnyMetric[] = []
  try {
    for (const config of configs) metrics.push(await metricFrom(config))
  } catch {
    return undefined
  }
  const isSame = metrics.every(({ name, signature }, at) => `${name} ${signature}` === signatures[at])
  return isSame ? createBlockScorer(metrics, order) : undefined
}
