import { execFileSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { getEventListeners } from 'node:events'
import { type ClientRequest, createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startFakeServer, type WireReply } from '@assay/testkit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readNetworkFailure } from './failure/network-failure.ts'
import { patientFetch, perCall } from './fetch.ts'

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

test('there is no timeout for headers, nor between two chunks of a body', async () => {
  const asked: ClientRequest[] = []
  const onRequest = (message: unknown): void => void asked.push((message as { request: ClientRequest }).request)
  subscribe('http.client.request.start', onRequest)
  onTestFinished(() => void unsubscribe('http.client.request.start', onRequest))
  const { server } = await startFake({ body: 'hello' })
  expect(await (await patientFetch(server.url)).json()).toBe('hello')
  // The timeout of idle connections does not abort a request: that would need a listener.
  expect(asked.map((request) => [request.listenerCount('timeout'), request.socket?.listenerCount('timeout') ?? 0])).toEqual([[0, 1]])
})

test('method, headers and body are sent, and the response has the status, headers and body of the server', async () => {
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

test('an uncompressed response is requested, unless the caller sets accept-encoding', async () => {
  const url = await start((request, response) => response.end(request.headers['accept-encoding']))
  expect(await (await patientFetch(url)).text()).toBe('identity')
  expect(await (await patientFetch(url, { headers: { 'Accept-Encoding': 'gzip' } })).text()).toBe('gzip')
})

test('a response without a body is accepted, and its connection is reused', async () => {
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

test('a redirect is returned, not followed: key and prompt go to no other server', async () => {
  const { server: elsewhere } = await startFake({ body: 'hello' })
  const { server } = await startFake({ status: 307, headers: { location: elsewhere.url } })
  const response = await patientFetch(server.url, { method: 'POST', body: 'a prompt', headers: { 'x-api-key': 'k' } })
  expect([response.status, elsewhere.requests.length]).toEqual([307, 0])
})

test.each(['hang', 'stall'] as const)('an abort during the fault "%s" leaves no socket and no listener', async (fault) => {
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

test('an abort reaches a request after many garbage collections', async () => {
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

test('with an aborted signal nothing is sent', async () => {
  const { server } = await startFake({})
  await expect(patientFetch(server.url, { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(server.requests).toEqual([])
})

test('a Request is accepted like a URL', async () => {
  const { server } = await startFake({ body: 'hello' })
  const response = await patientFetch(new Request(server.url, { method: 'PUT', body: 'x' }))
  expect([await response.json(), server.requests[0]?.method, server.requests[0]?.rawBody]).toEqual(['hello', 'PUT', 'x'])
})

const endless: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(1_000_000, 'a')
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

async function expectBounded(answer: Promise<Response>): Promise<void> {
  const error: unknown = await answer.then((response) => response.text()).catch((thrown: unknown) => thrown)
  expect(readNetworkFailure(error)).toMatchObject({
    kind: 'invalid_reply',
    happened: 'answered with more than 64 MB, which was not read to its end.',
  })
}

test('an endless response is read up to the limit', async () => {
  await expectBounded(patientFetch(await start(endless)))
})

test('an invalid status fails its request only', async () => {
  const url = await start((_request, response) => response.socket?.end('HTTP/1.1 999 Foo\r\ncontent-length: 2\r\n\r\nhi'))
  await expect(patientFetch(url)).rejects.toThrow('the server answered with HTTP 999, which is not a valid final status')
})

test('a protocol upgrade fails the request at once', async () => {
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
  await expect(patientFetch(`http://127.0.0.1:${port}`, { signal: controller.signal })).rejects.toThrow('answered with HTTP 101')
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
})

test.each(['gzip', 'x-gzip', 'br', 'zstd'])('a response compressed with %s is refused', async (coding) => {
  const url = await start((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end('xx'))
  await expect(patientFetch(url)).rejects.toThrow('the server compressed its response, although the request excludes that')
  const failing = await start((_request, response) => response.writeHead(401, { 'content-encoding': coding }).end('xx'))
  expect((await patientFetch(failing)).status).toBe(401)
})

test('an unknown content-encoding is not treated as compression', async () => {
  const url = await start((_request, response) => response.writeHead(200, { 'content-encoding': 'utf-8' }).end('hello'))
  expect(await (await patientFetch(url)).text()).toBe('hello')
})

describe('proxies', () => {
  const VARIABLES = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']
  /** A fetch that has not read the environment yet. */
  async function freshFetch(environment: Readonly<Record<string, string>>): Promise<typeof fetch> {
    for (const name of VARIABLES) vi.stubEnv(name, environment[name])
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.resetModules()
    return (await import('./fetch.ts')).patientFetch
  }

  test.each(['HTTP_PROXY', 'http_proxy'])('a request goes through %s, with the credentials in it', async (name) => {
    const { server: proxy } = await startFake({ body: 'through' })
    const proxied = await freshFetch({ [name]: proxy.url.replace('//', '//user:pass@') })
    const response = await proxied('http://judge.example/v1', { method: 'POST', body: 'x' })
    expect(await response.json()).toBe('through')
    expect(proxy.requests).toMatchObject([{ path: 'http://judge.example/v1', rawBody: 'x' }])
    expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(`Basic ${Buffer.from('user:pass').toString('base64')}`)
  })

  test('an invalid proxy is an error that names the variable, without its credentials', async () => {
    const proxied = await freshFetch({ HTTPS_PROXY: 'user:secret@proxy' })
    const error: unknown = await proxied('https://judge.example').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'config', message: expect.stringMatching(/^HTTPS_PROXY is not the address/) })
    expect(JSON.stringify(error)).not.toContain('secret')
  })

  test('a response through a proxy has the same limit', async () => {
    const proxied = await freshFetch({ HTTP_PROXY: await start(endless) })
    await expectBounded(proxied('http://judge.example/v1'))
  })

  test('a request over TLS goes through a tunnel, so that the proxy reads neither key nor prompt', async () => {
    const lines: string[] = []
    const proxy = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (data) => {
        lines.push(data.toString().split('\r\n')[0] ?? '')
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      })
    })
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve)
    })
    onTestFinished(() => void proxy.close())
    const { port } = proxy.address() as AddressInfo
    const proxied = await freshFetch({ HTTPS_PROXY: `http://user:secret@127.0.0.1:${port}` })
    const error: unknown = await proxied('https://judge.example/v1', { method: 'POST', body: 'x' }).catch((thrown: unknown) => thrown)
    expect(readNetworkFailure(error)).toMatchObject({ kind: 'connection', happened: expect.stringMatching(/^(?!.*secret).*403 Forbidden/) })
    expect(lines).toEqual(['CONNECT judge.example:443 HTTP/1.1'])
  })

  test.each([
    ['of this machine', {}],
    ['that NO_PROXY names', { NO_PROXY: '127.0.0.1' }],
    ['where NO_PROXY is a star', { NO_PROXY: '*' }],
  ])('a request to %s bypasses the proxy', async (_which, noProxy) => {
    const { server } = await startFake({ body: 'straight' })
    const straight = await freshFetch({ HTTP_PROXY: 'http://127.0.0.1:1', ...noProxy })
    expect(await (await straight(server.url)).json()).toBe('straight')
  })
})

/** The HTTP modules that were loaded at each `report()` of a script in a separate process. */
function loaded(script: string): string[] {
  const report = `globalThis.report = () => console.log(
    process.moduleLoadList.includes('NativeModule https') ? 'https' : 'nothing')`
  const preamble = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${report}`
  const flags = ['--conditions=@assay/source', '--no-warnings', '--input-type=module', '--eval', `${preamble}\n${script}`]
  return execFileSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: 'utf8' })
    .trim()
    .split('\n')
}

test('importing the package loads no HTTP module; the first request does', () => {
  const seen = loaded(`
    const { patientFetch } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)})
    report()
    await patientFetch('http://127.0.0.1:1/').catch(() => {})
    report()
  `)
  expect(seen).toEqual(['nothing', 'https'])
})

test('the call follows the signal of the caller, which keeps no listener', async () => {
  const controller = new AbortController()
  const aborted = perCall(
    controller.signal,
    (own) => new Promise((_resolve, reject) => own.addEventListener('abort', () => reject(new Error('stop')))),
  )
  controller.abort()
  await expect(aborted).rejects.toThrow('stop')
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  const { signal } = new AbortController()
  expect(await perCall(signal, async () => 1)).toBe(1)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('with an aborted signal nothing runs', async () => {
  const run = vi.fn()
  await expect(perCall(AbortSignal.abort(), run)).rejects.toMatchObject({ kind: 'aborted' })
  expect(run).not.toHaveBeenCalled()
})
