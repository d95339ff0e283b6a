import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { getEventListeners } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startFakeServer, type WireReply } from '@assay/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { readNetworkFailure } from './network-failure.ts'
import { patientFetch } from './patient-fetch.ts'

async function start(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

async function startFake(reply: WireReply) {
  const arrived = Promise.withResolvers<void>()
  const server = await startFakeServer(() => {
    arrived.resolve()
    return reply
  })
  onTestFinished(() => server.close())
  return { server, arrived: arrived.promise }
}

test('nothing limits the time to the first header: the request goes through node:http, without a time-out', async () => {
  const seen: { http: unknown[]; fetch: unknown[] } = { http: [], fetch: [] }
  const onHttp = (message: unknown): void => void seen.http.push((message as { request: { timeout?: unknown } }).request.timeout)
  const onFetch = (message: unknown): void => void seen.fetch.push(message)
  subscribe('http.client.request.start', onHttp)
  subscribe('undici:request:create', onFetch)
  onTestFinished(() => {
    unsubscribe('http.client.request.start', onHttp)
    unsubscribe('undici:request:create', onFetch)
  })
  const { server } = await startFake({ body: 'hello' })
  expect(await (await patientFetch(server.url)).json()).toBe('hello')
  expect(seen.fetch).toEqual([])
  expect(seen.http.map((timeout) => timeout ?? 0)).toEqual([0])
})

test('method, headers and body arrive, and the answer comes back with its own', async () => {
  const url = await start((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      response.writeHead(201, ['x-a', '1', 'x-a', '2'])
      response.end([request.method, request.headers['x-test'], request.headers['content-length'], body].join(' '))
    })
  })
  const response = await patientFetch(`${url}/x`, { method: 'POST', body: 'é', headers: { 'X-Test': 'yes' } })
  expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([201, '1, 2', 'POST yes 2 é'])
})

test('an answer is asked for uncompressed, unless the caller unpacks it', async () => {
  const url = await start((request, response) => response.end(request.headers['accept-encoding']))
  expect(await (await patientFetch(url)).text()).toBe('identity')
  expect(await (await patientFetch(url, { headers: { 'Accept-Encoding': 'gzip' } })).text()).toBe('gzip')
})

test('an answer without a body is one, and frees its connection', async () => {
  const ports = new Set<number | undefined>()
  const url = await start((request, response) => {
    ports.add(request.socket.remotePort)
    response.writeHead(204).end()
  })
  for (let at = 0; at < 5; at += 1) {
    const response = await patientFetch(url)
    expect([response.status, response.body]).toEqual([204, null])
  }
  expect(ports.size).toBeLessThanOrEqual(2)
})

test('https goes through TLS', async () => {
  const url = await start((_request, response) => response.end())
  await expect(patientFetch(url.replace('http:', 'https:'))).rejects.toThrow(/SSL|EPROTO/)
})

test('a redirect is an answer, not followed: neither key nor prompt goes elsewhere', async () => {
  const { server: elsewhere } = await startFake({ body: 'hello' })
  const { server } = await startFake({ status: 307, headers: { location: elsewhere.url } })
  const response = await patientFetch(server.url, { method: 'POST', body: 'a prompt', headers: { 'x-api-key': 'k' } })
  expect([response.status, elsewhere.requests.length]).toEqual([307, 0])
})

test.each(['hang', 'stall'] as const)('an abort while the server does %s leaves no socket and no listener', async (fault) => {
  const { server, arrived } = await startFake({ body: 'a body to be cut in two', fault })
  const controller = new AbortController()
  const answer = patientFetch(server.url, { signal: controller.signal }).then((response) => response.text())
  await arrived
  if (fault === 'stall') await expect.poll(() => server.openConnections()).toBe(1)
  controller.abort()
  await expect(answer).rejects.toThrow()
  await expect.poll(() => server.openConnections()).toBe(0)
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
})

test('an abort reaches a request that has waited through many collections of garbage', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const { server, arrived } = await startFake({ fault: 'hang' })
  const controller = new AbortController()
  const answer = patientFetch(server.url, { signal: controller.signal })
  await arrived
  for (let at = 0; at < 5; at += 1) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  controller.abort()
  await expect(answer).rejects.toThrow()
})

test('a signal that has fired before sends nothing', async () => {
  const { server } = await startFake({})
  await expect(patientFetch(server.url, { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(server.requests).toEqual([])
})

test('a Request is taken like an address', async () => {
  const { server } = await startFake({ body: 'hello' })
  const response = await patientFetch(new Request(server.url, { method: 'PUT', body: 'x' }))
  expect([await response.json(), server.requests[0]?.method, server.requests[0]?.rawBody]).toEqual(['hello', 'PUT', 'x'])
})

test.each(['application/json', 'text/html', 'application/x-ndjson'])(
  'an answer of %s that never ends is read up to a bound',
  async (type) => {
    const url = await start((_request, response) => {
      response.writeHead(200, { 'content-type': type })
      const chunk = Buffer.alloc(1_000_000, 'a')
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    const answer = patientFetch(url).then((response) => response.text())
    const error: unknown = await answer.catch((thrown: unknown) => thrown)
    expect(readNetworkFailure(error)).toMatchObject({
      kind: 'invalid_reply',
      happened: 'answered with more than 64 MB, which was not read to its end.',
    })
  },
)

test('a status that no answer has fails the request, and nothing else', async () => {
  const url = await start((_request, response) => response.socket?.end('HTTP/1.1 999 Foo\r\ncontent-length: 2\r\n\r\nhi'))
  await expect(patientFetch(url)).rejects.toThrow('the server answered with HTTP 999, which is no status of an answer')
})

test('a server that would change the protocol fails the request at once', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: foo\r\nconnection: upgrade\r\n\r\n'))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const controller = new AbortController()
  await expect(patientFetch(`http://127.0.0.1:${port}`, { signal: controller.signal })).rejects.toThrow(
    'HTTP 101, which is no status of an answer',
  )
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
})

test.each(['gzip', 'x-gzip', 'br', 'zstd'])('an answer in %s is refused, since it was asked for as it is', async (coding) => {
  const url = await start((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end('xx'))
  await expect(patientFetch(url)).rejects.toThrow('the server compressed its answer, though it was asked not to')
  const failing = await start((_request, response) => response.writeHead(401, { 'content-encoding': coding }).end('xx'))
  expect((await patientFetch(failing)).status).toBe(401)
})

test('what is no coding is not taken for one', async () => {
  const url = await start((_request, response) => response.writeHead(200, { 'content-encoding': 'utf-8' }).end('hello'))
  expect(await (await patientFetch(url)).text()).toBe('hello')
})
