import type { DifferenceOfRuns } from './paired-differences.ts'

/** The runs, by their places, that no other is shown to be better than: the true best is among them as often as the level says. */
export function bestRuns(runs: number, pairs: readonly DifferenceOfRuns[], direction: 'maximize' | 'minimize'): number[] {
  const beaten = new Set(
    pairs.flatMap(({ a, b, shown }) => (shown === null ? [] : [(shown === 'higher') === (direction === 'maximize') ? a : b])),
  )
  return Array.from({ length: runs }, (_, run) => run).filter((run) => !beaten.has(run))
}
