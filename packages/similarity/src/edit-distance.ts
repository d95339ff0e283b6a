/**
 * The Levenshtein distance of two sequences, with two rows of memory: for texts with more than 65,536 different shared code points.
 * Equal ends are left out first. Source: Wagner and Fischer, "The string-to-string correction problem", J. ACM 21 (1974).
 *
 * @param refuse Called with the lengths of the remaining parts before they are compared; it may throw.
 */
export function editDistance(a: readonly string[], b: readonly string[], refuse?: (a: number, b: number) => void): number {
  const limit = Math.min(a.length, b.length)
  let start = 0
  while (start < limit && a[start] === b[start]) start += 1
  let end = 0
  while (end < limit - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  refuse?.(a.length - start - end, b.length - start - end)
  return distanceInRows(a.slice(start, a.length - end), b.slice(start, b.length - end))
}

function distanceInRows(a: readonly string[], b: readonly string[]): number {
  let above = Uint32Array.from({ length: b.length + 1 }, (_, column) => column)
  let row = new Uint32Array(b.length + 1)
  for (const [index, item] of a.entries()) {
    let left = index + 1
    row[0] = left
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(above, column - 1) + (item === b[column - 1] ? 0 : 1)
      left = Math.min(replaced, at(above, column) + 1, left + 1)
      row[column] = left
    }
    ;[above, row] = [row, above]
  }
  return at(above, b.length)
}

function at(row: Uint32Array, index: number): number {
  return row[index] ?? 0
}
