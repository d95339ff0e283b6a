/** Where ids were looked for, as reasons say it; without `k` among all that were retrieved. */
export function amongFirst(k: number | undefined): string {
  if (k === undefined) return 'among the retrieved ids'
  return k === 1 ? 'at rank 1' : `among the first ${k} retrieved`
}
