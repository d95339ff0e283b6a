import { CODE_POINTS } from './code-point-ids.ts'

/**
 * The least Levenshtein distance between a pattern and any substring of a text, the empty one included. 32 rows of the table at once,
 * in |pattern| · |text| / 32 steps; of each column it stores only the change of its last row. Source: Myers, "A fast
 * bit-vector algorithm for approximate string matching based on dynamic programming", J. ACM 46 (1999), with Hyyrö's blocks (2003).
 */
export function leastDistanceInside(pattern: Uint32Array, text: Uint32Array): number {
  // A substring may begin anywhere, so the distance stays 0 along the top row.
  const steps = new Int8Array(text.length)
  for (let start = 0; start < pattern.length; start += WORD) {
    passBlock(pattern.subarray(start, Math.min(start + WORD, pattern.length)), text, steps)
  }
  let distance = pattern.length
  let least = distance
  for (let at = 0; at < steps.length; at += 1) {
    distance += steps[at] ?? 0
    if (distance < least) least = distance
  }
  return least
}

const WORD = 32

/** Takes up to 32 rows: `steps` come in as those of the row above, and go out as those of the last row. */
function passBlock(rows: Uint32Array, text: Uint32Array, steps: Int8Array): void {
  masks ??= new Int32Array(CODE_POINTS)
  const table = masks
  for (let row = 0; row < rows.length; row += 1) table[rows[row] ?? 0] = (table[rows[row] ?? 0] ?? 0) | (1 << row)
  const last = rows.length - 1
  // Bit by bit: the distance grows, or falls, from one row to the next.
  let grows = -1
  let falls = 0
  for (let at = 0; at < text.length; at += 1) {
    const step = steps[at] ?? 0
    const above = step < 0 ? 1 : 0
    const equal = table[text[at] ?? 0] ?? 0
    const free = equal | falls
    const seen = equal | above
    const same = (((seen & grows) + grows) ^ grows) | seen
    let grew = falls | ~(same | grows)
    let fell = grows & same
    steps[at] = ((grew >>> last) & 1) - ((fell >>> last) & 1)
    grew = (grew << 1) | (step > 0 ? 1 : 0)
    fell = (fell << 1) | above
    grows = fell | ~(free | grew)
    falls = grew & free
  }
  for (let row = 0; row < rows.length; row += 1) table[rows[row] ?? 0] = 0
}

/** One table for all calls, all zero between them. */
let masks: Int32Array | undefined
