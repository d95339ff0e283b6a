import type { EvaluatedRow, RunMetric } from '@assay/runner'
import { badnessOf } from './badness.ts'

/** Collects the worst rows of a run: failed checks, then scores furthest from perfect; earlier rows first. */
export function createWorstRows(
  metrics: readonly Pick<RunMetric, 'name' | 'direction'>[],
  size: number,
): {
  add: (row: EvaluatedRow) => void
  list: () => EvaluatedRow[]
} {
  const found: { readonly row: EvaluatedRow; readonly badness: number }[] = []
  const byName = new Map(metrics.map((metric) => [metric.name, metric]))
  return {
    add(row) {
      const badness = badnessOf(row, byName)
      const least = found.at(-1)
      if (badness <= 0 || (found.length === size && least !== undefined && badness <= least.badness)) return
      const place = found.findIndex((other) => other.badness < badness)
      found.splice(place === -1 ? found.length : place, 0, { row, badness })
      if (found.length > size) found.pop()
    },
    list: () => found.map(({ row }) => row),
  }
}
