import type { Sample, Score } from '@assay/core'
import type { RowGate } from '../checks/row-gate.ts'
import type { SkippedCheck } from '../checks/skipped-check.ts'

/** One row as a reader of data hands it on. */
export type DataRowLike = {
  readonly sample: Sample & { readonly id: string }
  /** Whether the data named the id; a made-up one is a position and pairs nothing across runs. */
  readonly idGiven: boolean
  /** 0-based, over all sources. */
  readonly index: number
  /** The row as its source holds it, by the names of its columns: what rows can be grouped by. */
  readonly columns?: Readonly<Record<string, unknown>> | undefined
  /** The name of its data file. */
  readonly file?: string | undefined
}

/** What a run says of one row: JSON. A result file adds `inputHash(sample)`, so that it is only made where it is kept. */
export type RowResult = {
  readonly id: string
  readonly idGiven: boolean
  readonly index: number
  readonly cluster?: string
  /** The data file, where rows are grouped by it: ids are unique within each. */
  readonly file?: string
  /** By the columns that rows are grouped by, what this one holds there; absent where they are not. */
  readonly groups?: Readonly<Record<string, string | null>>
  /** By metric name. A metric that was not asked of the row is absent. */
  readonly scores: Readonly<Record<string, Score>>
  /** How the row fared under its checks; absent where nothing was to be reached. */
  readonly gate?: RowGate
  /** What was asked of the row and could not be checked; absent where there is none. */
  readonly skipped?: readonly SkippedCheck[]
}

export type EvaluatedRow = {
  readonly result: RowResult
  readonly sample: Sample & { readonly id: string }
  /** As in `DataRowLike`. */
  readonly columns?: DataRowLike['columns']
  readonly file?: DataRowLike['file']
  /** What its checks asked besides: see `RowChecks`. */
  readonly asks?: readonly string[]
}
