import { normalCdf, normalDensity } from '../probability/normal.ts'
import { sumInAnyOrder } from '../spread/sum-in-any-order.ts'

/** With fewer clusters there is no test. */
export const FEWEST_CLUSTERS = 5
/** Totals that differ only by rounding are ties, as a share of Σ |sums|. */
const TIES = 1e-10
/** A total this near to 0, as a share of Σ |sums|, is 0. */
const ROUNDING = 1e-12
/** With more different totals, or more steps, p is approximated. */
const MOST_TOTALS = 200_000
const MOST_WORK = 1e8
/** This many of the greatest sums are enumerated if the rest is approximated. */
const GREATEST = 12

export type SignFlip = {
  /** Two-sided, in (0, 1]; `null` under five clusters. */
  readonly p: number | null
  /** Why there is no p; `null` if there is one. */
  readonly noP: string | null
  /** Whether `p` counts all sign patterns. Else the greatest sums are enumerated, and the rest is a normal distribution corrected by its fourth cumulant. */
  readonly exact: boolean
}

/**
 * The sign-flip test of paired differences, two-sided: if the two sides are alike, the sum of a cluster's differences could as well have had
 * the other sign. p is the share of all 2^G sign patterns whose total is at least as far from 0. There is no random sampling, and the order
 * of the clusters has no effect.
 *
 * @param sums the sum of the differences of each cluster, weighted as the statistic weighs them.
 * @throws RangeError for a sum that is not finite.
 */
export function signFlipTest(sums: readonly number[]): SignFlip {
  const wrong = sums.find((sum) => !Number.isFinite(sum))
  if (wrong !== undefined) throw new RangeError(`signFlipTest: the sum ${wrong} of a cluster is not finite`)
  if (sums.length < FEWEST_CLUSTERS) return { p: null, noP: tooFew(sums.length, 'cluster', 'a test needs'), exact: false }
  const sizes = Float64Array.from(sums, Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => b - a)
  const all = sumInAnyOrder(Array.from(sizes))
  const observed = Math.abs(sumInAnyOrder(sums))
  if (observed <= ROUNDING * all) return { p: 1, noP: null, exact: true }
  const counted = shareOfPatterns(sizes, observed - TIES * all, TIES * all)
  // A p that underflows is small, but not 0.
  const p = Math.min(1, Math.max(counted ?? approximateShare(sizes, observed), Number.MIN_VALUE))
  return { p, noP: null, exact: counted !== null }
}

/** `4 clusters: a test needs at least 5` */
export function tooFew(clusters: number, unit: 'row' | 'cluster', what: string): string {
  return `${clusters} ${unit}${clusters === 1 ? '' : 's'}: ${what} at least ${FEWEST_CLUSTERS}`
}

type Totals = { readonly keys: Float64Array; readonly shares: Float64Array; length: number }

/**
 * The share of sign patterns whose total is at least `reach` from 0, by the list of all different totals: each sum s replaces every
 * total x by x − s and x + s. If scores change in few steps, the list stays short. `null` if it does not.
 */
function shareOfPatterns(sizes: Float64Array, reach: number, tie: number): number | null {
  let totals: Totals = { keys: Float64Array.of(0), shares: Float64Array.of(1), length: 1 }
  let spare = emptyTotals(2)
  let work = 0
  for (const size of sizes) {
    if (spare.keys.length < 2 * totals.length) spare = emptyTotals(4 * totals.length)
    flip(totals, size, tie, spare)
    ;[totals, spare] = [spare, totals]
    work += totals.length
    if (totals.length > MOST_TOTALS || work > MOST_WORK) return null
  }
  let share = 0
  // The list is symmetric. Starting at its far end, the smallest shares are added first.
  for (let at = totals.length - 1; at >= 0 && (totals.keys[at] ?? 0) >= reach; at -= 1) share += totals.shares[at] ?? 0
  return 2 * share
}

function emptyTotals(length: number): Totals {
  return { keys: new Float64Array(length), shares: new Float64Array(length), length: 0 }
}

/** Merges the totals minus `size` with those plus `size`, both ascending, and adds up totals that differ by at most `tie`. */
function flip({ keys, shares, length }: Totals, size: number, tie: number, into: Totals): void {
  const { keys: merged, shares: added } = into
  let [lower, upper, count] = [0, 0, 0]
  while (upper < length) {
    const isLower = lower < length && (keys[lower] ?? 0) - size <= (keys[upper] ?? 0) + size
    const at = isLower ? lower : upper
    const key = (keys[at] ?? 0) + (isLower ? -size : size)
    const share = (shares[at] ?? 0) / 2
    if (isLower) lower += 1
    else upper += 1
    if (count > 0 && key - (merged[count - 1] ?? 0) <= tie) added[count - 1] = (added[count - 1] ?? 0) + share
    else {
      merged[count] = key
      added[count] = share
      count += 1
    }
  }
  into.length = count
}

/**
 * Enumerates the greatest sums; the total of the rest is a normal distribution with its fourth cumulant κ (Edgeworth):
 * P(Z > u) ≈ 1 − Φ(u) + φ(u) κ (u³ − 3u) / 24.
 */
function approximateShare(sizes: Float64Array, observed: number): number {
  const rest = sizes.subarray(GREATEST)
  let [squares, fourths] = [0, 0]
  for (const size of rest) {
    squares += size ** 2
    fourths += size ** 4
  }
  const cumulant = (-2 * fourths) / squares ** 2
  const deviation = Math.sqrt(squares)
  let sum = 0
  for (let pattern = 0; pattern < 2 ** GREATEST; pattern += 1) {
    let total = 0
    for (let bit = 0; bit < GREATEST; bit += 1) total += (pattern >> bit) & 1 ? -(sizes[bit] ?? 0) : (sizes[bit] ?? 0)
    const u = (observed - total) / deviation
    sum += normalCdf(-u) + (normalDensity(u) * cumulant * (u ** 3 - 3 * u)) / 24
  }
  return (2 * sum) / 2 ** GREATEST
}
