import { Worker } from 'node:worker_threads'
import { type AnyMetric, AssayError, type MetricConfig } from '@assay/core'
import { THREAD_YOUNG_MB } from '../small-heap.ts'
import type { Block, BlockOrder } from './block-scorer.ts'
import type { BlockScores } from './block-scores.ts'
import type { WorkerReply, WorkerRequest, WorkerSetup } from './block-worker.ts'

/** Threads that score blocks. */
export type BlockCrew = {
  /** Settles when each thread has said that it is ready, or has ended. */
  readonly ready: Promise<unknown>
  /** Gives a block away. `undefined` where every thread has enough to do, or is still starting. @throws nothing: a thread that ends makes the promise reject. */
  readonly offer: (block: Block) => Promise<BlockScores | undefined> | undefined
  readonly close: () => Promise<void>
}

/** From sources, packages are found as sources; a built package runs as it was started. */
const IS_SOURCE = import.meta.url.endsWith('.ts')
const BLOCK_WORKER = new URL(IS_SOURCE ? './block-worker.ts' : './block-worker.js', import.meta.url)

/** Blocks a thread holds: the next one is there when it is done with the first. */
const BLOCKS_AHEAD = 2

type Waiting = { readonly resolve: (scores: BlockScores | undefined) => void; readonly reject: (error: AssayError) => void }
type Thread = {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
  /** Until then, a block would lie there while this thread could score dozens. */
  isReady: boolean
  readonly ready: Promise<void>
}

export type BlockCrewOptions = {
  readonly threads: number
  readonly metrics: readonly AnyMetric[]
  readonly order: BlockOrder
  /** Gets the buffers of blocks back. */
  readonly onRead: (buffer: ArrayBuffer) => void
  /** What runs in a thread. */
  readonly script?: URL | undefined
}

export function createBlockCrew({ threads, metrics, order, onRead, script = BLOCK_WORKER }: BlockCrewOptions): BlockCrew {
  const setup: WorkerSetup = {
    configs: metrics.flatMap(({ config }): MetricConfig[] => (config === null ? [] : [config])),
    signatures: metrics.map(({ name, signature }) => `${name} ${signature}`),
    order,
  }
  let next = 0
  let ended: AssayError | undefined
  let crew = Array.from({ length: threads }, () => hire())

  return {
    ready: Promise.all(crew.map(({ ready }) => ready)),
    offer(block) {
      if (ended !== undefined) return Promise.reject(ended)
      const thread = leastBusy()
      if (thread === undefined) return undefined
      const request: WorkerRequest = { ...block, number: next }
      next += 1
      const scores = new Promise<BlockScores | undefined>((resolve, reject) => thread.waiting.set(request.number, { resolve, reject }))
      // It may be asked for much later than a thread ends.
      scores.catch(() => undefined)
      thread.worker.postMessage(request, [block.bytes.buffer, block.room])
      return scores
    },
    async close() {
      end(new AssayError({ kind: 'aborted', message: 'The threads that score rows were ended.' }))
      await Promise.all(crew.map(({ worker }) => worker.terminate()))
    },
  }

  function hire(): Thread {
    const worker = new Worker(script, {
      workerData: setup,
      execArgv: IS_SOURCE ? ['--conditions=@assay/source'] : [],
      resourceLimits: { maxYoungGenerationSizeMb: THREAD_YOUNG_MB },
    })
    const waiting: Thread['waiting'] = new Map()
    const { promise: ready, resolve } = Promise.withResolvers<void>()
    const thread: Thread = { worker, waiting, isReady: false, ready }
    worker.on('message', (reply: WorkerReply) => {
      if (reply === 'ready') {
        thread.isReady = true
        resolve()
        return
      }
      const { number, scores, read } = reply
      onRead(read)
      waiting.get(number)?.resolve(scores)
      waiting.delete(number)
    })
    worker.on('error', (error) => lost(error instanceof Error ? error.message : String(error)))
    worker.on('exit', (code) => lost(`it ended with code ${code}`))
    return thread

    /** One that had no block yet is done without. */
    function lost(how: string): void {
      if (thread.isReady) end(died(how))
      else crew = crew.filter((other) => other !== thread)
      resolve()
    }
  }

  function leastBusy(): Thread | undefined {
    let least: Thread | undefined
    for (const thread of crew) {
      if (thread.isReady && thread.waiting.size < (least?.waiting.size ?? BLOCKS_AHEAD)) least = thread
    }
    return least
  }

  function end(error: AssayError): void {
    if (ended !== undefined) return
    ended = error
    for (const { waiting } of crew) for (const { reject } of waiting.values()) reject(error)
  }
}

function died(how: string): AssayError {
  return new AssayError({
    kind: 'aborted',
    message: `A thread that scored rows broke down: ${how}. Rows before are whole; run with --threads 0 to do without threads.`,
  })
}
