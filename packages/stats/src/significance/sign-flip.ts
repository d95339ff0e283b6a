import { seededRandom } from '../random/seeded-random.ts'

/** Under so many clusters, no result of the test could be significant at .05: the least p of 5 is 2 / 2⁵ = .0625. */
const FEWEST_CLUSTERS = 6
/** Up to so many clusters all flips are tried. */
const MOST_EXHAUSTIVE = 16
const DRAWN_FLIPS = 10_000
/** A word of 24 signs decides three blocks of eight clusters, whose 256 sums each are worked out once. */
const BLOCK = 8
const WORD = 24
/** Sums that differ only by rounding are ties: a permuted sum this near to the observed one, as a share of Σ |sums|, reaches it. */
const ROUNDING = 1e-12

export type SignFlip = {
  /** Two-sided, in (0, 1]; `null` under six clusters. */
  readonly p: number | null
  /** Why there is no p; `null` where there is one. */
  readonly noP: string | null
  /** Sign patterns looked at: 2^clusters up to 16 clusters, 10,000 drawn ones beyond. */
  readonly flips: number
  /** Whether all patterns were tried; then `p` has no chance in it. */
  readonly exhaustive: boolean
}

/**
 * The sign-flip permutation test of paired differences, two-sided: if the two sides are alike, the sum of a cluster's differences could as
 * well have had the other sign. p is the share of patterns whose total is at least as far from 0: of all 2^G up to 16 clusters, else
 * (1 + b) / (1 + B) over B = 10,000 drawn with `seed`. The same clusters and seed give the same p.
 *
 * @param clusterSums the sum of the differences of each cluster, weighted as the statistic weighs them.
 * @throws RangeError for a sum that is not finite.
 */
export function signFlipTest(clusterSums: readonly number[], { seed = 1 }: { readonly seed?: number } = {}): SignFlip {
  const clusters = clusterSums.length
  const wrong = clusterSums.find((sum) => !Number.isFinite(sum))
  if (wrong !== undefined) throw new RangeError(`signFlipTest: the sum ${wrong} of a cluster is not finite`)
  if (clusters < FEWEST_CLUSTERS) {
    return {
      p: null,
      noP: `${clusters} cluster${clusters === 1 ? '' : 's'}: a test needs at least ${FEWEST_CLUSTERS}`,
      flips: 0,
      exhaustive: false,
    }
  }
  const exhaustive = clusters <= MOST_EXHAUSTIVE
  const flips = exhaustive ? 2 ** clusters : DRAWN_FLIPS
  const wordOf = exhaustive ? (flip: number) => flip : drawnWords(seed)
  // Without a sum there is no sign.
  const signed = exhaustive ? clusterSums : clusterSums.filter((sum) => sum !== 0)
  const totals = new Float64Array(flips)
  let observed = 0
  let size = 0
  for (let from = 0; from < signed.length; from += WORD) {
    const [first, second, third] = [0, 1, 2].map((block) => blockSums(signed.slice(from + block * BLOCK, from + (block + 1) * BLOCK)))
    if (first === undefined || second === undefined || third === undefined) break
    addFlips(totals, { first, second, third, wordOf })
    observed += (first[0] ?? 0) + (second[0] ?? 0) + (third[0] ?? 0)
  }
  for (const sum of signed) size += Math.abs(sum)
  const reach = Math.abs(observed) - ROUNDING * size
  let reached = 0
  for (const total of totals) if (Math.abs(total) >= reach) reached += 1
  return { p: exhaustive ? reached / flips : (1 + reached) / (1 + flips), noP: null, flips, exhaustive }
}

/** Adds the sums of three blocks under each pattern. A loop of its own, so that it is compiled whole. */
function addFlips(
  totals: Float64Array,
  o: Record<'first' | 'second' | 'third', Float64Array> & { readonly wordOf: (flip: number) => number },
): void {
  const { first, second, third, wordOf } = o
  for (let flip = 0; flip < totals.length; flip += 1) {
    const word = wordOf(flip)
    totals[flip] = (totals[flip] ?? 0) + ((first[word & 255] ?? 0) + (second[(word >> 8) & 255] ?? 0) + (third[word >> 16] ?? 0))
  }
}

/** The sum of a block under each of the 256 patterns; bit i set flips the i-th. Bits beyond the block change nothing. */
function blockSums(block: readonly number[]): Float64Array {
  const sums = new Float64Array(256)
  for (const value of block) sums[0] = (sums[0] ?? 0) + value
  // Each bit doubles the patterns: those with it are those without it, less twice its value.
  for (let bit = 0; bit < BLOCK; bit += 1) {
    const step = 1 << bit
    const twice = 2 * (block[bit] ?? 0)
    for (let pattern = 0; pattern < step; pattern += 1) sums[step + pattern] = (sums[pattern] ?? 0) - twice
  }
  return sums
}

function drawnWords(seed: number): () => number {
  const random = seededRandom(seed)
  return () => (random() * 2 ** WORD) | 0
}
