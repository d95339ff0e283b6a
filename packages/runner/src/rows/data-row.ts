import type { Sample, Score } from '@assay/core'
import type { RowGate } from '../checks/row-gate.ts'
import type { SkippedCheck } from '../checks/skipped-check.ts'

/** One row from a data reader. */
export type DataRowLike = {
  readonly sample: Sample & { readonly id: string }
  /** Whether the data contains the id. A generated one is a position and cannot pair rows across runs. */
  readonly idGiven: boolean
  /** 0-based, over all sources. */
  readonly index: number
  /** The row as its source holds it, by the names of its columns: rows can be grouped by these. */
  readonly columns?: Readonly<Record<string, unknown>> | undefined
  /** The name of its data file. */
  readonly file?: string | undefined
}

/** The result of one row, as JSON. A result file adds `inputHash(sample)`, so the hash is computed only for files. */
export type RowResult = {
  readonly id: string
  readonly idGiven: boolean
  readonly index: number
  readonly cluster?: string
  /** The data file, if rows are grouped by it: ids are unique within each. */
  readonly file?: string
  /** The row's values in the columns that rows are grouped by; absent without grouping. */
  readonly groups?: Readonly<Record<string, string | null>>
  /** By metric name. A metric that was not applied to the row is absent. */
  readonly scores: Readonly<Record<string, Score>>
  /** The outcome of its checks; absent if there was no condition. */
  readonly gate?: RowGate
  /** Requested checks that could not be run; absent if there is none. */
  readonly skipped?: readonly SkippedCheck[]
}

export type EvaluatedRow = {
  readonly result: RowResult
  readonly sample: Sample & { readonly id: string }
  /** As in `DataRowLike`. */
  readonly columns?: DataRowLike['columns']
  readonly file?: DataRowLike['file']
  /** Inputs of its checks outside the sample: see `RowChecks`. */
  readonly asks?: readonly string[]
}
