import type { NamedCount } from '@assay/reporters/comparison'

const NAMED_ROWS = 10

/** How many rows, and the ids of the first ten. */
export function namedRows(rows: readonly { readonly id: string }[]): NamedCount {
  return { count: rows.length, ids: rows.slice(0, NAMED_ROWS).map(({ id }) => id) }
}
