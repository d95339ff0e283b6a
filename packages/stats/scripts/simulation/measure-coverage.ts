import { seededRandom } from '../../src/index.ts'
import { balancedAccuracyOfTwo, differenceOfClusters, differenceOfRows } from './differences.ts'
import { goodJudge, oneSidedJudge, ordinaryJudge } from './corrections.ts'
import { meanOfClusters, meanOfRows } from './means.ts'
import { ratesOfClusters, ratesOfRows } from './rates.ts'
import type { Scenario } from './scenario.ts'

export const SCENARIOS: readonly Scenario[] = [
  meanOfRows,
  meanOfClusters,
  differenceOfRows,
  differenceOfClusters,
  ratesOfRows,
  ratesOfClusters,
  balancedAccuracyOfTwo,
  ordinaryJudge,
  goodJudge,
  oneSidedJudge,
]

/** The intervals that reports show; the others are for comparison. */
export const SHOWN: ReadonlySet<string> = new Set([
  't-pseudo-clusters',
  'sign-flip-score',
  'welch-t-pseudo-clusters',
  'TPR',
  'TNR',
  'balanced accuracy',
  'ppi-t-pseudo-pairs',
])

export type Cell = {
  readonly scenario: string
  readonly interval: string
  readonly p: number
  readonly n: number
  /** The share of draws whose interval contains the true value. A draw without an interval counts as a miss. */
  readonly coverage: number
  readonly meanLength: number
}

/** Every interval of a scenario in one cell of the grid. The same numbers on every machine. */
export function measureCoverage(scenario: Scenario, p: number, n: number, draws: number): Cell[] {
  const random = seededRandom(SCENARIOS.indexOf(scenario) * 1_000_003 + Math.round(p * 100) * 1009 + n)
  const tallies = new Map<string, { held: number; length: number }>()
  for (let round = 0; round < draws; round += 1) {
    for (const { interval, truth, ends } of scenario.draw(random, p, n)) {
      let tally = tallies.get(interval)
      if (tally === undefined) tallies.set(interval, (tally = { held: 0, length: 0 }))
      if (ends === null) continue
      tally.length += ends.hi - ends.lo
      if (ends.lo <= truth && truth <= ends.hi) tally.held += 1
    }
  }
  return Array.from(tallies, ([interval, { held, length }]) => ({
    scenario: scenario.name,
    interval,
    p,
    n,
    coverage: held / draws,
    meanLength: length / draws,
  }))
}
