import { abortedError } from '@assay/core'

let loading: Promise<typeof fetch> | undefined

/**
 * A fetch that waits for headers as long as it takes. A server may send them only after the queue, the loading of the model and the
 * reading of the prompt, and Node's own fetch gives up after 300 s. How long a request may take is the caller's to say, through the
 * signal. Proxies are those of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Redirects are not followed: a prompt and its key go to the
 * address that was named, and to no other. No answer is read beyond 64 MB.
 *
 * What it needs of Node is loaded with the first request: it is more than all else that an adapter takes to be made.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  loading ??= import('./http-fetch.ts').then(({ httpFetch }) => httpFetch)
  return (await loading)(input, init)
}

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
