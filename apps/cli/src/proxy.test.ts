import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { LLMAdapter, LLMCall } from '@assay/core'
import { type FakeServer, startFakeAnthropic, startFakeOllama, startFakeOpenAI } from '@assay/testkit'
import { expect, test } from 'vitest'
import { createAnthropic, createOllama, createOpenAI } from './index.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'Where is Oslo?' }] }] }

/** An HTTP proxy on loopback: it is asked for whole URLs, fetches them, and keeps what it was asked for. */
async function startProxy(): Promise<{ url: string; asked: string[]; [Symbol.asyncDispose]: () => Promise<void> }> {
  const asked: string[] = []
  const server = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '')
    const onward = request(incoming.url ?? '', { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A `fetch` that sends everything through a proxy, as a user behind one passes it. */
function fetchThrough(proxy: string): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init)
    const { hostname, port } = new URL(proxy)
    const headers = { ...Object.fromEntries(asked.headers), host: new URL(asked.url).host }
    const body = Buffer.from(await asked.arrayBuffer())
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path: asked.url, method: asked.method, headers }, (answer) => {
        const answerHeaders = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
        buffer(answer).then(
          (bytes) => resolve(new Response(new Uint8Array(bytes), { status: answer.statusCode ?? 502, headers: answerHeaders })),
          reject,
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

const providers: readonly [name: string, start: (text: string) => Promise<FakeServer>, (url: string, via: typeof fetch) => LLMAdapter][] = [
  ['OpenAI', startFakeOpenAI, (baseURL, via) => createOpenAI({ baseURL, apiKey: 'test-key', fetch: via })('gpt-5-mini')],
  ['Anthropic', startFakeAnthropic, (baseURL, via) => createAnthropic({ baseURL, apiKey: 'test-key', fetch: via })('claude-sonnet-5-5')],
  ['Ollama', startFakeOllama, (host, via) => createOllama({ host, fetch: via })('qwen3:8b')],
]

test.each(providers)('%s is reached through a proxy by the fetch it is given, and by nothing else', async (_name, start, create) => {
  await using proxy = await startProxy()
  await using server = await start('In Norway.')
  const reply = await create(server.url, fetchThrough(proxy.url)).doGenerate(call)
  expect(reply.text).toBe('In Norway.')
  expect(proxy.asked.length).toBe(server.requests.length)
  expect(proxy.asked.every((url) => url.startsWith(new URL(server.url).origin))).toBe(true)
})
