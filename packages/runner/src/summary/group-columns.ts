import type { Sample } from '@assay/core'
import { nearestName } from '@assay/text'

/** Notices columns to group by that no row has. */
export type GroupColumns = {
  /** Takes a row with its values in those columns. */
  readonly see: (sample: Sample, groups: readonly (string | null)[]) => void
  /** A sentence for each column without any value, with what was probably meant. */
  readonly missing: () => readonly string[]
}

/** Rows whose names are kept, for what was probably meant. */
const LOOKED_AT = 100

export function createGroupColumns(columns: readonly string[]): GroupColumns {
  const names = new Set<string>()
  const isSeen = columns.map(() => false)
  let rowCount = 0
  return {
    see(sample, groups) {
      for (const [at, value] of groups.entries()) if (value !== null) isSeen[at] = true
      rowCount += 1
      if (rowCount > LOOKED_AT) return
      if (sample.cluster !== undefined && sample.cluster !== null) names.add('cluster')
      for (const name of Object.keys(sample.metadata ?? {})) names.add(`metadata.${name}`)
    },
    missing: () => (rowCount === 0 ? [] : columns.filter((_, at) => isSeen[at] === false).map((column) => sentenceOn(column, [...names]))),
  }
}

function sentenceOn(column: string, names: readonly string[]): string {
  const nearest = nearestName(column, names) ?? names.find((name) => name === `metadata.${column}`)
  const hint = nearest === undefined ? (names.length === 0 ? '' : ` There is ${names.join(', ')}.`) : ` Did you mean ${nearest}?`
  return `No row has "${column}", so grouping by it shows one group without a value.${hint}`
}
