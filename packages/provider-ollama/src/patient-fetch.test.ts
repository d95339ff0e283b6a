import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener } from 'node:http'
import type { LLMCall } from '@assay/core'
import { startFakeOllama } from '@assay/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createOllama } from './ollama.ts'
import { patientFetch } from './patient-fetch.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'Is it so?' }] }] }

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

/** What goes out through node:http, which has no time-out of its own, and through Node's fetch, which has. */
function watchRequests() {
  const seen: { http: unknown[]; fetch: unknown[] } = { http: [], fetch: [] }
  const onHttp = (message: unknown): void => void seen.http.push((message as { request: { timeout?: unknown } }).request.timeout)
  const onFetch = (message: unknown): void => void seen.fetch.push(message)
  subscribe('http.client.request.start', onHttp)
  subscribe('undici:request:create', onFetch)
  onTestFinished(() => {
    unsubscribe('http.client.request.start', onHttp)
    unsubscribe('undici:request:create', onFetch)
  })
  return seen
}

test('a model that loads before the first header has no time limit, since no request goes through the fetch that has one', async () => {
  const server = await startFakeOllama({ text: 'hello', delayMs: 100 })
  onTestFinished(() => server.close())
  const seen = watchRequests()
  const provider = createOllama({ host: server.url })
  expect((await provider('m').doGenerate(call)).text).toBe('hello')
  await provider.embedding('m').doEmbed(['a'])
  expect(seen.fetch).toEqual([])
  expect(seen.http).toHaveLength(3)
  expect(seen.http.every((timeout) => timeout === undefined || timeout === 0)).toBe(true)
})

test('a given fetch is used instead', async () => {
  const server = await startFakeOllama('hello')
  onTestFinished(() => server.close())
  const seen = watchRequests()
  await createOllama({ host: server.url, fetch })('m').doGenerate(call)
  expect([seen.http.length, seen.fetch.length]).toEqual([0, 2])
})

test('method, headers and body arrive, and the answer comes back with its own', async () => {
  const url = await start((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      response.writeHead(
        201,
        [
          ['x-a', '1'],
          ['x-a', '2'],
        ].flat(),
      )
      response.end([request.method, request.headers['x-test'], request.headers['content-length'], body].join(' '))
    })
  })
  const response = await patientFetch(`${url}/x`, { method: 'POST', body: 'é', headers: { 'X-Test': 'yes' } })
  expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([201, '1, 2', 'POST yes 2 é'])
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
