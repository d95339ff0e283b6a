import { checkLevel } from '../intervals/t-interval.ts'
import { normalQuantile } from '../probability/normal.ts'
import { type ClusterSum, clusterSum } from './cluster-sums.ts'
import { type DifferenceSums, differenceSums } from './difference-interval.ts'
import { type ClusterOfRuns, maxT, type RunPair } from './max-t.ts'
import { differenceOf, type DifferenceOptions, type DifferenceTest, type PairedDifference } from './paired-difference.ts'
import { FEWEST_CLUSTERS, signFlipTest } from './sign-flip.ts'

/** A row that every run scored. */
export type RowOfRuns = {
  /** In [0, 1], one of each run, in the same order throughout. */
  readonly scores: readonly number[]
  readonly cluster?: string | undefined
  /** What names the row in every run, such as its id. Unique among rows without a cluster. */
  readonly key?: string | undefined
}

/** Run `b` minus run `a`, both by index in `scores`. */
export type DifferenceOfRuns = PairedDifference & RunPair

export type SeveralDifferenceOptions = DifferenceOptions & {
  /** The index of the run that all others are compared with. Then only these pairs count, each as the other run minus this one. Default: all pairs. */
  readonly baseline?: number | undefined
}

/** Statistics that differ only by rounding are ties. */
const TIES = 1e-9

/**
 * Every pair of several runs on the same rows, all pairs at once: `p` and interval are adjusted, so at level 0.95 no pair is wrongly
 * significant in 95 of 100 samples (single-step max-T over the sign flips of whole clusters: all patterns up to 14 clusters with a difference, 9,999 seeded
 * ones beyond). Each interval agrees with its p, and the order of rows has no effect. Two runs are one pair, with the figures of `pairedDifference`.
 * Signs are drawn for clusters in the order of their names, and for rows in that of their keys: then the order of runs has no effect either. Rows
 * without a key are taken in the order of their scores, so that another order of runs draws other signs.
 *
 * @throws RangeError for a value outside [0, 1], NaN included, for rows with different numbers of scores, for a baseline that is not a run, and for a
 * level outside (0, 1).
 */
export function pairedDifferences(
  rows: readonly RowOfRuns[],
  { level = 0.95, baseline }: SeveralDifferenceOptions = {},
): DifferenceOfRuns[] {
  checkLevel(level, 'pairedDifferences')
  checkScores(rows)
  const runs = rows[0]?.scores.length ?? 0
  if (baseline !== undefined && runs > 0 && !(Number.isInteger(baseline) && baseline >= 0 && baseline < runs))
    throw new RangeError(`pairedDifferences: the baseline ${baseline} is none of ${runs} runs`)
  const pairs = baseline === undefined ? pairsOf(runs) : pairsWith(baseline, runs)
  const unit = rows.some(({ cluster }) => cluster !== undefined) ? 'cluster' : 'row'
  const groups = clustersOf(rows)
  const found = pairs.map((pair) => differenceSums(groups.map((group) => sumOf(group, pair))))
  const tests = testsOf({ groups, found, pairs, runs }, { level, z: normalQuantile((1 + level) / 2) })
  return pairs.map((pair, at) => Object.assign(differenceOf(found[at] ?? differenceSums([]), { unit, level, ...tests(at) }), pair))
}

type Width = Pick<DifferenceTest, 'level' | 'z'>

type Compared = {
  readonly groups: readonly (readonly RowOfRuns[])[]
  readonly found: readonly DifferenceSums[]
  readonly pairs: readonly RunPair[]
  readonly runs: number
}

/** The test of each pair: alone if it is the only one, else simultaneous with all others. */
function testsOf({ groups, found, pairs, runs }: Compared, { level, z }: Width): (at: number) => Pick<DifferenceTest, 'z' | 'p' | 'exact'> {
  if (pairs.length <= 1 || groups.length < FEWEST_CLUSTERS)
    return (at) => ({ z, ...signFlipTest(groups.map((group) => sumOf(group, pairs[at] ?? { a: 0, b: 0 }).sum)) })
  const scales = found.map(({ squares }) => Math.sqrt(squares))
  const observed = found.map(({ total }, at) => Math.abs(total) / (scales[at] || 1))
  const clusters = groups.map((group) => clusterOf(group, runs))
  const { greatest, exact } = maxT({ clusters, pairs, scales, observed })
  const critical = greatest[Math.ceil(level * greatest.length - TIES) - 1] ?? 0
  return (at) => ({ z: Math.max(z, critical), p: shareFrom(greatest, (observed[at] ?? 0) - TIES), exact })
}

function sumOf(group: readonly RowOfRuns[], { a, b }: RunPair): ClusterSum {
  return clusterSum(group.map(({ scores }) => (scores[b] ?? 0) - (scores[a] ?? 0)))
}

function clusterOf(group: readonly RowOfRuns[], runs: number): ClusterOfRuns {
  const [{ cluster, key } = {}] = group
  return {
    // A row and a cluster of the same name are two.
    key: cluster !== undefined ? `cluster ${cluster}` : key !== undefined ? `row ${key}` : undefined,
    rows: group.length,
    sums: Array.from({ length: runs }, (_, run) => clusterSum(group.map(({ scores }) => scores[run] ?? 0)).sum),
  }
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

function pairsWith(baseline: number, runs: number): RunPair[] {
  return Array.from({ length: runs }, (_, b) => ({ a: baseline, b })).filter(({ b }) => b !== baseline)
}

function checkScores(rows: readonly RowOfRuns[]): void {
  const runs = rows[0]?.scores.length
  for (const { scores } of rows) {
    if (scores.length !== runs) throw new RangeError(`pairedDifferences: a row has ${scores.length} scores, and another ${runs}`)
    const wrong = scores.find((score) => !(score >= 0 && score <= 1))
    if (wrong !== undefined) throw new RangeError(`pairedDifferences: the value ${wrong} is not in [0, 1]`)
  }
}
