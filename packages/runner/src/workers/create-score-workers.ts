import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type AnyMetric, AssayError, type MetricConfig, type Runtime, type Sample, type Score, scoreRow } from '@assay/core'
import type { WorkerReply, WorkerRequest, WorkerSetup } from './score-worker.ts'

export type ScoreWorkersOptions = {
  /** Each with a config. Scores come in this order. */
  readonly metrics: readonly AnyMetric[]
  /** A module that exports `metricFrom(config)`, as `import.meta.resolve('@assay/catalog')`. Each worker loads it. */
  readonly moduleUrl: string | URL
  /** Default: as many as the machine runs at once. */
  readonly threads?: number | undefined
  /** For scores that a worker could not make: where a metric asked a model after all, or threw. Default: core's direct runtime. */
  readonly runtime?: Runtime | undefined
}

export type ScoreWorkers = {
  /** Once all workers have made the metrics: until then the run does better to score by itself. @throws as `scoreBatch` does. */
  readonly ready: () => Promise<void>
  /**
   * The scores of each sample by each metric, as `scoreRow` gives them in this process. Several calls may be in flight.
   * @throws AssayError `config` where a worker could not make the metrics or died; `aborted` after `close`. What a metric throws.
   */
  readonly scoreBatch: (samples: readonly Sample[]) => Promise<Score[][]>
  /** Stops all workers at once; batches in flight are rejected. */
  readonly close: () => Promise<void>
}

/** Rows sent at once: enough that a message costs little beside them, few enough that no worker waits for the last of a batch. */
const ROWS_AT_ONCE = 8
/** Chunks a worker holds: the next one is there when it is done with the first. */
const CHUNKS_AHEAD = 2

/** What is in one message. */
type Chunk = {
  readonly samples: readonly Sample[]
  readonly resolve: (scores: WorkerScores) => void
  readonly reject: (error: unknown) => void
}
type WorkerScores = readonly (readonly (Score | null)[])[]
type Thread = { readonly worker: Worker; readonly inFlight: Map<number, Chunk>; isReady: boolean }

/**
 * Threads that score rows by metrics rebuilt from their configs. Nothing of the run but samples and scores passes between them.
 * @throws AssayError `config` for no metrics, a metric without a config, or a number of threads that is none.
 */
export function createScoreWorkers({ metrics, moduleUrl, threads = availableParallelism(), runtime }: ScoreWorkersOptions): ScoreWorkers {
  if (!(Number.isSafeInteger(threads) && threads >= 1)) throw configError(`threads is ${threads}. Give a whole number of at least 1`)
  const setup: WorkerSetup = { moduleUrl: String(moduleUrl), configs: configsOf(metrics) }
  const queue: Chunk[] = []
  let next = 0
  let ended: AssayError | undefined
  const readiness = Promise.withResolvers<void>()
  // Nobody has to wait for it; who does still sees the error.
  readiness.promise.catch(() => undefined)
  const crew: Thread[] = Array.from({ length: threads }, () => hire())

  return {
    ready: () => readiness.promise,
    async scoreBatch(samples) {
      const chunks: (readonly Sample[])[] = []
      for (let at = 0; at < samples.length; at += ROWS_AT_ONCE) chunks.push(samples.slice(at, at + ROWS_AT_ONCE))
      const scored = await Promise.all(chunks.map((chunk) => inWorker(chunk)))
      return Promise.all(scored.flat().map((scores, at) => completed(scores, samples[at] ?? {})))
    },
    async close() {
      end(new AssayError({ kind: 'aborted', message: 'The score workers were closed before all rows were scored.' }))
      await Promise.all(crew.map(({ worker }) => worker.terminate()))
    },
  }

  function hire(): Thread {
    // From sources, packages are found as sources; a built package runs as it was started.
    const isSource = import.meta.url.endsWith('.ts')
    const worker = new Worker(new URL(isSource ? './score-worker.ts' : './score-worker.js', import.meta.url), {
      workerData: setup,
      ...(isSource ? { execArgv: ['--conditions=@assay/source'] } : {}),
    })
    const thread: Thread = { worker, inFlight: new Map(), isReady: false }
    worker.on('message', (reply: WorkerReply) => take(thread, reply))
    worker.on('error', (error) => end(died(error instanceof Error ? error.message : String(error))))
    worker.on('exit', (code) => end(died(`its thread ended with code ${code}`)))
    return thread
  }

  function take(thread: Thread, reply: WorkerReply): void {
    if (reply.kind === 'broken') return end(configError(`a score worker could not make the metrics: ${reply.message}`))
    if (reply.kind === 'ready') {
      const other = reply.made.findIndex(({ name, signature }, at) => name !== metrics[at]?.name || signature !== metrics[at]?.signature)
      if (other === -1) {
        thread.isReady = true
        rest(thread)
        if (crew.every(({ isReady }) => isReady)) readiness.resolve()
        return undefined
      }
      const [ours, theirs] = [metrics[other]?.signature, reply.made[other]?.signature]
      return end(configError(`the config of ${metrics[other]?.name} makes another metric in a worker: ${theirs}, not ${ours}`))
    }
    const chunk = thread.inFlight.get(reply.id)
    thread.inFlight.delete(reply.id)
    rest(thread)
    chunk?.resolve(reply.scores)
    deal()
  }

  /** An idle worker keeps no process alive. */
  function rest({ worker, inFlight }: Thread): void {
    if (inFlight.size === 0) worker.unref()
  }

  function inWorker(samples: readonly Sample[]): Promise<WorkerScores> {
    return new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(ended)
      queue.push({ samples, resolve, reject })
      deal()
    })
  }

  /** Hands out what waits, first to the worker that has least. */
  function deal(): void {
    for (let ahead = 1; ahead <= CHUNKS_AHEAD; ahead += 1) {
      for (const thread of crew) if (thread.inFlight.size < ahead) send(thread)
    }
  }

  function send({ worker, inFlight }: Thread): void {
    const chunk = queue.shift()
    if (chunk === undefined) return
    const request: WorkerRequest = { id: next, samples: chunk.samples }
    next += 1
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(request)
    } catch {
      // A sample holds what cannot be sent, a function in its metadata say.
      return chunk.resolve(chunk.samples.map(() => metrics.map(() => null)))
    }
    inFlight.set(request.id, chunk)
    worker.ref()
  }

  function end(error: AssayError): void {
    if (ended !== undefined) return
    ended = error
    readiness.reject(error)
    for (const { reject } of [...queue.splice(0), ...crew.flatMap(({ inFlight }) => [...inFlight.values()])]) reject(error)
    for (const { worker } of crew) void worker.terminate()
  }

  function completed(scores: readonly (Score | null)[], sample: Sample): Promise<Score[]> {
    const whole = metrics.map(async (metric, at) => scores[at] ?? (await scoreRow(metric, sample, runtime)))
    return Promise.all(whole)
  }
}

function configsOf(metrics: readonly AnyMetric[]): MetricConfig[] {
  if (metrics.length === 0) throw configError('there is no metric to score by')
  return metrics.map(({ name, config }) => {
    if (config === null) throw configError(`${name} holds a bare function, so no worker can make it again. Score it in this process`)
    return config
  })
}

function died(how: string): AssayError {
  return configError(`a score worker died: ${how}. Score in this process to see where, or give the process more memory`)
}

function configError(fault: string): AssayError {
  return new AssayError({ kind: 'config', message: `Score workers: ${fault}.` })
}
