import type { AnyMetric, Sample, Score } from '@assay/core'

/** What starting a worker takes: a thread, the catalog, the metrics. Measured: some 290 ms of CPU time, from sources. */
const START_MS = 300
/** A row must cost as many times more to score than to send there and back; below it, the run itself is what is slow. Copies of rows with 25 passages take some 0.03 ms. */
const LEAST_GAIN = 4
/** Rows on which sending is measured. */
const ROWS_MEASURED = 20

export type WorkersPay = {
  /** Rows that were scored in this process, and what that took. */
  readonly add: (samples: readonly Sample[], scores: readonly (readonly Score[])[], scoreMs: number) => void
  /** Whether the rest of the run should go to workers. */
  readonly pays: () => boolean
}

/**
 * When workers pay, told while the run goes on, since nobody knows how many rows a stream holds: once scoring has taken as long as
 * starting workers takes (at the worst the run takes that long more), and only where a row costs at least four times more to score
 * than to copy to a worker and back. On one thread never.
 */
export function createWorkersPay({ threads, now = () => performance.now() }: { threads: number; now?: () => number }): WorkersPay {
  let rows = 0
  let scoreMs = 0
  let measured = 0
  let copyMs = 0
  return {
    add(samples, scores, ms) {
      rows += samples.length
      scoreMs += ms
      for (let at = 0; at < samples.length && measured < ROWS_MEASURED; at += 1) {
        const startedAt = now()
        try {
          structuredClone([samples[at], scores[at]])
        } catch {
          copyMs = Number.POSITIVE_INFINITY
        }
        copyMs += now() - startedAt
        measured += 1
      }
    },
    pays: () => threads > 1 && scoreMs >= START_MS && scoreMs / rows >= LEAST_GAIN * (copyMs / measured),
  }
}

/**
 * Whether a metric may go to workers: it can be made again from its config, and its scores rest on no model. One that asks for
 * embeddings may, too; its scores are then made in the run, where limits and store are, and nothing is gained.
 */
export function isForWorkers({ config, kind, evidence = 'exact' }: AnyMetric): boolean {
  return config !== null && kind !== 'llm' && evidence === 'exact'
}
