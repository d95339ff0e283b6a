import type { Score, UnscoredCause, UnscoredScore } from '@assay/core'
import { systemCauses } from './system-causes.ts'

/** Rows in a row that must fail alike before the rest is given up. */
const ROWS_ALIKE = 3
/** The same for a server that was there before: it may come back. */
const ROWS_WITHOUT_SERVER = 20

/** Why a run ended before its data did. */
export type Stopped = { readonly cause: UnscoredCause; readonly reason: string }

export type FailureWatch = {
  /** Takes the scores of one metric in the order they come; says when going on would only repeat the same failure. */
  readonly see: (score: Score) => Stopped | undefined
}

/**
 * Finds the failure that hits row after row: key, quota or model refused, the server gone, or the same fault in configuration. Rows
 * that asked nobody (no reference, a missing field) neither count nor break the series. A spent budget ends the run at once.
 * @param stopAfter Rows in a row that must fail alike, by whatever cause. Default 3, or 20 for a server that once answered, and only
 * for what the next row would meet again.
 * @param scope What the failure ends, as the reason says it.
 */
export function createFailureWatch(metricName: string, stopAfter?: number, scope: 'run' | 'metric' = 'run'): FailureWatch {
  const end = scope === 'run' ? 'the run was stopped' : 'it was asked no more'
  let alike = 0
  let last: string | undefined
  let answered = false

  return {
    see(score) {
      // A row that was looked at and found to hold an answer that declines shows that the judge is there, as a score does.
      if (score.status === 'scored' || systemCauses.has(score.cause)) {
        if (score.usage.calls > 0) answered = true
        if (score.usage.calls > 0 || !isOfProvider(last)) last = undefined
        return undefined
      }
      if (score.cause === 'budget') return { cause: 'budget', reason: score.reason }
      // Who says after how many rows means any failure: the same again is the same again.
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

/** What two failures must share to be the same one; `undefined` for those that are a row's own. */
function failureOf({ cause, reason, error }: UnscoredScore): string | undefined {
  switch (cause) {
    case 'auth':
    case 'quota':
    case 'model_not_found':
    case 'connection':
      return cause
    // A wait that is longer than anybody waits: the next row would be told the same.
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

/** A provider's failure is disproved only by a score that asked it, any other by every score. */
function isOfProvider(failure: string | undefined): boolean {
  return failure !== undefined && (OF_PROVIDER.has(failure) || failure.startsWith('unsupported_parameter '))
}

const OF_PROVIDER: ReadonlySet<string> = new Set(['auth', 'quota', 'model_not_found', 'connection', 'rate_limit', 'overloaded'])

function counted(rows: number): string {
  return rows === 1 ? 'a row' : `${rows} rows in a row`
}
