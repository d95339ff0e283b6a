/**
 * How many code units have to be inserted, deleted or replaced to make one name of another (Levenshtein 1966). In a quadratic time: for
 * names, not for texts.
 */
export function editDistance(a: string, b: string): number {
  // Of the row of the table above the one being filled: what it takes to make `b` up to here of what `a` was so far.
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
