import type { UnscoredCause } from '@assay/core'
import type { RunSummary } from '@assay/runner'
import { exitCode } from '../exit-code.ts'

/** Causes that lie in what was given: no row could have been scored. */
const UNUSABLE: ReadonlySet<UnscoredCause> = new Set(['data', 'config', 'missing_field', 'auth', 'model_not_found', 'connection'])

/** The exit code of a run that came to its end, early or not. */
export function exitCodeOf(
  summary: RunSummary,
  o: { allowUnscored: number; unscoredRows: number; wasInterrupted: boolean; hasLostOutput: boolean },
): number {
  if (o.wasInterrupted) return exitCode.interrupted
  const { stopped } = summary
  if (scoredIn(summary) === 0 && (stopped === undefined ? nothingCouldBeRead(summary) : UNUSABLE.has(stopped.cause)))
    return exitCode.unusable
  if (stopped !== undefined) return exitCode.incomplete
  return o.unscoredRows > o.allowUnscored || o.hasLostOutput ? exitCode.incomplete : exitCode.ok
}

/** Scores of all metrics together. */
export function scoredIn(summary: RunSummary): number {
  return Object.values(summary.summary).reduce((sum, { scored }) => sum + scored, 0)
}

/** No row had what the metrics read, or there was nobody to ask: the fault is in what was given, not in the rows. */
function nothingCouldBeRead(summary: RunSummary): boolean {
  return Object.values(summary.summary).every(
    ({ causes, total }) => total > 0 && total === [...UNUSABLE].reduce((sum, cause) => sum + (causes[cause] ?? 0), 0),
  )
}
