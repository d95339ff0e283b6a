import type { PageRow } from '../src/html/page-row.ts'

/** The address of one row of the page: its id, and its place where an id may stand in several groups. */
export function rowHash({ id, index, groups }: PageRow): string {
  return `#${new URLSearchParams(groups === undefined ? { row: id } : { row: id, at: String(index) }).toString()}`
}

/** The row that an address names; of several with this id the one at the place, else the first. */
export function rowInHash(hash: string, rows: readonly PageRow[]): PageRow | undefined {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const named = rows.filter(({ id }) => id === params.get('row'))
  return named.find(({ index }) => String(index) === params.get('at')) ?? named[0]
}
