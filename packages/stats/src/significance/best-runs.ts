import type { DifferenceOfRuns } from './paired-differences.ts'

/** The indices of the runs than which no other is significantly better. With the given level, the true best run is among them. */
export function bestRuns(runs: number, pairs: readonly DifferenceOfRuns[], direction: 'maximize' | 'minimize'): number[] {
  const beaten = new Set(
    pairs.flatMap(({ a, b, shown }) => (shown === null ? [] : [(shown === 'higher') === (direction === 'maximize') ? a : b])),
  )
  return Array.from({ length: runs }, (_, run) => run).filter((run) => !beaten.has(run))
}
