import { checkLevel } from '../intervals/t-interval.ts'
import { normalQuantile } from '../probability/normal.ts'
import { sumInAnyOrder } from '../spread/sum-in-any-order.ts'
import { type ClusterSum, clusterSum } from './cluster-sums.ts'
import { maxT, type RunPair } from './max-t.ts'
import { differenceOf, type DifferenceOptions, type DifferenceTest, type PairedDifference } from './paired-difference.ts'
import { FEWEST_CLUSTERS, signFlipTest } from './sign-flip.ts'

/** A row that every run scored. */
export type RowOfRuns = {
  /** In [0, 1], one of each run, in the same order throughout. */
  readonly scores: readonly number[]
  readonly cluster?: string | undefined
}

/** That of run `b` less run `a`, both by their place in `scores`. */
export type DifferenceOfRuns = PairedDifference & RunPair

/** Statistics that differ only by rounding are ties. */
const TIES = 1e-9

/**
 * Every pair of several runs on the same rows, all pairs at once: `p` and interval are adjusted, so that at level 0.95 in 95 of 100 samples no pair is
 * wrongly shown to differ (single-step max-T over the sign flips of whole clusters: all patterns up to 14 clusters that move, 9,999 seeded
 * ones beyond). Each interval agrees with its p, and the order of rows changes nothing. Two runs are one pair, with the figures of `pairedDifference`.
 *
 * @throws RangeError for a value outside [0, 1], NaN included, for rows with unlike numbers of scores, and for a level outside (0, 1).
 */
export function pairedDifferences(rows: readonly RowOfRuns[], { level = 0.95 }: DifferenceOptions = {}): DifferenceOfRuns[] {
  checkLevel(level, 'pairedDifferences')
  checkScores(rows)
  const pairs = pairsOf(rows[0]?.scores.length ?? 0)
  const unit = rows.some(({ cluster }) => cluster !== undefined) ? 'cluster' : 'row'
  const groups = clustersOf(rows)
  const found = pairs.map(({ a, b }) => groups.map((group) => clusterSum(group.map(({ scores }) => (scores[b] ?? 0) - (scores[a] ?? 0)))))
  const tests = testsOf(found, pairs, { level, z: normalQuantile((1 + level) / 2) })
  return pairs.map((pair, at) => Object.assign(differenceOf(found[at] ?? [], { unit, level, ...tests(at) }), pair))
}

type Width = Pick<DifferenceTest, 'level' | 'z'>

/** What decides about each pair: alone where it is the only one, else beside all others. */
function testsOf(
  found: readonly (readonly ClusterSum[])[],
  pairs: readonly RunPair[],
  { level, z }: Width,
): (at: number) => Pick<DifferenceTest, 'z' | 'p' | 'exact'> {
  const sums = found.map((clusters) => clusters.map(({ sum }) => sum))
  const clusters = sums[0]?.length ?? 0
  if (pairs.length <= 1 || clusters < FEWEST_CLUSTERS) return (at) => ({ z, ...signFlipTest(sums[at] ?? []) })
  const scales = sums.map((own) => Math.sqrt(sumInAnyOrder(own.map((sum) => sum ** 2))))
  const observed = sums.map((own, at) => Math.abs(sumInAnyOrder(own)) / (scales[at] || 1))
  const gains = Array.from({ length: clusters }, (_, cluster) => pairs.flatMap(({ a }, at) => (a === 0 ? [sums[at]?.[cluster] ?? 0] : [])))
  const { greatest, exact } = maxT({ gains, pairs, scales, observed })
  const critical = greatest[Math.ceil(level * greatest.length - TIES) - 1] ?? 0
  return (at) => ({ z: Math.max(z, critical), p: shareFrom(greatest, (observed[at] ?? 0) - TIES), exact })
}

/** The share of ascending values that are at least `least`. */
function shareFrom(ascending: Float64Array, least: number): number {
  const below = ascending.findIndex((value) => value >= least)
  return below === -1 ? 0 : (ascending.length - below) / ascending.length
}

function clustersOf(rows: readonly RowOfRuns[]): RowOfRuns[][] {
  const named = new Map<string, RowOfRuns[]>()
  const groups: RowOfRuns[][] = []
  for (const row of rows) {
    const group = row.cluster === undefined ? undefined : named.get(row.cluster)
    if (group === undefined) {
      const own = [row]
      groups.push(own)
      if (row.cluster !== undefined) named.set(row.cluster, own)
    } else group.push(row)
  }
  return groups
}

function pairsOf(runs: number): RunPair[] {
  return Array.from({ length: runs }, (_, a) => Array.from({ length: runs - a - 1 }, (__, step) => ({ a, b: a + step + 1 }))).flat()
}

function checkScores(rows: readonly RowOfRuns[]): void {
  const runs = rows[0]?.scores.length
  for (const { scores } of rows) {
    if (scores.length !== runs) throw new RangeError(`pairedDifferences: a row has ${scores.length} scores, and another ${runs}`)
    const wrong = scores.find((score) => !(score >= 0 && score <= 1))
    if (wrong !== undefined) throw new RangeError(`pairedDifferences: the value ${wrong} is not in [0, 1]`)
  }
}
