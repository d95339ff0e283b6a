import type { Score } from '@assay/core'
import type { DataRowLike, RowResult } from './data-row.ts'

/** What is said of a row with these scores. */
export function rowResult({ sample: { id, cluster }, idGiven, index }: DataRowLike, scores: Readonly<Record<string, Score>>): RowResult {
  return cluster !== undefined && cluster !== null ? { id, idGiven, index, cluster, scores } : { id, idGiven, index, scores }
}
