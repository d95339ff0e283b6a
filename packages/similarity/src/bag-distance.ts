/**
 * A lower bound of the edit distance: the size of the larger multiset of code units after removing the units that occur in both texts,
 * at any position. Source: Bartolini, Ciaccia, Patella, "String matching with metric trees using an approximate
 * distance", SPIRE 2002.
 */
export function bagDistance(a: string, b: string): number {
  for (let at = 0; at < a.length; at += 1) {
    const unit = a.charCodeAt(at)
    counts[unit] = (counts[unit] ?? 0) + 1
  }
  let common = 0
  for (let at = 0; at < b.length; at += 1) {
    const unit = b.charCodeAt(at)
    const left = counts[unit] ?? 0
    if (left > 0) {
      counts[unit] = left - 1
      common += 1
    }
  }
  for (let at = 0; at < a.length; at += 1) counts[a.charCodeAt(at)] = 0
  return Math.max(a.length, b.length) - common
}

/** One table for all calls, all zero between them: clearing the used entries is much cheaper than a new table per pair. */
const counts = new Int32Array(0x1_00_00)
