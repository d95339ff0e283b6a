import { AssayError } from '@assay/core'

/** How long a server may refuse everything without naming a wait. */
const LONGEST_MS = 5 * 60_000

/**
 * Detects a server that will not answer any more: it refuses everything with HTTP 429, names no wait, and nothing has succeeded for five
 * minutes. An account out of credit looks like this on servers without a code for it. Pure: the time is passed in, in milliseconds that
 * never decrease.
 */
export type RefusalStreak = {
  /** A request was answered, or refused for its content: the server works. */
  readonly answered: () => void
  /** A request failed otherwise. Returns the error to throw instead once the time is over. */
  readonly failed: (error: AssayError, now: number) => AssayError | undefined
  /** The outcome of every further request; `undefined` while requests may be sent. */
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
      // A server that names a wait is waited for.
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

/** Some adapters classify HTTP 429 as an overload. */
function isRefusal({ kind, status, isRetryable }: AssayError): boolean {
  return isRetryable && (kind === 'rate_limit' || status === 429)
}

function refusedForGood(error: AssayError, ms: number): AssayError {
  const why = `For ${Math.round(ms / 60_000)} minutes the server answered no request and named no wait, so no more requests are sent. Check whether the account has credit left; then resume the run.`
  return new AssayError({
    ...error.toJSON(),
    reply: error.replyHead,
    usage: error.usage,
    isRetryable: false,
    message: `${error.message} ${why}`,
    cause: error,
  })
}
