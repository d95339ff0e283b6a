import type { MatrixRow, PageComparison } from '../../src/comparison/page/compared-row.ts'
import { isInGroups } from '../group-choices.ts'
import type { View } from './view.ts'

/** A row with its place among the details. */
export type PlacedRow = { readonly row: MatrixRow; readonly at: number }

/** Rows that a view lets through, in its order; unscored ones come last, whichever way scores are ordered. */
export function arrangedRows(rows: readonly PlacedRow[], view: View, about: PageComparison): PlacedRow[] {
  const wanted = view.query.trim().toLowerCase()
  const isLowerBetter = about.metrics[view.metric]?.direction === 'minimize'
  return rows
    .filter(({ row }) => isShown(row, view, isLowerBetter) && (wanted === '' || holds(row, wanted)))
    .toSorted((one, other) => compared(one.row, other.row, view) || one.at - other.at)
}

/** How far apart the scores of the shown runs are; 0 where fewer than two scored the row. */
export function spreadOf(row: MatrixRow, { metric, runs }: Pick<View, 'metric' | 'runs'>): number {
  const scored = runs.flatMap((run) => row.scores[metric]?.[run] ?? [])
  return scored.length < 2 ? 0 : Math.max(...scored) - Math.min(...scored)
}

function isShown(row: MatrixRow, { show, metric, runs, better, than, groups }: View, isLowerBetter: boolean): boolean {
  const scores = row.scores[metric] ?? []
  if (show === 'differ' && spreadOf(row, { metric, runs }) === 0) return false
  if (show === 'unscored' && !runs.some((run) => (scores[run] ?? null) === null)) return false
  if (better !== undefined && than !== undefined) {
    const [one, other] = [scores[better] ?? null, scores[than] ?? null]
    if (one === null || other === null || (isLowerBetter ? one >= other : one <= other)) return false
  }
  return isInGroups(row, groups)
}

function holds({ id, cluster, question }: MatrixRow, wanted: string): boolean {
  return [id, cluster, question].some((text) => text?.toLowerCase().includes(wanted))
}

function compared(one: MatrixRow, other: MatrixRow, { by, falling, metric, runs }: View): number {
  const sign = falling ? -1 : 1
  if (by === 'id') return sign * (one.id < other.id ? -1 : Number(one.id > other.id))
  if (by === 'spread') return sign * (spreadOf(one, { metric, runs }) - spreadOf(other, { metric, runs }))
  const [a, b] = [one.scores[metric]?.[by] ?? null, other.scores[metric]?.[by] ?? null]
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (a - b)
}
