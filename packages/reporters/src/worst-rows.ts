import type { EvaluatedRow, RunMetric } from '@assay/runner'

/** Keeps the few worst of any number of rows: those with the score furthest from perfect, earlier rows first. */
export function createWorstRows(
  metrics: readonly RunMetric[],
  size: number,
): { add: (row: EvaluatedRow) => void; list: () => EvaluatedRow[] } {
  const kept: { readonly row: EvaluatedRow; readonly badness: number }[] = []
  return {
    add(row) {
      const badness = badnessOf(row, metrics)
      const least = kept.at(-1)
      if (badness <= 0 || (kept.length === size && least !== undefined && badness <= least.badness)) return
      const place = kept.findIndex((other) => other.badness < badness)
      kept.splice(place === -1 ? kept.length : place, 0, { row, badness })
      if (kept.length > size) kept.pop()
    },
    list: () => kept.map(({ row }) => row),
  }
}

function badnessOf({ result }: EvaluatedRow, metrics: readonly RunMetric[]): number {
  let worst = 0
  for (const { name, direction } of metrics) {
    const score = result.scores[name]
    if (score?.status === 'scored') worst = Math.max(worst, direction === 'minimize' ? score.value : 1 - score.value)
  }
  return worst
}
