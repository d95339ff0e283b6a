import type { Score, UnscoredCause, UnscoredScore } from '@assay/core'
import { systemCauses } from './system-causes.ts'

/** Consecutive rows that must fail alike before the rest is stopped. */
const ROWS_ALIKE = 3
/** The same for a server that has answered before: it may come back. */
const ROWS_WITHOUT_SERVER = 20

/** Why a run ended before all rows were scored. */
export type Stopped = { readonly cause: UnscoredCause; readonly reason: string }

export type FailureWatch = {
  /** Takes the scores of one metric in their order; returns a reason to stop once further rows would only repeat the same failure. */
  readonly see: (score: Score) => Stopped | undefined
}

/**
 * Detects a failure that hits row after row: a refused key, quota or model, an unreachable server, or a mistake in the configuration.
 * Rows without a call (no reference, a missing field) neither count nor end the series. A spent budget ends the run at once.
 * @param stopAfter Consecutive rows that must fail alike, for any cause. Default: 3, or 20 for a server that has answered before, and
 * only for failures that the next row would repeat.
 * @param scope What the failure ends, for the reason.
 */
export function createFailureWatch(metricName: string, stopAfter?: number, scope: 'run' | 'metric' = 'run'): FailureWatch {
  const end = scope === 'run' ? 'the run was stopped' : 'no further row was scored by it'
  let alike = 0
  let last: string | undefined
  let answered = false

  return {
    see(score) {
      // A row in which the judge found an answer that declines shows that the judge works, as a score does.
      if (score.status === 'scored' || systemCauses.has(score.cause)) {
        if (score.usage.calls > 0) answered = true
        if (score.usage.calls > 0 || !isOfProvider(last)) last = undefined
        return undefined
      }
      if (score.cause === 'budget') return { cause: 'budget', reason: score.reason }
      // A user-defined number of rows applies to every failure.
      const failure = failureOf(score) ?? (stopAfter === undefined ? undefined : score.cause)
      if (failure === 'neutral') return undefined
      alike = failure !== undefined && failure === last ? alike + 1 : 1
      last = failure
      const most = stopAfter ?? (failure === 'connection' && answered ? ROWS_WITHOUT_SERVER : ROWS_ALIKE)
      if (failure === undefined || alike < most) return undefined
      return {
        cause: score.cause,
        reason: `${metricName} failed the same way on ${counted(most)}, so ${end}: ${score.reason}`,
      }
    },
  }
}

/** What two failures must share to count as the same; `undefined` for failures that belong to one row. */
function failureOf({ cause, reason, error }: UnscoredScore): string | undefined {
  switch (cause) {
    case 'auth':
    case 'quota':
    case 'model_not_found':
    case 'connection':
      return cause
    // A wait beyond the limit: the next row would get the same answer.
    case 'rate_limit':
    case 'overloaded':
      return error?.isRetryable === false ? cause : undefined
    case 'config':
    case 'unsupported_parameter':
      return `${cause} ${reason}`
    case 'missing_field':
    case 'empty_reference':
    case 'empty_response':
    case 'empty_user_input':
    case 'aborted':
      return 'neutral'
    default:
      return undefined
  }
}

/** A provider's failure is disproved only by a score that used the provider, any other by every score. */
function isOfProvider(failure: string | undefined): boolean {
  return failure !== undefined && (OF_PROVIDER.has(failure) || failure.startsWith('unsupported_parameter '))
}

const OF_PROVIDER: ReadonlySet<string> = new Set(['auth', 'quota', 'model_not_found', 'connection', 'rate_limit', 'overloaded'])

function counted(rows: number): string {
  return rows === 1 ? 'a row' : `${rows} rows in a row`
}
