import { randomBytes } from 'node:crypto'
import { abortedError, type AnyMetric, AssayError, type Clock, createDirectRuntime, type Runtime, systemClock } from '@assay/core'
import { assayVersion } from './assay-version.ts'
import type { EvaluatedRow } from './data-row.ts'
import { createFailureWatch } from './failure-watch.ts'
import { gateFirstCalls } from './first-call-gate.ts'
import { createRowPool } from './row-pool.ts'
import { createRowSource, type EvaluationData } from './row-source.ts'
import { createRunSummarizer, type RunInfo, runMetric, type RunSummary } from './run-summary.ts'

const DEFAULT_CONCURRENCY = 8
/** Rows that may wait for an earlier, slower one, per unit of concurrency. */
const WINDOW_PER_CONCURRENCY = 20

export type EvaluateOptions = {
  /** Samples, or batches of rows as a data reader gives them. Read once, as fast as rows are finished and taken. */
  readonly data: EvaluationData
  /** At least one; every name at most once. */
  readonly metrics: readonly AnyMetric[]
  /** Scores (one metric of one row) in flight at most. Default 8. */
  readonly concurrency?: number | undefined
  /** How adapters are asked. Default: core's direct runtime, under `signal`. One given here ends its calls by its own signal. */
  readonly runtime?: Runtime | undefined
  /**
   * Ends the run early. Rows begun by then are still handed out, their open scores unscored as `aborted`, so that no score that
   * was computed is lost; rows not begun are left out. Default: the runtime's own signal.
   */
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/**
 * A run in progress. Its rows come in input order, once: read them by `for await`, or by `batches()` where speed counts. It goes on
 * only as fast as they are read.
 */
export type Evaluation = AsyncIterable<EvaluatedRow> & {
  readonly run: RunInfo
  /** @throws AssayError `config` if the rows are being read already. */
  readonly batches: () => AsyncGenerator<readonly EvaluatedRow[], void, undefined>
  /**
   * Settles after the last row was taken. Asked for while nobody reads the rows by the next turn of the event loop, the run reads
   * them itself and keeps only their summary. Rejects with what the data source threw, unless it is an AssayError: that one stands in `stopped`.
   */
  readonly summary: Promise<RunSummary>
}

/**
 * Scores every row by every metric.
 *
 * A row or a judge that fails leaves an unscored score, never an exception; so does a metric that throws (cause `config`). The
 * same failure on row after row ends the run early, with its finished rows and the reason in `summary.stopped`.
 * @throws AssayError `config` for no metrics, two of one name, or a concurrency that is no positive integer.
 */
export function evaluate(options: EvaluateOptions): Evaluation {
  const metrics = checkedMetrics(options.metrics)
  const concurrency = checkedConcurrency(options.concurrency ?? DEFAULT_CONCURRENCY)
  const { clock = systemClock, signal = options.runtime?.signal } = options
  const ending = new AbortController()
  const startedAt = isoTime(clock)
  const run: RunInfo = { id: runId(startedAt), startedAt, assayVersion, metrics: metrics.map(runMetric) }
  const summarizer = createRunSummarizer(metrics)
  const summary = Promise.withResolvers<RunSummary>()
  // Whoever reads the rows sees the same error there; a summary nobody asked for must not end the process.
  summary.promise.catch(() => undefined)
  let isRead = false

  async function* read(): AsyncGenerator<readonly EvaluatedRow[], void, undefined> {
    const window = WINDOW_PER_CONCURRENCY * concurrency
    const watches = metrics.map(({ name }) => createFailureWatch(name))
    const pool = createRowPool({
      source: createRowSource(options.data, window),
      metrics,
      runtime: gateFirstCalls(options.runtime ?? createDirectRuntime({ signal: ending.signal })),
      concurrency,
      window,
      onScore: (index, score) => watches[index]?.see(score),
    })
    const onAbort = (): void => {
      const error = abortedError(signal)
      pool.stop({ cause: error.kind, reason: error.message })
      ending.abort(error)
    }
    if (signal?.aborted === true) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
    let isWhole = false
    try {
      for (let rows = await pool.next(); rows !== null; rows = await pool.next()) {
        summarizer.add(rows)
        yield rows
      }
      isWhole = true
    } catch (error) {
      summary.reject(error)
      throw error
    } finally {
      signal?.removeEventListener('abort', onAbort)
      if (!isWhole) {
        pool.stop({ cause: 'aborted', reason: 'The rows were not read to their end.' })
        ending.abort(abortedError())
      }
      summary.resolve(summarizer.finish(run, isoTime(clock), pool.stopped()))
    }
  }

  function batches(): AsyncGenerator<readonly EvaluatedRow[], void, undefined> {
    if (isRead) {
      throw new AssayError({
        kind: 'config',
        message: 'The rows of this run are read only once, and a reader has them already. Keep them as they come, or evaluate again.',
      })
    }
    isRead = true
    return read()
  }

  return {
    run,
    batches,
    async *[Symbol.asyncIterator]() {
      for await (const rows of batches()) yield* rows
    },
    get summary() {
      setImmediate(() => {
        if (!isRead) void drain(batches())
      })
      return summary.promise
    },
  }
}

async function drain(batches: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _rows of batches);
  } catch {
    // The summary rejects with the same error.
  }
}

function checkedMetrics(metrics: readonly AnyMetric[]): readonly AnyMetric[] {
  if (metrics.length === 0) throw configError('evaluate() was given no metrics. Pass at least one.')
  const byName = new Map<string, AnyMetric>()
  for (const metric of metrics) {
    const other = byName.get(metric.name)
    if (other !== undefined) {
      throw configError(
        `Two metrics are named ${metric.name}: ${other.signature} and ${metric.signature}. Give one of them another name with the option "name".`,
      )
    }
    if (metric.name === '' || metric.name === '__proto__') throw configError(`"${metric.name}" cannot name a metric: ${metric.signature}`)
    byName.set(metric.name, metric)
  }
  return [...metrics]
}

function checkedConcurrency(concurrency: number): number {
  if (Number.isSafeInteger(concurrency) && concurrency > 0) return concurrency
  throw configError(`concurrency is ${concurrency}; it must be a positive integer.`)
}

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}

function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString()
}

function runId(startedAt: string): string {
  return `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z-${randomBytes(3).toString('hex')}`
}
