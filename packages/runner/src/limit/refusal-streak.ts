import { AssayError } from '@assay/core'

/** So long a server may refuse everything without saying how long to wait. */
const LONGEST_MS = 5 * 60_000

/**
 * Finds a server that will not answer any more: it refuses everything with HTTP 429, names no time to wait for, and nothing has succeeded for
 * five minutes. An account out of credit looks like that where the server has no word for it. Pure: the time is handed in, in
 * milliseconds that never go back.
 */
export type RefusalStreak = {
  /** A request was answered, or refused for what it asks: the server works. */
  readonly answered: () => void
  /** A request failed otherwise. Gives the error that stands in its place once the time is over. */
  readonly failed: (error: AssayError, now: number) => AssayError | undefined
  /** What every further request would come to; `undefined` while it may be sent. */
  readonly verdict: () => AssayError | undefined
}

export function createRefusalStreak(): RefusalStreak {
  let since: number | undefined
  let verdict: AssayError | undefined

  function reset(): void {
    since = undefined
    verdict = undefined
  }

  return {
    answered: reset,
    failed(error, now) {
      if (!isRefusal(error)) return undefined
      // Who names a time is waited for.
      if ((error.retryAfterMs ?? 0) > 0) reset()
      else {
        since ??= now
        if (now - since >= LONGEST_MS) verdict = refusedForGood(error, now - since)
      }
      return verdict
    },
    verdict: () => verdict,
  }
}

/** Some adapters take HTTP 429 for an overload. */
function isRefusal({ kind, status, isRetryable }: AssayError): boolean {
  return isRetryable && (kind === 'rate_limit' || status === 429)
}

function refusedForGood(error: AssayError, ms: number): AssayError {
  const why = `For ${Math.round(ms / 60_000)} minutes nothing was answered, and no time to wait for was named, so it was asked no more. Look whether the account has credit left; then resume the run.`
  return new AssayError({
    ...error.toJSON(),
    reply: error.replyHead,
    usage: error.usage,
    isRetryable: false,
    message: `${error.message} ${why}`,
    cause: error,
  })
}
