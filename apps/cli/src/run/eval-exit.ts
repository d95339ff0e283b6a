import type { UnscoredCause } from '@assay/core'
import type { RunSummary } from '@assay/runner'
import { exitCode } from '@assay/command-kit'

/** Causes that lie in what was given: no row could have been scored. */
const UNUSABLE: ReadonlySet<UnscoredCause> = new Set(['data', 'config', 'missing_field', 'auth', 'model_not_found', 'connection'])

export type Ended = {
  /** Whether no more rows are unscored than may be. */
  readonly isWithinUnscored: boolean
  /** Checks were skipped, and nothing says that they may be. */
  readonly hasSkipped: boolean
  readonly wasInterrupted: boolean
  readonly hasLostOutput: boolean
  /** A gate of the run, or of a row, failed. */
  readonly hasFailedGate: boolean
}

/** The exit code of a run that came to its end, early or not. A gate over missing rows proves nothing: what is missing comes first. */
export function exitCodeOf(summary: RunSummary, ended: Ended): number {
  const { stopped } = summary
  const { isWithinUnscored, hasSkipped, wasInterrupted, hasLostOutput, hasFailedGate } = ended
  if (wasInterrupted && stopped !== undefined) return exitCode.interrupted
  if (scoredIn(summary) === 0 && (stopped === undefined ? nothingCouldBeRead(summary) : UNUSABLE.has(stopped.cause)))
    return exitCode.unusable
  if (stopped !== undefined || !isWithinUnscored || hasSkipped || hasLostOutput) return exitCode.incomplete
  return hasFailedGate ? exitCode.gateFailed : exitCode.ok
}

/** Scores of all metrics together. */
export function scoredIn(summary: RunSummary): number {
  return Object.values(summary.metrics).reduce((sum, { scored }) => sum + scored, 0)
}

/** No row had what the metrics read, or there was nobody to ask: the fault is in what was given, not in the rows. */
function nothingCouldBeRead(summary: RunSummary): boolean {
  return Object.values(summary.metrics).every(
    ({ causes, total }) => total > 0 && total === [...UNUSABLE].reduce((sum, cause) => sum + (causes[cause] ?? 0), 0),
  )
}
