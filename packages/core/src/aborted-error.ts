import { AssayError } from './assay-error.ts'

/** The user's own abort, as an AssayError. */
export function abortedError(signal?: AbortSignal): AssayError {
  return AssayError.is(signal?.reason)
    ? signal.reason
    : new AssayError({ kind: 'aborted', message: 'Stopped before a reply came.', cause: signal?.reason })
}
