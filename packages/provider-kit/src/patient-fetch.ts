import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'

/** Responses with these have no body, and `Response` refuses one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * A fetch on `node:http`, which waits for headers as long as it takes. A server may send them only after the queue, the loading of
 * the model and the reading of the prompt, and Node's own fetch gives up after 300 s. How long a request may take is the caller's to
 * say, through the signal. Redirects are not followed: a prompt and its key go to the address that was named, and to no other.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const asked = new Request(input, { ...init, signal: null })
  const body = Buffer.from(await asked.arrayBuffer())
  // A Request has a signal of its own, which falls silent once the Request is collected as garbage.
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  const headers = { 'accept-encoding': 'identity', ...Object.fromEntries(asked.headers), 'content-length': body.length }
  const request = asked.url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const options = { method: asked.method, headers, ...(signal === undefined ? {} : { signal }) }
    const outgoing = request(asked.url, options, (incoming) => resolve(responseOf(incoming)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) for (const value of values ?? []) headers.append(name, value)
  if (WITHOUT_BODY.has(status)) incoming.resume()
  return new Response(WITHOUT_BODY.has(status) ? null : Readable.toWeb(incoming), { status, headers })
}
