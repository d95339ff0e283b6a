import type { UnscoredCause } from '@assay/core'
import type { RunSummary } from '@assay/runner'
import { exitCode } from '@assay/command-kit'

/** Causes that lie in the input: no row could have been scored. */
const UNUSABLE: ReadonlySet<UnscoredCause> = new Set(['data', 'config', 'missing_field', 'auth', 'model_not_found', 'connection'])

export type Ended = {
  /** Whether the number of unscored rows is allowed. */
  readonly isWithinUnscored: boolean
  /** Checks were skipped, and that is not allowed. */
  readonly hasSkipped: boolean
  readonly wasInterrupted: boolean
  readonly hasLostOutput: boolean
  /** A gate of the run, or of a row, failed. */
  readonly hasFailedGate: boolean
}

/** The exit code of a run that came to its end, early or not. A gate over missing rows proves nothing: missing rows come first. */
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

/** No row had the fields of the metrics, or there was no judge: the fault is in the input, not in the rows. */
function nothingCouldBeRead(summary: RunSummary): boolean {
  return Object.values(summary.metrics).every(
    ({ causes, total }) => total > 0 && total === [...UNUSABLE].reduce((sum, cause) => sum + (causes[cause] ?? 0), 0),
  )
}
