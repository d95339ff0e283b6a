import { seededRandom } from '../random/seeded-random.ts'

/** Up to this many clusters with a difference, all sign patterns are enumerated. */
const MOST_EXHAUSTIVE = 14
const DRAWN = 9999
const SEED = 1
/** Sums of a cluster this near to each other, for each of its rows, are equal: the rest is rounding. */
const ROUNDING = 1e-12
/** Signs taken from one random number. */
const WORD = 24
/** Signs whose sum is looked up in one table access. */
const BYTE = 8
/** Size of the buffer of drawn signs, eight in a byte. */
const MOST_BYTES = 1 << 24

/** Two runs, by index. */
export type RunPair = { readonly a: number; readonly b: number }

/** A cluster as all runs scored it. */
export type ClusterOfRuns = {
  /** Unique. Signs are drawn for clusters in the order of their keys. Those without one come first, by their sums. */
  readonly key: string | undefined
  readonly rows: number
  /** The sum of the scores of each run. */
  readonly sums: readonly number[]
}

export type MaxTOptions = {
  readonly clusters: readonly ClusterOfRuns[]
  readonly pairs: readonly RunPair[]
  /** By pair: √Σ s² over its clusters, 0 if there is no difference. */
  readonly scales: readonly number[]
  /** By pair: |Σ s| / √Σ s². */
  readonly observed: readonly number[]
}

export type MaxT = {
  /** Ascending: for each pattern of signs the greatest |Σ ± s| / √Σ s² of all pairs, a cluster having the same sign in all of them. */
  readonly greatest: Float64Array
  /** Whether these are all patterns; else 9,999 drawn ones and the observed one. */
  readonly exact: boolean
}

/**
 * The null distribution of the greatest statistic of all pairs (the single-step max-T of Westfall and Young, 1993). The order of the
 * clusters has no effect: they are sorted before the patterns are drawn. If they have keys, the order of the runs has none either, to the last bit.
 */
export function maxT({ clusters, pairs, scales, observed }: MaxTOptions): MaxT {
  const moved = clusters.filter(hasMoved).map(centred).sort(byKey)
  const exact = moved.length <= MOST_EXHAUSTIVE
  const columns = (clusters[0]?.sums ?? []).map((_, run) => Float64Array.from(moved, ({ sums }) => sums[run] ?? 0))
  const patterns = exact ? 2 ** moved.length : DRAWN
  const greatest = new Float64Array(exact ? patterns : patterns + 1)
  const bytes = Math.ceil(moved.length / BYTE)
  const drawSigns = exact ? countedSigns : createSignDrawer()
  const most = Math.max(1, Math.floor(MOST_BYTES / Math.max(1, bytes)))
  const totals = columns.map(() => 0)
  for (let first = 0; first < patterns; first += most) {
    const count = Math.min(most, patterns - first)
    const signs = Array.from({ length: bytes }, () => new Uint8Array(count))
    for (let pattern = 0; pattern < count; pattern += 1) drawSigns(signs, pattern, first + pattern)
    const sums = columns.map((column) => signedSums(column, signs, count))
    for (let pattern = 0; pattern < count; pattern += 1) {
      for (const [at, sum] of sums.entries()) totals[at] = sum[pattern] ?? 0
      greatest[first + pattern] = greatestOf(totals, pairs, scales)
    }
  }
  if (!exact) greatest[patterns] = Math.max(...observed)
  return { greatest: greatest.sort(), exact }
}

/** The greatest statistic of the pairs, by the totals of the runs. */
function greatestOf(totals: readonly number[], pairs: readonly RunPair[], scales: readonly number[]): number {
  let greatest = 0
  for (let at = 0; at < pairs.length; at += 1) {
    const { a = 0, b = 0 } = pairs[at] ?? {}
    const scale = scales[at] ?? 0
    if (scale > 0) greatest = Math.max(greatest, Math.abs((totals[b] ?? 0) - (totals[a] ?? 0)) / scale)
  }
  return greatest
}

function hasMoved({ rows, sums }: ClusterOfRuns): boolean {
  return Math.max(...sums) - Math.min(...sums) > ROUNDING * rows
}

/** Less the middle between the greatest and the least sum, which is the same in any order of the runs. */
function centred({ key, rows, sums }: ClusterOfRuns): ClusterOfRuns {
  const middle = (Math.max(...sums) + Math.min(...sums)) / 2
  const own = sums.map((sum) => sum - middle)
  return { key, rows, sums: key === undefined ? turned(own) : own }
}

/** Normalizes the sign: the first sum that is not 0 becomes positive. */
function turned(sums: readonly number[]): readonly number[] {
  const first = sums.map(rounded).find((sum) => sum !== 0) ?? 0
  return first < 0 ? sums.map((sum) => -sum) : sums
}

function byKey(one: ClusterOfRuns, other: ClusterOfRuns): number {
  if (one.key === other.key) return one.key === undefined ? bySums(one.sums, other.sums) : 0
  if (one.key === undefined || other.key === undefined) return one.key === undefined ? -1 : 1
  return one.key < other.key ? -1 : 1
}

function bySums(one: readonly number[], other: readonly number[]): number {
  const differences = one.map((sum, run) => rounded(sum) - rounded(other[run] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}

/** In billionths. */
function rounded(sum: number): number {
  return Math.round(sum * 1e9)
}

/** Signs of many patterns, of eight clusters each: a bit of 1 flips the sign of its cluster. */
type Signs = readonly Uint8Array[]

/**
 * The total of the values for each pattern. For each group of eight values all 256 totals are computed once, so a pattern needs one
 * look-up instead of eight additions.
 */
function signedSums(values: Float64Array, signs: Signs, patterns: number): Float64Array {
  const sums = new Float64Array(patterns)
  const known = new Float64Array(2 ** BYTE)
  for (const [byte, own] of signs.entries()) {
    fillTotals(known, values.subarray(byte * BYTE, (byte + 1) * BYTE))
    for (let pattern = 0; pattern < patterns; pattern += 1) sums[pattern] = (sums[pattern] ?? 0) + (known[own[pattern] ?? 0] ?? 0)
  }
  return sums
}

/** All totals of eight values or fewer, by the bits of the flipped ones. */
function fillTotals(known: Float64Array, values: Float64Array): void {
  known[0] = values.reduce((sum, value) => sum + value, 0)
  for (let bits = 1; bits < known.length; bits += 1) {
    const lowest = 31 - Math.clz32(bits & -bits)
    known[bits] = (known[bits & (bits - 1)] ?? 0) - 2 * (values[lowest] ?? 0)
  }
}

type SetSigns = (signs: Signs, at: number, pattern: number) => void

const countedSigns: SetSigns = (signs, at, pattern) => {
  for (const [byte, own] of signs.entries()) own[at] = pattern >> (byte * BYTE)
}

function createSignDrawer(): SetSigns {
  const random = seededRandom(SEED)
  return (signs, at) => {
    let word = 0
    for (let byte = 0; byte < signs.length; byte += 1) {
      const shift = (byte * BYTE) % WORD
      if (shift === 0) word = (random() * 2 ** WORD) | 0
      const own = signs[byte]
      if (own !== undefined) own[at] = word >> shift
    }
  }
}
