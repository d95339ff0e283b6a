/**
 * The Levenshtein distance of two names in code units, with the plain quadratic algorithm (Levenshtein 1966). For names; similarities of
 * texts use `@assay/similarity`.
 */
export function nameDistance(a: string, b: string): number {
  // The previous row of the table.
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (above[j - 1] ?? 0) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1)
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    above = row
  }
  return above[b.length] ?? 0
}
