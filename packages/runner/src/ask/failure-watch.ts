import type { Score, UnscoredCause } from '@assay/core'

/** Rows in a row that must fail alike before the rest is given up. */
const ROWS_ALIKE = 3

/** Why a run ended before its data did. */
export type Stopped = { readonly cause: UnscoredCause; readonly reason: string }

export type FailureWatch = {
  /** Takes the scores of one metric in the order they come; says when going on would only repeat the same failure. */
  readonly see: (score: Score) => Stopped | undefined
}

/**
 * Finds the failure that hits row after row: key, quota or model refused, the server gone before it ever answered, or the same
 * fault in configuration. Rows that asked nobody (no reference, a missing field) neither count nor break the series.
 */
export function createFailureWatch(metricName: string): FailureWatch {
  let alike = 0
  let last: string | undefined
  let answered = false

  return {
    see(score) {
      if (score.status === 'scored') {
        if (score.usage.calls > 0) answered = true
        if (score.usage.calls > 0 || isOwnFault(last)) last = undefined
        return undefined
      }
      const failure = failureOf(score.cause, score.reason, answered)
      if (failure === 'neutral') return undefined
      alike = failure !== undefined && failure === last ? alike + 1 : 1
      last = failure
      if (failure === undefined || alike < ROWS_ALIKE) return undefined
      return {
        cause: score.cause,
        reason: `${metricName} failed the same way on ${ROWS_ALIKE} rows in a row, so the run was stopped: ${score.reason}`,
      }
    },
  }
}

/** What two failures must share to be the same one; `undefined` for those that are a row's own. */
function failureOf(cause: UnscoredCause, reason: string, answered: boolean): string | undefined {
  switch (cause) {
    case 'auth':
    case 'quota':
    case 'model_not_found':
      return cause
    case 'connection':
      return answered ? undefined : cause
    case 'config':
    case 'unsupported_parameter':
      return `${cause} ${reason}`
    case 'missing_field':
    case 'empty_reference':
    case 'aborted':
      return 'neutral'
    default:
      return undefined
  }
}

/** A fault in configuration is disproved by any score, a provider's only by one that asked it. */
function isOwnFault(failure: string | undefined): boolean {
  return failure?.startsWith('config ') ?? false
}
