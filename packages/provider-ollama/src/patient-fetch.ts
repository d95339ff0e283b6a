import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'

/** Responses with these have no body, and `Response` refuses one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * A fetch on `node:http`, which waits for headers as long as it takes. Ollama sends them with the first token, also when it
 * streams: only after the queue, the loading of the model and the reading of the prompt, and Node's own fetch gives up after
 * 300 s. How long a request may take is the caller's to say, through the signal. Redirects are not followed.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const { url, method, headers, signal, body } = await read(new Request(input, init))
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, signal }, (incoming) => resolve(responseOf(incoming)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function read(request: Request) {
  const body = Buffer.from(await request.arrayBuffer())
  const { url, method, signal } = request
  return { url, method, signal, body, headers: { ...Object.fromEntries(request.headers), 'content-length': body.length } }
}

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) for (const value of values ?? []) headers.append(name, value)
  if (WITHOUT_BODY.has(status)) incoming.resume()
  return new Response(WITHOUT_BODY.has(status) ? null : Readable.toWeb(incoming), { status, headers })
}
