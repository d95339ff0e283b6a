import { meanInAnyOrder, type Pair, type PairedDifference, pairedDifference } from '@assay/stats'

/** The values of one metric on a pair of rows: `null` unscored, `undefined` not asked. */
export type ValuePair = {
  readonly a: number | null | undefined
  readonly b: number | null | undefined
  readonly cluster?: string | undefined
}

export type Direction = 'maximize' | 'minimize'

/** What is said of B. `cannot be told`: of too few rows or clusters. */
type Verdict = 'worse' | 'better' | 'not shown' | 'cannot be told'

export type MetricDifference = Omit<PairedDifference, 'shown'> & {
  /** By p alone. */
  readonly verdict: Verdict
  /** Over the pairs that are scored in both; `null` without one. */
  readonly meanA: number | null
  readonly meanB: number | null
  readonly better: number
  readonly same: number
  readonly worse: number
  readonly unscored: { readonly onlyInA: number; readonly onlyInB: number; readonly inBoth: number }
  /** Asked of the row in one run only: left out. */
  readonly askedOnce: number
}

export type ChangedPairs<P> = { readonly worse: readonly P[]; readonly better: readonly P[] }

/** Values this near to each other differ by rounding. */
const ROUNDING = 1e-12

/** One metric over the pairs of two runs. The difference is B − A, with the interval and the p of `pairedDifference`. */
export function compareMetric(pairs: readonly ValuePair[], direction: Direction): MetricDifference {
  const unscored = { onlyInA: 0, onlyInB: 0, inBoth: 0 }
  let askedOnce = 0
  const scored: Pair[] = []
  for (const { a, b, cluster } of pairs) {
    if (a === undefined || b === undefined) {
      if (a !== b) askedOnce += 1
    } else if (a === null || b === null) {
      unscored[a === b ? 'inBoth' : a === null ? 'onlyInA' : 'onlyInB'] += 1
    } else scored.push({ a, b, cluster })
  }
  const { shown, ...difference } = pairedDifference(scored)
  const { worse, better } = changedPairs(scored, direction)
  return {
    ...difference,
    verdict: verdictOf(difference.interval === null, shown, direction),
    meanA: meanInAnyOrder(scored.map(({ a }) => a)),
    meanB: meanInAnyOrder(scored.map(({ b }) => b)),
    better: better.length,
    same: scored.length - better.length - worse.length,
    worse: worse.length,
    unscored,
    askedOnce,
  }
}

/** The pairs that lost and that gained, the greatest change first; changes that differ by no more than rounding in their order. */
export function changedPairs<P extends ValuePair>(pairs: readonly P[], direction: Direction): ChangedPairs<P> {
  const changes = pairs.map((pair) => ({ pair, gain: Math.round(gainOf(pair, direction) / ROUNDING) }))
  const worse = changes.filter(({ gain }) => gain < 0).sort((one, other) => one.gain - other.gain)
  const better = changes.filter(({ gain }) => gain > 0).sort((one, other) => other.gain - one.gain)
  return { worse: worse.map(({ pair }) => pair), better: better.map(({ pair }) => pair) }
}

/** Above 0 where B is better. */
function gainOf({ a, b }: ValuePair, direction: Direction): number {
  if (typeof a !== 'number' || typeof b !== 'number') return 0
  return direction === 'minimize' ? a - b : b - a
}

function verdictOf(isUnknown: boolean, shown: PairedDifference['shown'], direction: Direction): Verdict {
  if (isUnknown) return 'cannot be told'
  if (shown === null) return 'not shown'
  return (shown === 'higher') === (direction === 'maximize') ? 'better' : 'worse'
}
