import { abortedError } from '@assay/core'

let loading: Promise<typeof fetch> | undefined

/**
 * A fetch without a timeout for headers. A server may send them only after queueing, loading the model and reading the prompt, but Node's
 * fetch gives up after 300 s. The caller limits the time through the signal. The fetch uses the proxies in `HTTP_PROXY`, `HTTPS_PROXY` and
 * `NO_PROXY`. It does not follow redirects, so that prompt and key reach only the given address. It rejects bodies above 64 MB.
 *
 * Node's HTTP modules are loaded on the first request, since loading them takes longer than creating an adapter.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  loading ??= import('./http-fetch.ts').then(({ httpFetch }) => httpFetch)
  return (await loading)(input, init)
}

/**
 * Runs one call with its own signal, which follows the caller's. The caller's signal, shared by thousands of calls, keeps no listeners.
 *
 * @throws AssayError `aborted` if the caller's signal is aborted before the call; else what `run` throws.
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
