import type { AnyMetric, Clock } from '@assay/core'
import { readDataset } from '@assay/datasets'
import { createJsonlReporter, createJsonReporter, createTerminalReporter, type RowForm, type TextSink } from '@assay/reporters'
import { evaluate, type RunSummary } from '@assay/runner'
import { createBufferPool } from '../buffer-pool.ts'
import { createRenderedRows } from '../rendered-rows.ts'
import { scoredElsewhere } from '../scored-elsewhere.ts'
import { shardedRows } from '../sharded-rows.ts'

export type LaneRun = {
  readonly paths: readonly string[]
  readonly metrics: readonly AnyMetric[]
  /** None: everything in this thread, as ever. */
  readonly threads: number
  readonly form?: RowForm
  readonly columns?: Readonly<Record<string, string>>
  readonly finish?: AbortSignal
  readonly onBatch?: (batches: number) => void
  readonly script?: URL
}

/** All that a user gets to see of a run, its id left out. */
export type LaneOutcome = {
  readonly report: string
  readonly page: string
  readonly warnings: readonly string[]
  readonly stopped: RunSummary['stopped']
  readonly rows: number
}

/** One run, its rows written and shown, in either lane. */
export async function runInLane(o: LaneRun): Promise<LaneOutcome> {
  return (await countedRun(o)).outcome
}

/** The same, and how many of its rows were written when they were scored. */
export async function countedRun(o: LaneRun): Promise<{ readonly outcome: LaneOutcome; readonly rendered: number }> {
  const { paths, metrics, threads, form = 'json', columns = {}, finish } = o
  const warnings: string[] = []
  const onWarning = (message: string): void => void warnings.push(message)
  const needs = [...new Set(metrics.flatMap((metric) => metric.needs))]
  const rooms = createBufferPool(4)
  const rendered = createRenderedRows(rooms.give)
  const order = { columns, needs, form }
  const blocks = { blockBytes: 64 * 1024, awaitThreads: true, script: o.script }
  const lane = threads === 0 ? undefined : { paths, metrics, order, threads, ...blocks, rendered, rooms, onWarning }
  const evaluation = evaluate({
    data: lane === undefined ? readDataset(paths, { columns, needs, onWarning }) : shardedRows(lane),
    metrics: lane === undefined ? metrics : metrics.map(scoredElsewhere),
    clock: stoppedClock,
    finish,
  })
  const [file, page] = [memorySink(), memorySink()]
  const writer = form === 'json' ? createJsonReporter(file) : createJsonlReporter(file)
  const terminal = createTerminalReporter({ sink: page, width: 100, color: false, unicode: true })
  await Promise.all([writer.begin(evaluation.run), terminal.begin(evaluation.run)])
  let [rows, batches, ahead] = [0, 0, 0]
  for await (const batch of evaluation.batches()) {
    const { count, pieces } = rendered.of(batch)
    for (const piece of pieces) await writer.rendered?.rows(piece)
    await writer.rows(batch.slice(count))
    await terminal.rows(batch)
    rows += batch.length
    ahead += count
    batches += 1
    o.onBatch?.(batches)
  }
  const summary = await evaluation.summary
  await Promise.all([writer.end(summary), terminal.end(summary)])
  const known = (text: string): string => text.replaceAll(summary.run.id, 'the run')
  const outcome = { report: known(file.text()), page: known(page.text()), warnings, stopped: summary.stopped, rows }
  return { outcome, rendered: ahead }
}

const stoppedClock: Clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() }

function memorySink(): TextSink & { readonly text: () => string } {
  const pieces: Buffer[] = []
  return {
    open: () => Promise.resolve(),
    write: (piece) => void pieces.push(Buffer.from(typeof piece === 'string' ? Buffer.from(piece) : piece)),
    close: () => Promise.resolve({ bytes: 0 }),
    discard: () => Promise.resolve(),
    text: () => Buffer.concat(pieces).toString(),
  }
}
