import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { pipeline, Readable, Transform } from 'node:stream'
import { AssayError, noUsage } from '@assay/core'
import { BadAnswer } from './failure/network-failure.ts'

/** More than any reply of a judge or batch of vectors. */
const MAX_BYTES = 64e6
/** Statuses with which `Response` rejects a body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])
/** Requests to this machine bypass proxies, which cannot reach it. */
const LOOPBACK = 'localhost,127.0.0.1,[::1]'

let agents: { readonly http: HttpAgent; readonly https: HttpsAgent } | undefined

/** `patientFetch`, on `node:http`. */
export const httpFetch: typeof fetch = async (input, init) => {
  // The signal of a new Request stops following `init.signal` once that Request is garbage-collected, so this uses the original.
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  const { url, method, headers, body } = plainRequest(input, init) ?? (await normalizedRequest(input, init))
  const sent = { 'accept-encoding': 'identity', ...headers, 'content-length': Buffer.byteLength(body) }
  agents ??= agentsByEnvironment()
  const isSecure = url.protocol === 'https:'
  const send = isSecure ? requestHttps : requestHttp
  const agent = isSecure ? agents.https : agents.http
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers: sent, agent, ...(signal ? { signal } : {}) }, (incoming) => {
      const bad = whyBad(incoming)
      if (bad === undefined) return resolve(responseOf(incoming))
      incoming.destroy()
      return reject(new BadAnswer(bad))
    })
    outgoing.on('error', reject)
    // Without this listener the request would never settle.
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.destroy()
      reject(new BadAnswer('answered with HTTP 101, which is not a valid final status'))
    })
    outgoing.end(body)
  })
}

/** Agents that keep idle connections for 5 s, as Node's global agents do, and use the proxies of the environment. */
function agentsByEnvironment(): { http: HttpAgent; https: HttpsAgent } {
  const exceptions = fromEnvironment('NO_PROXY')
  const proxyEnv = {
    HTTP_PROXY: checkedProxy('HTTP_PROXY', fromEnvironment('HTTP_PROXY')),
    HTTPS_PROXY: checkedProxy('HTTPS_PROXY', fromEnvironment('HTTPS_PROXY')),
    NO_PROXY: exceptions === '*' ? exceptions : `${exceptions},${LOOPBACK}`,
  }
  const options = { keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv } as const
  return { http: new HttpAgent(options), https: new HttpsAgent(options) }
}

function fromEnvironment(name: string): string {
  return (process.env[name.toLowerCase()] ?? process.env[name] ?? '').trim()
}

/** Node ignores an invalid proxy and connects directly; this reports it instead. */
function checkedProxy(name: string, address: string): string | undefined {
  if (address === '') return undefined
  if (/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return address
  const message = `${name} is not the address of a proxy. Write it in full, as in http://proxy.example:3128, or unset it.`
  throw new AssayError({ kind: 'config', message, usage: noUsage })
}

type PlainRequest = {
  readonly url: URL
  readonly method: string
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** Fast path for what SDKs send: a URL and a string body. `undefined` if the arguments need to be normalized by a `Request`. */
function plainRequest(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): PlainRequest | undefined {
  if (input instanceof Request) return undefined
  const { body = '', method = 'GET', headers } = init ?? {}
  if (typeof body !== 'string') return undefined
  const url = new URL(input)
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return undefined
  const given = Object.fromEntries(headers instanceof Headers ? headers : new Headers(headers))
  if (body !== '') given['content-type'] ??= 'text/plain;charset=UTF-8'
  return { url, method: method.toUpperCase(), headers: given, body }
}

async function normalizedRequest(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<PlainRequest> {
  const request = new Request(input, { ...init, signal: null })
  const body = Buffer.from(await request.arrayBuffer())
  return { url: new URL(request.url), method: request.method, headers: Object.fromEntries(request.headers), body }
}

/** Why a response cannot be used, or `undefined`. A compressed error response is accepted, because its status suffices. */
function whyBad({ statusCode = 0, headersDistinct }: IncomingMessage): string | undefined {
  if (statusCode < 200 || statusCode > 599) return `answered with HTTP ${statusCode}, which is not a valid final status`
  // Some servers send other values here, such as `utf-8`, with an uncompressed body.
  const isCompressed = /^(?:x-)?(?:gzip|deflate|br|zstd|compress)\b/i.test(headersDistinct['content-encoding']?.[0] ?? '')
  return isCompressed && statusCode < 300
    ? 'compressed its response, although the request excludes that (accept-encoding: identity)'
    : undefined
}

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, headersDistinct } = incoming
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
  if (!WITHOUT_BODY.has(status)) return new Response(Readable.toWeb(boundedBody(incoming)), { status, headers })
  incoming.resume()
  return new Response(null, { status, headers })
}

/** Streams the body, and fails above `MAX_BYTES`, so that an endless body cannot fill the memory. */
function boundedBody(incoming: IncomingMessage): Transform {
  let bytes = 0
  const bound = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= MAX_BYTES) done(null, chunk)
      else done(Object.assign(new Error('the answer is longer than 64 MB'), { code: 'ERR_ANSWER_TOO_LONG' }))
    },
  })
  // The reader of the stream receives its error.
  return pipeline(incoming, bound, () => undefined)
}
