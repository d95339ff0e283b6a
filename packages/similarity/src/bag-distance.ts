/**
 * A lower bound of the edit distance: what remains of the fuller bag of code units after all units that occur in both texts are
 * taken out, wherever they stand. Source: Bartolini, Ciaccia, Patella, "String matching with metric trees using an approximate
 * distance", SPIRE 2002.
 */
export function bagDistance(a: string, b: string): number {
  counts ??= new Int32Array(0x1_00_00)
  for (let at = 0; at < a.length; at += 1) add(counts, a.charCodeAt(at), 1)
  for (let at = 0; at < b.length; at += 1) add(counts, b.charCodeAt(at), -1)
  let onlyA = 0
  let onlyB = 0
  const take = (unit: number): void => {
    const count = counts?.[unit] ?? 0
    if (count > 0) onlyA += count
    else onlyB -= count
    counts?.fill(0, unit, unit + 1)
  }
  for (let at = 0; at < a.length; at += 1) take(a.charCodeAt(at))
  for (let at = 0; at < b.length; at += 1) take(b.charCodeAt(at))
  return Math.max(onlyA, onlyB)
}

/** One table for all calls, all zero between them: clearing what was used is far cheaper than a table per pair. */
let counts: Int32Array | undefined

function add(table: Int32Array, unit: number, by: number): void {
  table[unit] = (table[unit] ?? 0) + by
}
