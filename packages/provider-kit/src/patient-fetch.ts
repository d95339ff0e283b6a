import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { BadAnswer } from './bad-answer.ts'
import { answerTooLong, boundedBody, isTooLong } from './bounded-body.ts'
import { WholeResponse } from './whole-response.ts'

/** Responses with these have no body, and `Response` refuses one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * A fetch on `node:http`, which waits for headers as long as it takes. A server may send them only after the queue, the loading of
 * the model and the reading of the prompt, and Node's own fetch gives up after 300 s. How long a request may take is the caller's to
 * say, through the signal. Redirects are not followed: a prompt and its key go to the address that was named, and to no other.
 *
 * The JSON body of an answer is read whole before the response is handed on, which costs a fraction of what a stream does; one that breaks off
 * fails the fetch. All else is streamed. No answer is read beyond 64 MB.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const { url, method, headers, body } = plainRequest(input, init) ?? (await normalizedRequest(input, init))
  // A Request has a signal of its own, which falls silent once the Request is collected as garbage.
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  const sent = { 'accept-encoding': 'identity', ...headers, 'content-length': Buffer.byteLength(body) }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: sent }, (incoming) => {
      const { statusCode = 0 } = incoming
      if (statusCode < 200 || statusCode > 599) {
        // No `Response` can hold it.
        incoming.destroy()
        reject(noAnswer(statusCode))
      } else if (statusCode < 300 && isCompressed(incoming)) {
        incoming.destroy()
        reject(new BadAnswer('compressed its answer, though it was asked not to (accept-encoding: identity)'))
      } else if (isWholeJson(incoming)) readWhole(incoming).then(resolve, reject)
      else resolve(streamed(incoming))
    })
    outgoing.on('error', reject)
    // Otherwise the request would end without a word.
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.destroy()
      reject(noAnswer(101))
    })
    if (signal) endWith(signal, outgoing)
    outgoing.end(body)
  })
}

function noAnswer(status: number): Error {
  return new BadAnswer(`answered with HTTP ${status}, which is no status of an answer`)
}

/** Ends a request when the signal fires, as its option `signal` does at some more cost. Nothing is left at the signal afterwards. */
function endWith(signal: AbortSignal, outgoing: ClientRequest): void {
  const onAbort = (): void => void outgoing.destroy(new DOMException('The operation was aborted', 'AbortError'))
  if (signal.aborted) {
    onAbort()
    return
  }
  signal.addEventListener('abort', onAbort, { once: true })
  outgoing.once('close', () => signal.removeEventListener('abort', onAbort))
}

type PlainRequest = {
  readonly url: URL
  readonly method: string
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** What SDKs send: an address and a text. `undefined` for what has to go through a `Request` to be known. */
function plainRequest(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): PlainRequest | undefined {
  if (input instanceof Request) return undefined
  const { body = '', method = 'GET', headers } = init ?? {}
  if (typeof body !== 'string') return undefined
  const url = new URL(input)
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return undefined
  // SDKs give Headers; those are not copied, only read.
  const given = Object.fromEntries(headers instanceof Headers ? headers : new Headers(headers))
  if (body !== '') given['content-type'] ??= 'text/plain;charset=UTF-8'
  return { url, method: method.toUpperCase(), headers: given, body }
}

async function normalizedRequest(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<PlainRequest> {
  const asked = new Request(input, { ...init, signal: null })
  return {
    url: new URL(asked.url),
    method: asked.method,
    headers: Object.fromEntries(asked.headers),
    body: Buffer.from(await asked.arrayBuffer()),
  }
}

/** Some servers put other words there, as `utf-8`, and send plain text. */
function isCompressed({ headersDistinct }: IncomingMessage): boolean {
  return /^(?:x-)?(?:gzip|deflate|br|zstd|compress)\b/i.test(headersDistinct['content-encoding']?.[0] ?? '')
}

/** What failed is streamed: its status tells more than the body that breaks off. */
function isWholeJson({ headersDistinct, statusCode = 0 }: IncomingMessage): boolean {
  return statusCode === 200 && /^application\/json\b/i.test(headersDistinct['content-type']?.[0] ?? '')
}

function readWhole(incoming: IncomingMessage): Promise<Response> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (isTooLong(bytes)) incoming.destroy(answerTooLong())
      else chunks.push(chunk)
    })
    incoming.once('error', reject)
    incoming.once('end', () =>
      resolve(new WholeResponse(Buffer.concat(chunks), { status: incoming.statusCode ?? 0, headers: headersOf(incoming) })),
    )
  })
}

function streamed(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  if (WITHOUT_BODY.has(status)) incoming.resume()
  return new Response(WITHOUT_BODY.has(status) ? null : Readable.toWeb(boundedBody(incoming)), {
    status,
    headers: headersOf(incoming),
  })
}

function headersOf({ headersDistinct }: IncomingMessage): [name: string, value: string][] {
  return Object.entries(headersDistinct).flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
}
