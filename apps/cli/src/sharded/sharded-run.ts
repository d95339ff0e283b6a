import type { AnyMetric } from '@assay/core'
import type { ColumnSource } from '@assay/datasets'
import type { EvaluatedRow, EvaluationData, MetricChoice } from '@assay/runner'
import { createBufferPool } from './buffer-pool.ts'
import { createRenderedRows, type Rendered } from './rendered-rows.ts'
import { scoredElsewhere } from './scored-elsewhere.ts'
import { shardedRows } from './sharded-rows.ts'
import { sizeThreadHeaps } from '../small-heap.ts'
import { formOf, threadCount, type ThreadedRun } from './thread-count.ts'

export type ShardedRunOptions = ThreadedRun & { readonly columns: Readonly<Record<string, ColumnSource>> }

/** A run whose rows are scored by threads: `evaluate` takes data and metrics as those of any other. */
export type ShardedRun = {
  readonly data: EvaluationData
  readonly metrics: readonly AnyMetric[]
  /** The rows of a batch as they are written. Asked once for each batch, in order. */
  readonly rendered: (rows: readonly EvaluatedRow[]) => Rendered
}

/** Blocks small enough that few of them do not count in memory, and that no thread waits long for the last one. */
const BLOCK_BYTES = 64 * 1024

/**
 * The same run by threads, where that can be and pays: what it gives is the same to the byte. `undefined` otherwise.
 */
export function shardedRun(
  options: ShardedRunOptions,
  metrics: MetricChoice,
  told: { readonly onWarning: (message: string) => void; readonly onThreads: () => void },
): ShardedRun | undefined {
  const { data: paths, outputs } = options
  const columns = namesOf(options.columns)
  // A function that chooses metrics row by row is the user's, and stays here.
  if (columns === undefined || typeof metrics === 'function') return undefined
  const threads = threadCount(options, metrics)
  if (threads === 0) return undefined
  sizeThreadHeaps()
  const rooms = createBufferPool(2 * threads + 2)
  const rendered = createRenderedRows(rooms.give)
  const needs = [...new Set(metrics.flatMap((metric) => metric.needs))]
  const order = { columns, needs, form: formOf(outputs)?.form }
  return {
    data: shardedRows({ paths, metrics, order, threads, blockBytes: BLOCK_BYTES, rendered, rooms, ...told }),
    metrics: metrics.map(scoredElsewhere),
    rendered: rendered.of,
  }
}

/** The columns where all are named; `undefined` where a function of the user's is among them. */
function namesOf(columns: Readonly<Record<string, ColumnSource>>): Record<string, string> | undefined {
  const names: Record<string, string> = {}
  for (const [field, column] of Object.entries(columns)) {
    if (typeof column !== 'string') return undefined
    names[field] = column
  }
  return names
}
