import { refuseBeyondLimit } from './work-limit.ts'

/**
 * The length of the longest common subsequence of two lists of tokens. 32 rows of the table at once, in |a| · |b| / 32 steps. Source:
 * Crochemore, Iliopoulos, Pinzon and Reid, "A fast and practical bit-vector algorithm for the longest common subsequence problem",
 * Information Processing Letters 80 (2001).
 *
 * @throws AssayError `data` if that would take too long; `similarity` names it in the message.
 */
export function commonSubsequence(similarity: string, a: readonly string[], b: readonly string[]): number {
  const limit = Math.min(a.length, b.length)
  let start = 0
  while (start < limit && a[start] === b[start]) start += 1
  let end = 0
  while (end < limit - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  // Tokens of one text only are in no common subsequence.
  const ofB = new Set(b)
  const ids = new Map<string, number>()
  for (const token of a) if (ofB.has(token) && !ids.has(token)) ids.set(token, ids.size)
  const rows = idsOf(a.slice(start, a.length - end), ids)
  const columns = idsOf(b.slice(start, b.length - end), ids)
  refuseBeyondLimit(similarity, rows.length, columns.length, 'words')
  return start + end + lengthOf(rows, columns, ids.size)
}

const WORD = 32
const CARRIES_FROM = 0x1_00_00_00_00

function idsOf(tokens: readonly string[], ids: ReadonlyMap<string, number>): Uint32Array {
  const found: number[] = []
  for (const token of tokens) {
    const id = ids.get(token)
    if (id !== undefined) found.push(id)
  }
  return Uint32Array.from(found)
}

function lengthOf(rows: Uint32Array, columns: Uint32Array, size: number): number {
  const masks = new Int32Array(size)
  // The carry of the addition from one block of rows into the next, by column.
  const carries = new Uint8Array(columns.length)
  let length = 0
  for (let start = 0; start < rows.length; start += WORD) {
    const block = rows.subarray(start, Math.min(start + WORD, rows.length))
    for (let row = 0; row < block.length; row += 1) masks[block[row] ?? 0] = (masks[block[row] ?? 0] ?? 0) | (1 << row)
    let open = -1
    for (let at = 0; at < columns.length; at += 1) {
      const matching = open & (masks[columns[at] ?? 0] ?? 0)
      const sum = (open >>> 0) + (matching >>> 0) + (carries[at] ?? 0)
      carries[at] = sum >= CARRIES_FROM ? 1 : 0
      open = sum | (open & ~matching)
    }
    for (let row = 0; row < block.length; row += 1) {
      if (((open >>> row) & 1) === 0) length += 1
      masks[block[row] ?? 0] = 0
    }
  }
  return length
}
