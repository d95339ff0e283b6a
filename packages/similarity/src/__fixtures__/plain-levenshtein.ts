/** Levenshtein similarity by the book: the whole table, over code points after NFC, without a bound or a shortcut. */
export function plainLevenshtein(a: string, b: string): number {
  const [from, to] = [Array.from(a.normalize('NFC')), Array.from(b.normalize('NFC'))]
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, point] of from.entries()) {
    const row = [index + 1]
    for (const [column, other] of to.entries()) {
      row.push(Math.min((above[column] ?? 0) + Number(point !== other), (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1))
    }
    above = row
  }
  const max = Math.max(from.length, to.length)
  return max === 0 ? 1 : (max - (above[to.length] ?? 0)) / max
}
