import { meanInAnyOrder } from '../spread/sum-in-any-order.ts'
import { bestRuns } from './best-runs.ts'
import { fewestShown } from './paired-difference.ts'
import type { DifferenceInterval } from './paired-difference.ts'
import { type DifferenceOfRuns, pairedDifferences, type RowOfRuns } from './paired-differences.ts'
import { significanceLetters } from './significance-letters.ts'

/** The values of one metric on a row, one of each run: `null` if unscored, `undefined` if the run has no such row. */
export type ValueRow = {
  readonly values: readonly (number | null | undefined)[]
  readonly cluster?: string | undefined
  /** What names the row in every run. With it, no figure depends on the order of the runs. */
  readonly key?: string | undefined
}

/** The outcome for a run compared with the baseline. */
export type RunVerdict = 'worse' | 'better' | 'not shown' | 'cannot be told'

export type RunStanding = {
  /** The place of the run. */
  readonly run: number
  /** Over the rows used; `null` without one. */
  readonly mean: number | null
  /** The mean of this run minus that of the run with the best mean, or of the baseline; `null` for that run itself, and without a row. */
  readonly difference: number | null
  /** Simultaneous over all pairs compared. */
  readonly interval: DifferenceInterval | null
  readonly p: number | null
  /** Runs that share a letter do not differ significantly; `null` with a baseline, and without a test. */
  readonly letters: readonly string[] | null
  /** Compared with the baseline; `null` for the baseline itself, and without one. */
  readonly verdict: RunVerdict | null
  /** About the difference that is significant in 4 of 5 samples like this one; `null` if it cannot be estimated. */
  readonly detectable: number | null
  /** Rows joined that this run left unscored. */
  readonly unscored: number
}

export type RankedRuns = {
  /** Rows that every run scored: all figures are over these. */
  readonly used: number
  readonly clusters: number
  readonly unit: 'row' | 'cluster'
  /** Whether p counts all sign flips; else 9,999 seeded ones. */
  readonly exact: boolean
  /** Why there are neither intervals nor p; `null` where there are. */
  readonly noInterval: string | null
  readonly level: number
  readonly fewestShown: number
  /** The best mean first. */
  readonly standings: readonly RunStanding[]
  /** Runs than which no other is significantly better, the best mean first; `null` with a baseline, and without a test. */
  readonly best: readonly number[] | null
  readonly pairs: readonly DifferenceOfRuns[]
  /** Rows that some run left unscored, and rows that some run does not have, by index. They are in no figure. */
  readonly unscored: readonly number[]
  readonly notAsked: readonly number[]
}

const LEVEL = 0.95

export type RankOptions = {
  readonly runs: number
  /** Which direction is better. */
  readonly direction: 'maximize' | 'minimize'
  /** The index of the run that all others are compared with. Default: all pairs. */
  readonly baseline?: number | undefined
}

/**
 * One metric over rows that all runs have: each run compared with the best, simultaneously over all pairs; or all runs compared with the baseline.
 * @throws RangeError as `pairedDifferences` does.
 */
export function rankRuns(rows: readonly ValueRow[], { runs, direction, baseline }: RankOptions): RankedRuns {
  const used: RowOfRuns[] = []
  const [unscored, notAsked]: [number[], number[]] = [[], []]
  for (const [at, { values, cluster, key }] of rows.entries()) {
    const scores = values.filter((value) => typeof value === 'number')
    if (scores.length === runs) used.push({ scores, cluster, key })
    else if (values.includes(undefined)) notAsked.push(at)
    else unscored.push(at)
  }
  const means = Array.from({ length: runs }, (_, run) => meanInAnyOrder(used.map(({ scores }) => scores[run] ?? 0)))
  const pairs = pairedDifferences(used, { level: LEVEL, baseline })
  const [firstPair] = pairs
  const noInterval = firstPair === undefined ? 'nothing was scored in every run' : firstPair.noInterval
  const ranked = rankedBy(means, used, direction)
  const canTell = noInterval === null
  const isAll = baseline === undefined
  const letters =
    canTell && isAll
      ? significanceLetters(
          ranked,
          pairs.filter(({ shown }) => shown !== null),
        )
      : null
  const beaten = new Set(bestRuns(runs, pairs, direction))
  const reference = baseline ?? ranked[0] ?? 0
  return {
    used: used.length,
    clusters: firstPair?.clusters ?? 0,
    unit: firstPair?.interval?.unit ?? 'row',
    exact: pairs.every(({ exact }) => exact),
    noInterval,
    level: LEVEL,
    fewestShown: fewestShown(LEVEL),
    standings: ranked.map((run): RunStanding => {
      const pair = turnedPair(pairs, reference, run)
      return {
        run,
        mean: means[run] ?? null,
        difference: pair?.difference ?? null,
        interval: pair?.interval ?? null,
        p: pair?.p ?? null,
        letters: letters?.[run] ?? null,
        verdict: isAll || run === reference ? null : verdictOf(pair, direction),
        detectable: pair?.detectable ?? null,
        unscored: rows.filter(({ values }) => values[run] === null).length,
      }
    }),
    best: canTell && isAll ? ranked.filter((run) => beaten.has(run)) : null,
    pairs,
    unscored,
    notAsked,
  }
}

/**
 * Runs by their means, the best first. Of two with the same mean, the first is the one with the better score in the first row, by key, on which they
 * differ: so the order in which runs are given has no effect. Without keys they keep that order.
 */
function rankedBy(means: readonly (number | null)[], used: readonly RowOfRuns[], direction: RankOptions['direction']): number[] {
  const sign = direction === 'minimize' ? 1 : -1
  const worth = (run: number): number => sign * (means[run] ?? 0)
  const named = used
    .filter(({ key }) => key !== undefined)
    .sort(({ key: one = '' }, { key: other = '' }) => (one < other ? -1 : Number(one > other)))
  const firstDifference = (one: number, other: number): number => {
    const row = named.find(({ scores }) => scores[one] !== scores[other])
    return sign * ((row?.scores[one] ?? 0) - (row?.scores[other] ?? 0))
  }
  return means.map((_, run) => run).sort((one, other) => worth(one) - worth(other) || firstDifference(one, other) || one - other)
}

/** The pair of two runs as `run` minus `reference`, in whichever order it was compared. */
function turnedPair(pairs: readonly DifferenceOfRuns[], reference: number, run: number): DifferenceOfRuns | undefined {
  const same = pairs.find(({ a, b }) => a === reference && b === run)
  if (same !== undefined) return same
  const turned = pairs.find(({ a, b }) => a === run && b === reference)
  if (turned === undefined) return undefined
  const { difference, interval, shown } = turned
  return {
    ...turned,
    a: reference,
    b: run,
    difference: difference === null ? null : 0 - difference,
    interval: interval === null ? null : { ...interval, lo: 0 - interval.hi, hi: 0 - interval.lo },
    shown: shown === null ? null : shown === 'higher' ? 'lower' : 'higher',
  }
}

function verdictOf(pair: DifferenceOfRuns | undefined, direction: RankOptions['direction']): RunVerdict {
  if (pair === undefined || pair.interval === null) return 'cannot be told'
  if (pair.shown === null) return 'not shown'
  return (pair.shown === 'higher') === (direction === 'maximize') ? 'better' : 'worse'
}
