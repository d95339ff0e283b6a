import { Readable } from 'node:stream'
import { abortedError, AssayError, errorMessage, isErrorNamed, noUsage } from '@assay/core'
import type { Dispatcher, EnvHttpProxyAgent, request as send } from 'undici'
import { BadAnswer } from './failure/network-failure.ts'

/** More than any reply of a judge, and than the largest batch of vectors. */
const MOST_BYTES = 64e6
/** Responses with these have no body, and `Response` refuses one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])
/** No proxy can reach what listens on this machine only. */
const LOOPBACK = 'localhost,127.0.0.1,[::1]'

type Loaded = { readonly request: typeof send; readonly agent: EnvHttpProxyAgent }

let loading: Promise<Loaded> | undefined

/** Undici is loaded with the first request: it is more than all else that an adapter needs, and a run whose replies are all kept makes none. */
async function load(): Promise<Loaded> {
  const { EnvHttpProxyAgent, Pool, request } = await import('undici')
  const noProxy = (process.env['no_proxy'] ?? process.env['NO_PROXY'] ?? '').trim()
  const options: ConstructorParameters<typeof EnvHttpProxyAgent>[0] = {
    // For the connections to a proxy as well, which take no other option.
    factory: (origin, ofPool: object) => new Pool(origin, { ...ofPool, maxResponseSize: MOST_BYTES }),
    // Only what TLS protects needs a tunnel, and few proxies give one to anything else.
    proxyTunnel: false,
    noProxy: noProxy === '*' ? noProxy : `${noProxy},${LOOPBACK}`,
  }
  try {
    return { request, agent: new EnvHttpProxyAgent(options) }
  } catch (cause) {
    const message = 'HTTP_PROXY or HTTPS_PROXY is no address of a proxy. Write it in full, as in http://proxy.example:3128, or unset it.'
    throw new AssayError({ kind: 'config', message, cause, usage: noUsage })
  }
}

/**
 * A fetch that waits for headers as long as it takes. A server may send them only after the queue, the loading of the model and the
 * reading of the prompt, and Node's own fetch gives up after 300 s. How long a request may take is the caller's to say, through the
 * signal. Proxies are those of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Redirects are not followed: a prompt and its key go to the
 * address that was named, and to no other. No answer is read beyond 64 MB.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  // A Request has a signal of its own, which falls silent once the Request is collected as garbage.
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  const asked = new Request(input, { ...init, signal: null })
  const body = new Uint8Array(await asked.arrayBuffer())
  const { request, agent } = await (loading ??= load())
  const answer = await request(asked.url, {
    dispatcher: agent,
    method: asked.method,
    headers: { 'accept-encoding': 'identity', ...Object.fromEntries(asked.headers) },
    body: body.length === 0 ? null : body,
    ...(signal === undefined || signal === null ? {} : { signal }),
    headersTimeout: 0,
    bodyTimeout: 0,
  }).catch((error: unknown) => {
    throw signal?.aborted === true ? error : notAborted(error)
  })
  const { statusCode: status } = answer
  const bad = whyBad(answer)
  if (bad !== undefined) {
    answer.body.on('error', () => undefined).destroy()
    throw new BadAnswer(bad)
  }
  if (WITHOUT_BODY.has(status)) await answer.body.dump()
  return new Response(WITHOUT_BODY.has(status) ? null : Readable.toWeb(answer.body), { status, headers: headersOf(answer) })
}

/** A proxy that refuses is told as an abort, which nobody asked for. */
function notAborted(error: unknown): unknown {
  return isErrorNamed(error, 'AbortError')
    ? Object.assign(new Error(errorMessage(error), { cause: error }), { code: 'UND_ERR_SOCKET' })
    : error
}

/** An answer that can be none. A failing one is read whatever its coding: its status tells more than its body. */
function whyBad({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  if (statusCode < 200 || statusCode > 599) return `answered with HTTP ${statusCode}, which is no status of an answer`
  // Some servers put other words there, as `utf-8`, and send plain text.
  const isCompressed = /^(?:x-)?(?:gzip|deflate|br|zstd|compress)\b/i.test(String(headers['content-encoding'] ?? ''))
  return isCompressed && statusCode < 300 ? 'compressed its answer, though it was asked not to (accept-encoding: identity)' : undefined
}

function headersOf({ headers }: Dispatcher.ResponseData): [name: string, value: string][] {
  return Object.entries(headers).flatMap(([name, values = []]) => [values].flat().map((value): [string, string] => [name, value]))
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
