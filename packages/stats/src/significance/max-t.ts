import { seededRandom } from '../random/seeded-random.ts'

/** Up to so many clusters that move, all patterns of signs are tried. */
const MOST_EXHAUSTIVE = 14
const DRAWN = 9999
const SEED = 1
/** Signs that one random number decides. */
const WORD = 24

/** Two runs, by their places. */
export type RunPair = { readonly a: number; readonly b: number }

export type MaxTOptions = {
  /** By cluster: the sums of the runs 1, 2, … less that of run 0. */
  readonly gains: readonly (readonly number[])[]
  readonly pairs: readonly RunPair[]
  /** By pair: √Σ s² over its clusters, 0 where none moves. */
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
 * What the greatest statistic of all pairs is if the runs are alike (the single-step max-T of Westfall and Young, 1993). The order of the
 * clusters changes nothing: they are sorted by what they hold, up to their sign, before the same patterns are drawn.
 */
export function maxT({ gains, pairs, scales, observed }: MaxTOptions): MaxT {
  const moved = gains.filter((own) => own.some((gain) => gain !== 0)).map(turned)
  moved.sort(byContent)
  const exact = moved.length <= MOST_EXHAUSTIVE
  const columns = (gains[0] ?? []).map((_, run) => Float64Array.from(moved, (own) => own[run] ?? 0))
  const signs = new Int8Array(moved.length)
  const setSigns = exact ? setBits : createSignDrawer()
  const patterns = exact ? 2 ** moved.length : DRAWN
  const greatest = new Float64Array(exact ? patterns : patterns + 1)
  for (let pattern = 0; pattern < patterns; pattern += 1) {
    setSigns(signs, pattern)
    greatest[pattern] = greatestOf([0].concat(columns.map((column) => signedSum(column, signs))), pairs, scales)
  }
  if (!exact) greatest[patterns] = Math.max(...observed)
  return { greatest: greatest.sort(), exact }
}

/** The greatest statistic of the pairs, by the totals of the runs. */
function greatestOf(totals: readonly number[], pairs: readonly RunPair[], scales: readonly number[]): number {
  let greatest = 0
  for (const [at, { a, b }] of pairs.entries()) {
    const scale = scales[at] ?? 0
    if (scale > 0) greatest = Math.max(greatest, Math.abs((totals[b] ?? 0) - (totals[a] ?? 0)) / scale)
  }
  return greatest
}

/** The same up to its sign: the first gain that is not 0 lies above it. */
function turned(gains: readonly number[]): readonly number[] {
  const first = gains.find((gain) => gain !== 0) ?? 0
  return first < 0 ? gains.map((gain) => -gain) : gains
}

function byContent(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((gain, run) => gain !== other[run])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

function signedSum(values: Float64Array, signs: Int8Array): number {
  let sum = 0
  for (let at = 0; at < values.length; at += 1) sum += (values[at] ?? 0) * (signs[at] ?? 0)
  return sum
}

function setBits(signs: Int8Array, pattern: number): void {
  for (let at = 0; at < signs.length; at += 1) signs[at] = (pattern >> at) & 1 ? -1 : 1
}

function createSignDrawer(): (signs: Int8Array) => void {
  const random = seededRandom(SEED)
  return (signs) => {
    let word = 0
    for (let at = 0; at < signs.length; at += 1) {
      if (at % WORD === 0) word = (random() * 2 ** WORD) | 0
      signs[at] = (word >> (at % WORD)) & 1 ? -1 : 1
    }
  }
}
