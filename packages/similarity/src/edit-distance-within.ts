/**
 * The Levenshtein distance of two texts, counted in code units, if it is at most `most`; undefined if it is not. For each
 * number of edits it finds how far every diagonal of the table is reached: about most² steps, and memory for 2 · most numbers. Source:
 * Ukkonen, "Algorithms for approximate string matching", Information and Control 64 (1985).
 */
export function editDistanceWithin(a: string, b: string, most: number): number | undefined {
  const last = b.length - a.length
  if (Math.abs(last) > most) return undefined
  const middle = most + 1
  let before = new Int32Array(2 * most + 3).fill(UNREACHED)
  let reached = new Int32Array(2 * most + 3).fill(UNREACHED)
  before[middle] = -1
  for (let edits = 0; edits <= most; edits += 1) {
    // Diagonals outside the table, or too far from the last one, are left out.
    const from = Math.max(-edits, -a.length, last - (most - edits))
    const to = Math.min(edits, b.length, last + (most - edits))
    for (let diagonal = from; diagonal <= to; diagonal += 1) {
      const at = middle + diagonal
      const replaced = (before[at] ?? UNREACHED) + 1
      const deleted = (before[at + 1] ?? UNREACHED) + 1
      const inserted = before[at - 1] ?? UNREACHED
      let row = Math.min(Math.max(replaced, deleted, inserted), a.length, b.length - diagonal)
      while (row < a.length && row + diagonal < b.length && a.charCodeAt(row) === b.charCodeAt(row + diagonal)) row += 1
      reached[at] = row
    }
    if ((reached[middle + last] ?? UNREACHED) >= a.length) return edits
    ;[before, reached] = [reached, before]
  }
  return undefined
}

/** So low that it never becomes a valid position. */
const UNREACHED = -1_000_000_000
