/** The retrieved ids that were searched, for reasons: the first `k`, or all. */
export function amongFirst(k: number | undefined): string {
  if (k === undefined) return 'among the retrieved ids'
  return k === 1 ? 'at rank 1' : `among the first ${k} retrieved`
}
