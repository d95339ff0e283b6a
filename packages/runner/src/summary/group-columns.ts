import { nearestName } from '@assay/text'
import type { DataRowLike } from '../rows/data-row.ts'
import { FILE } from './group-value.ts'

/** Finds columns to group by that no row has. */
export type GroupColumns = {
  /** Takes a row with its values in those columns. */
  readonly see: (row: Pick<DataRowLike, 'sample' | 'columns' | 'file'>, groups: readonly (string | null)[]) => void
  /** A sentence for each column without any value, with similar names. */
  readonly missing: () => readonly string[]
}

/** Rows whose column names are stored, to suggest similar names. */
const LOOKED_AT = 100
const MOST_LISTED = 10
/** Longer values are texts, not groups. */
const LONGEST_LABEL = 40

export function createGroupColumns(columns: readonly string[]): GroupColumns {
  const names = new Set<string>()
  const isSeen = columns.map(() => false)
  let hasFiles = false
  let rowCount = 0
  return {
    see({ sample, columns: held = sample, file }, groups) {
      for (const [at, value] of groups.entries()) if (value !== null) isSeen[at] = true
      rowCount += 1
      if (rowCount > LOOKED_AT) return
      addLabels(names, held, '')
      if (sample.metadata !== undefined && sample.metadata !== null) addLabels(names, sample.metadata, 'metadata.')
      if (file !== undefined) hasFiles = true
    },
    missing() {
      const all = hasFiles ? [...names, FILE] : [...names]
      return rowCount === 0 ? [] : columns.filter((_, at) => isSeen[at] === false).map((column) => sentenceOn(column, all))
    },
  }
}

/** Names of possible groups, also one level down. */
function addLabels(names: Set<string>, held: object, prefix: string): void {
  for (const [name, value] of Object.entries(held)) {
    if (isLabel(value) && name !== 'id') names.add(`${prefix}${name}`)
    else if (prefix === '' && typeof value === 'object' && value !== null && !Array.isArray(value)) addLabels(names, value, `${name}.`)
  }
}

function isLabel(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= LONGEST_LABEL)
}

function sentenceOn(column: string, names: readonly string[]): string {
  const nearest = nearestName(column, names) ?? names.find((name) => name.endsWith(`.${column}`))
  const listed = names.slice(0, MOST_LISTED).join(', ')
  const hint = nearest === undefined ? (names.length === 0 ? '' : ` There is ${listed}.`) : ` Did you mean ${nearest}?`
  return `No row has "${column}", so grouping by it shows one group without a value.${hint}`
}
