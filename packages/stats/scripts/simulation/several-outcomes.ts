import { bestRuns, pairedDifferences, pairedDifference, seededRandom, type RowOfRuns } from '../../src/index.ts'
import { yes } from './scenario.ts'

/** Outcomes of many simulated comparisons of several runs, as shares. */
export type SeveralOutcomes = {
  /** Some pair of equal runs is reported as different. */
  readonly wrong: number
  /** The same by p of each pair alone. */
  readonly wrongAlone: number
  /** All true differences lie in all intervals. */
  readonly covered: number
  /** The set of best runs holds one that is truly best. */
  readonly best: number
  /** Beside a baseline that is as good, some run is shown to be worse. */
  readonly alarms: number
}

export type SeveralModel = {
  readonly runs: number
  readonly n: number
  /** By how much the last run is worse than the others. */
  readonly behind: number
  /** Rows to a cluster. */
  readonly size: number
}

const CLAIMS = 5

/** Runs on rows of five claims, some rows harder than others. */
function drawRows(random: () => number, { runs, n, behind, size }: SeveralModel): RowOfRuns[] {
  return Array.from({ length: n / size }, (_, at) => {
    const ease = 0.6 + 0.4 * random()
    return Array.from({ length: size }, (): RowOfRuns => ({
      scores: Array.from({ length: runs }, (__, run) => {
        let held = 0
        for (let claim = 0; claim < CLAIMS; claim += 1) held += yes(random, run === runs - 1 ? ease - behind : ease)
        return held / CLAIMS
      }),
      cluster: size === 1 ? undefined : `c${at}`,
    }))
  }).flat()
}

export function severalOutcomes(model: SeveralModel, draws: number): SeveralOutcomes {
  const random = seededRandom(model.runs * 1000 + model.n)
  const counts = { wrong: 0, wrongAlone: 0, covered: 0, best: 0, alarms: 0 }
  const truth = (a: number, b: number): number => (b === model.runs - 1 && a !== b ? -model.behind : 0)
  for (let draw = 0; draw < draws; draw += 1) {
    const rows = drawRows(random, model)
    const found = pairedDifferences(rows)
    const alike = found.filter(({ a, b }) => truth(a, b) === 0)
    if (alike.some(({ shown }) => shown !== null)) counts.wrong += 1
    const isWrongAlone = alike.some(({ a, b }) => {
      const pairs = rows.map(({ scores, cluster }) => ({ a: scores[a] ?? 0, b: scores[b] ?? 0, cluster }))
      return pairedDifference(pairs).shown !== null
    })
    if (isWrongAlone) counts.wrongAlone += 1
    if (found.every(({ a, b, interval }) => interval !== null && interval.lo <= truth(a, b) && truth(a, b) <= interval.hi))
      counts.covered += 1
    // The first run is among the best whatever the last one is.
    if (bestRuns(model.runs, found, 'maximize').includes(0)) counts.best += 1
    const besideFirst = pairedDifferences(rows, { baseline: 0 }).filter(({ a, b }) => truth(a, b) === 0)
    if (besideFirst.some(({ shown }) => shown === 'lower')) counts.alarms += 1
  }
  const share = (count: number): number => count / draws
  return {
    wrong: share(counts.wrong),
    wrongAlone: share(counts.wrongAlone),
    covered: share(counts.covered),
    best: share(counts.best),
    alarms: share(counts.alarms),
  }
}
