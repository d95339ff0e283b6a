import { type Ends, type Pair, pairedDifference, seededRandom } from '../../src/index.ts'
import { createClusterMean } from '../../src/intervals/cluster-mean.ts'
import { estimateOf } from '../../src/intervals/mean-estimator.ts'
import type { PairedModel } from './paired-rows.ts'

/** Outcomes of many simulated comparisons, as shares. */
export type Outcomes = {
  /** The interval contains the true difference. */
  readonly covered: number
  /** B is shown to be worse. */
  readonly worse: number
  /** `--fail-if drop=0.02` passes. */
  readonly passes: number
  /** p and interval contradict each other about 0. */
  readonly contradicts: number
}

const DROP = 0.02

type Verdict = { readonly ends: Ends | null; readonly isShown: boolean }
export type Method = (pairs: readonly Pair[]) => Verdict

/** The method of the reports. */
export const shown: Method = (pairs) => {
  const { interval, shown: way } = pairedDifference(pairs)
  return { ends: interval, isShown: way !== null }
}

/** The same test beside the interval of `pseudoPairInterval`. */
export const pseudoPairs: Method = (pairs) => ({ ends: pseudoPairInterval(pairs), isShown: pairedDifference(pairs).shown !== null })

/** The interval of a mean with a pseudo-pair at −1 and one at 1: right for steps of 1, and far too wide for small ones. */
export function pseudoPairInterval(pairs: readonly Pair[]): Ends | null {
  const differences = createClusterMean(-1)
  for (const { a, b, cluster } of pairs) differences.add(b - a, cluster)
  return estimateOf(differences, 0.95, -1).interval
}

/** The same numbers on every machine, and for every method the same rows. */
export function outcomesOf(method: Method, model: PairedModel, n: number, draws: number): Outcomes {
  const random = seededRandom(n)
  const counts = { covered: 0, worse: 0, passes: 0, contradicts: 0 }
  for (let draw = 0; draw < draws; draw += 1) {
    const { pairs, truth } = model(random, n)
    const { ends, isShown } = method(pairs)
    if (ends === null) continue
    if (ends.lo <= truth && truth <= ends.hi) counts.covered += 1
    if (ends.hi < 0) counts.worse += 1
    if (ends.lo >= -DROP) counts.passes += 1
    if (isShown === (ends.lo <= 0 && ends.hi >= 0)) counts.contradicts += 1
  }
  const { covered, worse, passes, contradicts } = counts
  return { covered: covered / draws, worse: worse / draws, passes: passes / draws, contradicts: contradicts / draws }
}
