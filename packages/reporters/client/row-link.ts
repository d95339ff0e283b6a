/** The address of one row of the page. */
export function rowHash(id: string): string {
  return `#${new URLSearchParams({ row: id }).toString()}`
}

/** The id of the row that an address names. */
export function rowInHash(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('row') ?? undefined
}
