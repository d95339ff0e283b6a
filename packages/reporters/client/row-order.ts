import { isInGroups } from './group-choices.ts'
import type { PageMetric, PageRow } from '../src/html/page-row.ts'

/** `worst`, `index`, `id`, or a metric as `score:<name>`; each ascending or descending. */
export type Order = { readonly by: string; readonly falling: boolean }
export type Filter = { readonly query: string; readonly show: string; readonly groups: Readonly<Record<string, string>> }

/** The rows that match a filter, sorted. Unscored rows come last in both directions. */
export function arrangedRows(
  rows: readonly PageRow[],
  { query, show, groups }: Filter,
  { by, falling }: Order,
  metrics: readonly PageMetric[],
): PageRow[] {
  const wanted = query.trim().toLowerCase()
  const sign = falling ? -1 : 1
  const name = by.startsWith('score:') ? by.slice('score:'.length) : undefined
  return rows
    .filter((row) => isShown(row, show, metrics) && isInGroups(row, groups) && (wanted === '' || holds(row, wanted)))
    .toSorted((a, b) => (name === undefined ? sign * compared(a, b, by) : byScore(a, b, name, sign)) || a.index - b.index)
}

function isShown(row: PageRow, show: string, metrics: readonly PageMetric[]): boolean {
  const scores = Object.values(row.scores)
  if (show === 'failed') return row.gate?.passed === false || scores.some(({ passed }) => passed === false)
  if (show === 'unscored') return scores.some(({ value }) => value === null)
  if (show === 'imperfect') {
    return metrics.some(({ name, direction }) => {
      const value = row.scores[name]?.value
      return value !== undefined && value !== (direction === 'minimize' ? 0 : 1)
    })
  }
  return true
}

function holds({ id, cluster, question, reference, scores }: PageRow, wanted: string): boolean {
  if ([id, cluster, question, reference].some((text) => text?.toLowerCase().includes(wanted))) return true
  return Object.values(scores).some(({ reason, cause }) => reason.toLowerCase().includes(wanted) || cause?.includes(wanted) === true)
}

function compared(a: PageRow, b: PageRow, by: string): number {
  if (by === 'id') return a.id < b.id ? -1 : Number(a.id > b.id)
  return by === 'worst' ? b.badness - a.badness : a.index - b.index
}

function byScore(a: PageRow, b: PageRow, name: string, sign: number): number {
  const [one, other] = [a.scores[name]?.value ?? undefined, b.scores[name]?.value ?? undefined]
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  return sign * (one - other)
}
