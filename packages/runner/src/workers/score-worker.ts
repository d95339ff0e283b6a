// What runs in the thread of a score worker. Started by createScoreWorkers, never imported for its values.
import { parentPort, workerData } from 'node:worker_threads'
import { type AnyMetric, AssayError, type MetricConfig, type Runtime, type Sample, type Score, scoreRow } from '@assay/core'

export type WorkerSetup = { readonly moduleUrl: string; readonly configs: readonly MetricConfig[] }

export type WorkerRequest = { readonly id: number; readonly samples: readonly Sample[] }

/** The first reply says what the worker made; `null` stands where a score could not be had here, and the run has to make it. */
export type WorkerReply =
  | { readonly kind: 'ready'; readonly made: readonly { readonly name: string; readonly signature: string }[] }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'scores'; readonly id: number; readonly scores: readonly (readonly (Score | null)[])[] }

type MetricModule = { readonly metricFrom: (config: MetricConfig) => AnyMetric | PromiseLike<AnyMetric> }

/** Models are asked where limits, store and budget are. No AssayError: no metric may make an unscored row of it. */
const refuse = () => Promise.reject(new TypeError('A score worker asks no model.'))
const runtime: Runtime = { generate: refuse, embed: refuse }

const port = parentPort
if (port !== null) {
  const { moduleUrl, configs }: WorkerSetup = workerData
  const made = makeMetrics(moduleUrl, configs)
  made.then(
    (metrics) => reply({ kind: 'ready', made: metrics.map(({ name, signature }) => ({ name, signature })) }),
    (error: unknown) => reply({ kind: 'broken', message: error instanceof Error ? error.message : String(error) }),
  )
  port.on('message', ({ id, samples }: WorkerRequest) => {
    void made.then(async (metrics) => {
      const scores: (Score | null)[][] = []
      for (const sample of samples) scores.push(await scoresOf(metrics, sample))
      reply({ kind: 'scores', id, scores })
    })
  })
}

async function makeMetrics(moduleUrl: string, configs: readonly MetricConfig[]): Promise<AnyMetric[]> {
  const module: Partial<MetricModule> = await import(moduleUrl)
  const { metricFrom } = module
  if (typeof metricFrom !== 'function') throw new AssayError({ kind: 'config', message: `${moduleUrl} exports no function metricFrom.` })
  return Promise.all(configs.map(async (config) => metricFrom(config)))
}

async function scoresOf(metrics: readonly AnyMetric[], sample: Sample): Promise<(Score | null)[]> {
  const scores: (Score | null)[] = []
  for (const metric of metrics) {
    // What a metric throws is thrown again in the run, where it is somebody's to see.
    scores.push(await scoreOrNull(metric, sample))
  }
  return scores
}

async function scoreOrNull(metric: AnyMetric, sample: Sample): Promise<Score | null> {
  try {
    return await scoreRow(metric, sample, runtime)
  } catch {
    return null
  }
}

function reply(message: WorkerReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
