import { randomBytes } from 'node:crypto'
import { abortedError, AssayError, type Clock, fieldsRead, systemClock, unscoredBy } from '@assay/core'
import type { Stopped } from './calls/failure-watch.ts'
import { createMetricStops } from './calls/metric-stops.ts'
import { createRunCalls } from './calls/run-calls.ts'
import { packageVersion } from './package-version.ts'
import { createRowPlanner } from './checks/row-planner.ts'
import { type EvaluateOptions, requireOptions } from './evaluate-options.ts'
import type { EvaluatedRow } from './rows/data-row.ts'
import { createRowPool } from './rows/row-pool.ts'
import { createRowScorer } from './rows/row-scorer.ts'
import { createRowSource, type RowSource } from './rows/row-source.ts'
import { type RunTrace, startRunTrace } from './telemetry/run-trace.ts'
import { runSettings } from './settings/run-settings.ts'
import { FILE, fileGroupOf, groupsOf } from './summary/group-value.ts'
import { createEffort } from './summary/effort.ts'
import { createRunSummarizer, type RunInfo, runMetric, type RunSummary } from './summary/run-summary.ts'

/** Rows that may wait for an earlier, slower one, per unit of concurrency. */
const WINDOW_PER_CONCURRENCY = 20
/** How long a metric may take to react when the run is aborted; then its open scores are abandoned. */
const ABORT_GRACE_MS = 1000

/**
 * A run in progress. Its rows come in input order, once: read them by `for await`, or by `batches()` for speed. It proceeds only as fast
 * as they are read.
 */
export type Evaluation = AsyncIterable<EvaluatedRow> & {
  readonly run: RunInfo
  /** @throws AssayError `config` if the rows are being read already. */
  readonly batches: () => AsyncGenerator<readonly EvaluatedRow[], void, undefined>
  /**
   * The run without its rows, after the last of them was taken. If no reader has started by the next turn of the event loop, the run
   * reads the rows itself and discards them. Rejects with what the data source threw, unless it is an AssayError: that one becomes
   * `stopped`.
   */
  readonly result: () => Promise<RunSummary>
  /** @deprecated It works for this release. `(await run.summary).summary` is `(await run.result()).metrics`. */
  readonly summary: Promise<RunSummary & { readonly summary: RunSummary['metrics'] }>
  /** Calls in flight and how many are allowed, over all adapters. */
  readonly load: () => { readonly inFlight: number; readonly limit: number | null }
}

/**
 * Scores every row by every metric.
 * A row or a judge that fails leaves an unscored score, never an exception; so does a metric that throws (cause `config`, or `data` for a
 * row too large for it). The same failure on row after row ends the run early, or only the metric with the failure, with the reason in
 * `stopped` of its result.
 * @throws AssayError `config` for an unknown option, no metrics, two with one name, an invalid number, or a column that rows cannot be
 * grouped by.
 */
export function evaluate(options: EvaluateOptions): Evaluation {
  requireOptions(options)
  const planner = createRowPlanner(options.metrics)
  const { clock = systemClock, signal = options.runtime?.signal, concurrency = runSettings.concurrency.default, onEvent } = options
  const ending = new AbortController()
  const startedAt = isoTime(clock)
  const begunAt = clock.monotonic()
  const id = options.resume ?? runId(startedAt)
  const groupBy = typeof options.groupBy === 'string' ? [options.groupBy] : options.groupBy
  const summarizer = createRunSummarizer(groupBy)
  const stops = createMetricStops(options)
  planner.onMetric((metric) => {
    summarizer.begin(metric)
    stops.begin(metric)
  })
  const runInfo = (): RunInfo => {
    const metrics = Array.from(planner.metrics().values(), ([first, ...others]) =>
      first === undefined ? [] : [runMetric(first, others)],
    ).flat()
    return { id, ...options.about, startedAt, assayVersion: packageVersion, metrics }
  }
  const effort = createEffort()
  let trace: RunTrace | undefined
  let stopRows: ((stopped: Stopped) => void) | undefined
  /** Without its store a run would pay for replies that nobody can use again. */
  function onStoreLost(error: unknown): void {
    if (!AssayError.is(error)) return
    stopRows?.({ cause: error.kind, reason: error.message })
    ending.abort(error)
  }
  const calls = createRunCalls({
    ...options,
    concurrency,
    clock,
    runId: id,
    signal: ending.signal,
    onEvent(event) {
      effort.see(event)
      ignoringErrors(onEvent)(event)
    },
    onStoreLost,
    traced: (attempt) => (trace === undefined ? attempt() : trace.attempt(attempt)),
  })
  const ended = Promise.withResolvers<RunSummary>()
  // Readers of the rows see the same error; a result without a reader must not end the process.
  ended.promise.catch(() => undefined)
  let isRead = false
  const notes: string[] = []

  async function* read(): AsyncGenerator<readonly EvaluatedRow[], void, undefined> {
    const window = WINDOW_PER_CONCURRENCY * concurrency
    let source: RowSource
    try {
      source = createRowSource(options.data, {
        batchSize: window,
        reads: typeof options.metrics === 'function' ? undefined : fieldsRead(options.metrics),
        onDocuments: (path) => notes.push(`Contexts were given as objects, and read by their ${path}.`),
      })
      await calls.begin()
      trace = await startRunTrace({ runId: id, metrics: Array.from(planner.metrics().keys()) })
    } catch (error) {
      ended.reject(error)
      throw error
    }
    const scorer = createRowScorer({
      runtimeFor: (name, repeat) => trace?.runtime(calls.runtimeFor(name, repeat)) ?? calls.runtimeFor(name, repeat),
      traced: trace?.score,
      signal: options.runtime?.signal ?? ending.signal,
      repeat: options.repeat ?? 1,
      allowPartial: options.allowPartial ?? false,
    })
    const pool = createRowPool({
      source,
      planOf: planner.planOf,
      scorer:
        options.stopScope === 'metric'
          ? { ...scorer, atOnce: (metric, sample) => stops.scoreFor(metric) ?? scorer.atOnce(metric, sample) }
          : scorer,
      concurrency,
      window,
      fileOf: groupBy?.includes(FILE) === true ? fileGroupOf : undefined,
      groupsOf: groupBy === undefined || groupBy.length === 0 ? undefined : groupsOf(groupBy),
      onScore: stops.see,
    })
    stopRows = pool.stop
    const over = new AbortController()
    const onAbort = (): void => {
      const error = abortedError(signal)
      pool.stop({ cause: error.kind, reason: error.message })
      ending.abort(error)
      clock.sleep(ABORT_GRACE_MS, over.signal).then(
        () => pool.abandon(({ signature }) => unscoredBy(error, { signature })),
        () => undefined,
      )
    }
    const onFinish = (): void => {
      const error = abortedError(options.finish)
      pool.stop({ cause: error.kind, reason: error.message })
    }
    const unlisten = [listen(signal, onAbort), listen(options.finish, onFinish)]
    let isWhole = false
    let rowCount = 0
    try {
      for (let rows = await pool.next(); rows !== null; rows = await pool.next()) {
        summarizer.add(rows)
        rowCount += rows.length
        if (onEvent !== undefined) for (const row of rows) ignoringErrors(onEvent)({ type: 'row', row })
        yield rows
      }
      isWhole = true
    } catch (error) {
      ended.reject(error)
      throw error
    } finally {
      for (const stop of unlisten) stop()
      over.abort()
      if (!isWhole) {
        pool.stop({ cause: 'aborted', reason: 'The rows were not read to their end.' })
        ending.abort(abortedError())
      }
      const stopped = pool.stopped() ?? stops.stopped()
      trace?.end({ rows: rowCount, stopped: stopped?.cause })
      await calls.end(stopped === undefined && isWhole ? 'finished' : 'interrupted').catch((error: unknown) => {
        ended.reject(error)
        throw error
      })
      ended.resolve(
        summarizer.finish(runInfo(), {
          finishedAt: isoTime(clock),
          durationMs: Math.round(clock.monotonic() - begunAt),
          stopped,
          cost: calls.cost(),
          costNote: calls.costNote(),
          ...effort.result(),
          warnings: [...notes, ...calls.warnings()],
        }),
      )
    }
  }

  function batches(): AsyncGenerator<readonly EvaluatedRow[], void, undefined> {
    if (isRead) {
      throw new AssayError({
        kind: 'config',
        message: 'The rows of this run are read only once, and a reader has them already. Collect them as they come, or evaluate again.',
      })
    }
    isRead = true
    return read()
  }

  function result(): Promise<RunSummary> {
    setImmediate(() => {
      if (!isRead) void drain(batches())
    })
    return ended.promise
  }

  return {
    run: runInfo(),
    batches,
    load: calls.load,
    async *[Symbol.asyncIterator]() {
      for await (const rows of batches()) yield* rows
    },
    result,
    get summary() {
      const former = result().then((run) => ({ ...run, summary: run.metrics }))
      former.catch(() => undefined)
      return former
    },
  }
}

async function drain(batches: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _rows of batches);
  } catch {
    // The result rejects with the same error.
  }
}

/** Calls `then` when the signal fires, or now if it has fired; returns a function that removes the listener. */
function listen(signal: AbortSignal | undefined, then: () => void): () => void {
  if (signal?.aborted === true) then()
  else signal?.addEventListener('abort', then, { once: true })
  return () => signal?.removeEventListener('abort', then)
}

/** A listener's own failure is not the run's. */
function ignoringErrors(onEvent: EvaluateOptions['onEvent']): NonNullable<EvaluateOptions['onEvent']> {
  return (event) => {
    try {
      const heard: unknown = onEvent?.(event)
      if (heard instanceof Promise) heard.catch(() => undefined)
    } catch {
      // The run cannot handle it here.
    }
  }
}

function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString()
}

function runId(startedAt: string): string {
  return `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z-${randomBytes(3).toString('hex')}`
}
