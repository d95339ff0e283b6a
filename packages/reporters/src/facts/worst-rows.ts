import type { EvaluatedRow, RunMetric } from '@assay/runner'
import { badnessOf } from './badness.ts'

/** Keeps the few worst of any number of rows: failed checks and scores furthest from perfect, earlier rows first. */
export function createWorstRows(
  metrics: readonly Pick<RunMetric, 'name' | 'direction'>[],
  size: number,
): {
  add: (row: EvaluatedRow) => void
  list: () => EvaluatedRow[]
} {
  const kept: { readonly row: EvaluatedRow; readonly badness: number }[] = []
  const byName = new Map(metrics.map((metric) => [metric.name, metric]))
  return {
    add(row) {
      const badness = badnessOf(row, byName)
      const least = kept.at(-1)
      if (badness <= 0 || (kept.length === size && least !== undefined && badness <= least.badness)) return
      const place = kept.findIndex((other) => other.badness < badness)
      kept.splice(place === -1 ? kept.length : place, 0, { row, badness })
      if (kept.length > size) kept.pop()
    },
    list: () => kept.map(({ row }) => row),
  }
}
