// A server of a judge in a process of its own. It gives the same reply to every request, after a latency. Prints its URL and runs until it is
// ended. Unlike the fake servers of tests it records no requests: 100,000 of them must not slow it down.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const latencyMs = Number(process.argv[2] ?? 0)
const verdict = { claims: [{ text: 'Oslo is the capital of Norway.', reason: 'It says so.', evidence: [], supported: true }] }
const body = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5-mini',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: JSON.stringify(verdict), refusal: null } }],
  usage: { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940, prompt_tokens_details: { cached_tokens: 0 } },
})

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(body), latencyMs)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`)
})
