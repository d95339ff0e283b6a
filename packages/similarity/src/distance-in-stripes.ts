/**
 * The Levenshtein distance of two texts, counted in code units, if it is at most `most`; undefined if it is not. The table of
 * distances is filled in stripes of 32 rows, a column of 32 cells in a few operations on integers, and only where a path through
 * the table can still end at `most`: for unrelated texts it stops after a fraction of the table. Where it is only asked whether the
 * distance is at most `enough`, a number between the two ends the work as soon as one is known. Sources: Myers, "A fast bit-vector
 * algorithm for approximate string matching", J. ACM 46 (1999); Hyyrö, "A bit-vector algorithm for computing Levenshtein and
 * Damerau edit distances", Nordic J. Computing 10 (2003); the cut-off: Ukkonen, Information and Control 64 (1985).
 */
export function distanceInStripes(a: string, b: string, most: number, enough = -1): number | undefined {
  const [rows, columns] = a.length <= b.length ? [a, b] : [b, a]
  const [m, n] = [rows.length, columns.length]
  if (n - m > most) return undefined
  if (m === 0) return n
  const buffers = buffersFor(columns)
  // A cell is alive if its value plus the least cost of the rest of the path is at most `most`. In the row above the table the
  // value is the column; to the right of the last diagonal every step to the right costs twice.
  let lastAlive = Math.min(n, n - m + Math.floor((most - (n - m)) / 2)) - 1
  let reached = n - 1
  let from = 0
  let corner = 0
  for (let top = 0; top < m; top += 32) {
    const stripe = fillStripe(rows, top, { ...buffers, n, m, most, from, corner, lastAlive })
    if (stripe.end < reached) buffers.deltas.fill(ROSE, stripe.end + 1, reached + 1)
    reached = stripe.end
    const bottom = Math.min(top + 32, m)
    // One way to the end is to replace all that is left on the last diagonal.
    if (stripe.onDiagonal + m - bottom <= enough) return stripe.onDiagonal + m - bottom
    if (bottom === m) return stripe.end === n - 1 && stripe.score <= most ? stripe.score : undefined
    // The column left of the table holds its row number: as long as it is alive, the next stripe begins beside it.
    if (from === 0 && bottom + Math.abs(m - bottom - n) <= most) corner = bottom
    else if (stripe.firstAlive === -1) return undefined
    else [from, corner] = [stripe.firstAlive, stripe.corner]
    lastAlive = Math.max(stripe.lastAlive, from - 1)
  }
  return undefined
}

type Stripe = {
  readonly codes: Uint16Array
  /** The change of the value from each column to the next: in the row above the stripe before it is filled, in its last row after. */
  readonly deltas: Uint8Array
  readonly n: number
  readonly m: number
  readonly most: number
  /** The first column that is filled, and the value left above it. */
  readonly from: number
  readonly corner: number
  readonly lastAlive: number
}

type Filled = {
  /** The last column that was filled, and its value in the last row. */
  readonly end: number
  readonly score: number
  /** The first and the last column that is alive in the last row, -1 for none, and the value left of the first. */
  readonly firstAlive: number
  readonly corner: number
  readonly lastAlive: number
  /** The value on the last diagonal, where that cell is alive. */
  readonly onDiagonal: number
}

const ROSE = 1

function fillStripe(rows: string, top: number, { codes, deltas, n, m, most, from, corner, lastAlive }: Stripe): Filled {
  const height = Math.min(32, m - top)
  for (let row = 0; row < height; row += 1) places[rows.charCodeAt(top + row)] = (places[rows.charCodeAt(top + row)] ?? 0) | (1 << row)
  const shift = height - 1
  let rises = -1
  let falls = 0
  let score = corner + height
  // Distance to the last diagonal, in the last row of the stripe; positive to its right.
  let offset = m - top - height - n + from
  let [firstAlive, lastNow, nextCorner] = [-1, -1, 0]
  let onDiagonal = Infinity
  let column = from
  for (; column < n; column += 1) {
    const delta = deltas[column] ?? ROSE
    const fell = delta >> 1
    let equal = places[codes[column] ?? 0] ?? 0
    const vertical = equal | falls
    equal |= fell
    const horizontal = (((equal & rises) + rises) ^ rises) | equal
    let rose = falls | ~(horizontal | rises)
    let sank = rises & horizontal
    const outRose = (rose >>> shift) & 1
    const outSank = (sank >>> shift) & 1
    deltas[column] = outRose | (outSank << 1)
    rose = (rose << 1) | (delta & 1)
    sank = (sank << 1) | fell
    rises = sank | ~(vertical | rose)
    falls = rose & vertical
    score += outRose - outSank
    offset += 1
    if (score + (offset < 0 ? -offset : offset) <= most) {
      if (firstAlive === -1) [firstAlive, nextCorner] = [column, score - outRose + outSank]
      lastNow = column
      if (offset === 0) onDiagonal = score
    } else if (offset >= 0 && column > lastAlive) break
  }
  for (let row = 0; row < height; row += 1) places[rows.charCodeAt(top + row)] = 0
  return { end: Math.min(column, n - 1), score, firstAlive, corner: nextCorner, lastAlive: lastNow, onDiagonal }
}

/** The rows of the stripe in which each code unit occurs; all zero between calls. */
const places = new Int32Array(0x1_00_00)
let buffers = { codes: new Uint16Array(1024), deltas: new Uint8Array(1024) }

function buffersFor(columns: string): typeof buffers {
  const { length } = columns
  if (buffers.codes.length < length) buffers = { codes: new Uint16Array(2 * length), deltas: new Uint8Array(2 * length) }
  for (let column = 0; column < length; column += 1) buffers.codes[column] = columns.charCodeAt(column)
  buffers.deltas.fill(ROSE, 0, length)
  return buffers
}
