import { nearestName } from '@assay/text'
import type { EvaluatedRow, RunSummary } from '@assay/runner'

/** Notices columns to group by that no row has. */
export type GroupColumns = {
  readonly rows: (rows: readonly EvaluatedRow[]) => void
  /** A sentence for each of them. */
  readonly missing: (summary: RunSummary) => readonly string[]
}

/** Rows whose names are kept, for what was probably meant. */
const LOOKED_AT = 100

export function createGroupColumns(columns: readonly string[]): GroupColumns {
  const names = new Set<string>()
  let looked = 0
  return {
    rows(rows) {
      if (columns.length === 0 || looked >= LOOKED_AT) return
      for (const { sample } of rows.slice(0, LOOKED_AT - looked)) {
        if (sample.cluster !== undefined) names.add('cluster')
        for (const name of Object.keys(sample.metadata ?? {})) names.add(`metadata.${name}`)
      }
      looked += rows.length
    },
    missing({ summary }) {
      const metrics = Object.values(summary)
      return columns.flatMap((column) => {
        const groups = metrics.flatMap((metric) => metric.groups?.[column] ?? [])
        if (groups.length === 0 || groups.some(({ value }) => value !== null)) return []
        const nearest = nearestName(column, [...names]) ?? [...names].find((name) => name === `metadata.${column}`)
        const hint = nearest === undefined ? (names.size === 0 ? '' : ` There is ${[...names].join(', ')}.`) : ` Did you mean ${nearest}?`
        return [`no row has ${column}, by which rows were to be grouped.${hint}`]
      })
    },
  }
}
