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

/** Said once, when blocks can be sent, and then for each block: `scores` are `undefined` where anything in it is not as usual. */
export type WorkerReply =
  | 'ready'
  | {
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
  const say = (reply: WorkerReply, buffers: ArrayBuffer[] = []): void => port.postMessage(reply, buffers)
  const ready = createScorer(configs, signatures, order)
  // One after the other, whatever metrics wait for.
  let last: Promise<unknown> = ready.then(() => say('ready'))
  port.on('message', (block: WorkerRequest) => {
    last = last.then(async () => {
      const scores = await (await ready)?.(block)
      const read = block.bytes.buffer
      say({ number: block.number, scores, read }, [read, ...(scores === undefined ? [] : buffersOf(scores))])
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
