import { abortedError } from '@assay/core'

/**
 * Runs one call with a signal of its own, which dies with it: a caller's signal for 10,000 calls collects no listeners.
 *
 * @throws AssayError `aborted` where the caller's signal has fired before; else what `run` throws.
 */
export async function perCall<T>(signal: AbortSignal | undefined, run: (own: AbortSignal) => Promise<T>): Promise<T> {
  if (signal?.aborted) throw abortedError(signal)
  const own = new AbortController()
  const onAbort = (): void => own.abort()
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await run(own.signal)
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}
