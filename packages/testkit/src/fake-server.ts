import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { JsonValue } from '@assay/core'

/** One HTTP response, in any protocol. */
export type WireReply = {
  /** Default 200. */
  readonly status?: number
  /** Beside `content-type: application/json`, which they may replace. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: JsonValue
  /** Sent unchanged instead of `body`: broken JSON, HTML, nothing. */
  readonly rawBody?: string
  /** Sent one by one instead of a body, in HTTP chunks of their own; `cut` and `stall` come after the last of them. */
  readonly chunks?: readonly (string | Uint8Array)[]
  /** Milliseconds to wait before answering. */
  readonly delayMs?: number
  readonly fault?: WireFault
}

/**
 * How a connection fails. `reset` closes it without an answer; `cut` closes it after half of the body; `hang` never answers;
 * `stall` sends half of the body and then nothing more.
 */
export type WireFault = 'reset' | 'cut' | 'hang' | 'stall'

export type RecordedRequest = {
  /** The number of earlier requests. */
  readonly index: number
  readonly method: string
  /** With the query, as sent. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body; `undefined` if it is not JSON. */
  readonly body: JsonValue | undefined
  readonly rawBody: string
  /** Resolves once the connection of this request is closed by either side, or the answer is sent. */
  readonly ended: Promise<void>
}

export type FakeServer = AsyncDisposable & {
  /** The base URL for a client. */
  readonly url: string
  /** Every request so far, in order of arrival. */
  readonly requests: readonly RecordedRequest[]
  /** Connections that are open at this moment and have carried a request; clients may open others in advance. */
  readonly openConnections: () => number
  /** Closes the server and every connection, also those that hang. */
  readonly close: () => Promise<void>
}

/**
 * A real HTTP server on a free port of the loopback interface with scripted responses. A protocol is a function from a request to a
 * `WireReply`; if it throws, the response has status 400 and the error's message.
 */
export async function startFakeServer(
  respond: (request: RecordedRequest) => WireReply | Promise<WireReply>,
  options: { /** Appended to the address in `url`, as `/v1`. */ readonly basePath?: string } = {},
): Promise<FakeServer> {
  const requests: RecordedRequest[] = []
  const sockets = new Set<Socket>()
  const server = createServer((incoming, response) => {
    const { socket } = incoming
    if (!sockets.has(socket)) socket.once('close', () => sockets.delete(socket))
    sockets.add(socket)
    void answer(incoming, response, requests, respond)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake server has no port.')
  const close = async (): Promise<void> => {
    if (!server.listening) return
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://127.0.0.1:${address.port}${options.basePath ?? ''}`,
    requests,
    openConnections: () => sockets.size,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  requests: RecordedRequest[],
  respond: (request: RecordedRequest) => WireReply | Promise<WireReply>,
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    response.once('close', resolve)
  })
  const rawBody = await textOf(incoming).catch(() => undefined)
  if (rawBody === undefined) return
  const request: RecordedRequest = {
    index: requests.length,
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: headersOf(incoming),
    body: jsonOf(rawBody),
    rawBody,
    ended,
  }
  requests.push(request)
  await send(response, await replyTo(request, respond))
}

async function replyTo(
  request: RecordedRequest,
  respond: (request: RecordedRequest) => WireReply | Promise<WireReply>,
): Promise<WireReply> {
  try {
    return await respond(request)
  } catch (error) {
    return { status: 400, body: { error: { message: error instanceof Error ? error.message : String(error), type: 'fake_server' } } }
  }
}

async function send(response: ServerResponse, reply: WireReply): Promise<void> {
  if (reply.delayMs !== undefined) {
    await new Promise((resolve) => {
      setTimeout(resolve, reply.delayMs)
    })
  }
  if (reply.fault === 'hang' || response.destroyed) return
  if (reply.fault === 'reset') {
    response.destroy()
    return
  }
  if (reply.chunks !== undefined) {
    await sendChunks(response, reply.chunks, reply)
    return
  }
  const body = Buffer.from(reply.rawBody ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)))
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', 'content-length': body.length, ...reply.headers })
  if (reply.fault === undefined) {
    response.end(body)
    return
  }
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    if (reply.fault === 'cut') response.destroy()
  })
}

/** Every chunk is handed to the client before the next is written. */
async function sendChunks(response: ServerResponse, chunks: readonly (string | Uint8Array)[], reply: WireReply): Promise<void> {
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
  response.flushHeaders()
  for (const chunk of chunks) {
    if (response.destroyed) return
    await new Promise<void>((resolve) => {
      response.write(chunk, () => resolve())
    })
  }
  if (reply.fault === 'cut') response.destroy()
  else if (reply.fault === undefined) response.end()
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
    ),
  )
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
