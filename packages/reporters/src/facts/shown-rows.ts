import type { EvaluatedRow, RunMetric } from '@assay/runner'
import { createWorstRows } from './worst-rows.ts'

/** Rows that a page shows as the worst ones. */
export const WORST_ROWS = { terminal: 5, markdown: 10 }

/** Whether such a page may show a row, of all those asked about so far. */
export type ShownRows = { readonly mayShow: (row: EvaluatedRow) => boolean }

/** Finds the rows that pages of text may show among some of a run's, told in their order: they show no other of them. */
export function createShownRows(metrics: readonly Pick<RunMetric, 'name' | 'direction'>[]): ShownRows {
  const worst = createWorstRows(metrics, Math.max(WORST_ROWS.terminal, WORST_ROWS.markdown))
  const unscored = new Set<string>()
  return {
    mayShow(row) {
      let isFirst = false
      const { scores } = row.result
      for (const name in scores) {
        const score = scores[name]
        if (score?.status !== 'unscored') continue
        const key = `${score.cause} ${name}`
        isFirst ||= !unscored.has(key)
        unscored.add(key)
      }
      return worst.add(row) || isFirst
    },
  }
}
