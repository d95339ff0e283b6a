import type { RunSummary } from '@assay/runner'
import { exitCode } from '../exit-code.ts'

/** The exit code of a run that came to its end, early or not. */
export function exitCodeOf(
  summary: RunSummary,
  o: { allowUnscored: number; unscoredRows: number; wasInterrupted: boolean; hasLostOutput: boolean },
): number {
  if (o.wasInterrupted) return exitCode.interrupted
  if (summary.stopped !== undefined) return scoredIn(summary) === 0 ? exitCode.unusable : exitCode.incomplete
  if (scoredIn(summary) === 0 && nothingCouldBeRead(summary)) return exitCode.unusable
  return o.unscoredRows > o.allowUnscored || o.hasLostOutput ? exitCode.incomplete : exitCode.ok
}

/** Scores of all metrics together. */
export function scoredIn(summary: RunSummary): number {
  return Object.values(summary.summary).reduce((sum, { scored }) => sum + scored, 0)
}

/** No row had what the metrics read, or there was nobody to ask: the fault is in what was given, not in the rows. */
function nothingCouldBeRead(summary: RunSummary): boolean {
  return Object.values(summary.summary).every(
    ({ causes, total }) => total > 0 && total === sumOf(causes.missing_field, causes.auth, causes.model_not_found, causes.connection),
  )
}

function sumOf(...counts: readonly (number | undefined)[]): number {
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}
