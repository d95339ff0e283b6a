import { once } from 'node:events'
import { createServer } from 'node:net'
import { AssayError, createDirectRuntime, type LLMCall } from '@assay/core'
import { type OllamaReply, type OllamaShow, startFakeOllama } from '@assay/testkit'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { OllamaModelOptions } from './model-options.ts'
import { createOllama, type OllamaOptions } from './ollama.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'Is it so?' }] }] }
const schema = { type: 'object', properties: {}, required: [], additionalProperties: false }
const consoleSpies = () => (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => {}))
let spies: ReturnType<typeof consoleSpies>

beforeEach(() => {
  spies = consoleSpies()
})

afterEach(() => {
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

async function failWith(
  reply: OllamaReply | readonly OllamaReply[],
  o: { call?: LLMCall; show?: OllamaShow; server?: OllamaOptions; model?: OllamaModelOptions } = {},
): Promise<AssayError> {
  const server = await startFakeOllama(reply, o.show === undefined ? {} : { show: o.show })
  onTestFinished(() => server.close())
  const adapter = createOllama({ host: server.url, ...o.server })('qwen3:8b', o.model)
  const error: unknown = await Promise.resolve(adapter.doGenerate(o.call ?? call)).then(
    () => 'no failure',
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error(`not an AssayError: ${String(error)}`)
  return error
}

function refusalOf(option: string): OllamaReply {
  return { status: 400, error: `option "${option}" is not supported for this model` }
}

describe('what a server reports', () => {
  test.each<[string, OllamaReply, object]>([
    ['401', { status: 401, error: 'unauthorized' }, { kind: 'auth', status: 401, isRetryable: false }],
    ['403', { status: 403, error: 'this model requires a subscription' }, { kind: 'auth', isRetryable: false }],
    ['402', { status: 402, error: 'payment required' }, { kind: 'quota', isRetryable: false }],
    ['a used-up account', { status: 429, error: "you've reached your hourly usage limit" }, { kind: 'quota', isRetryable: false }],
    ['credit, by its code', { status: 429, body: { error: { code: 'insufficient_credits', message: 'No.' } } }, { kind: 'quota' }],
    ['credit, in words', { status: 403, error: 'you have no credits remaining' }, { kind: 'quota', isRetryable: false }],
    ['429', { status: 429, error: 'too many requests' }, { kind: 'overloaded', isRetryable: true }],
    [
      'a full queue',
      { status: 503, error: 'server busy, please try again.  maximum pending requests exceeded' },
      { kind: 'overloaded', isRetryable: true },
    ],
    [
      '413',
      { status: 413, rawBody: 'Request Entity Too Large', headers: { 'content-type': 'text/plain' } },
      { kind: 'request_too_large', isRetryable: false },
    ],
    [
      'a prompt too long',
      { status: 400, error: 'the input length exceeds the context length' },
      { kind: 'context_overflow', isRetryable: false },
    ],
    [
      'a prompt too long, in the words of llama.cpp',
      { status: 400, error: '{"error":{"code":400,"message":"request (9412 tokens) exceeds the available context size (8192 tokens)"}}' },
      { kind: 'context_overflow', message: expect.stringContaining('request (9412 tokens) exceeds') },
    ],
    ['a bad request', { status: 400, error: 'invalid message role' }, { kind: 'bad_request', isRetryable: false }],
    [
      'a crash',
      { status: 500, error: 'llama runner process has terminated: exit status 2' },
      { kind: 'provider', status: 500, isRetryable: true },
    ],
    [
      'too little memory',
      { status: 500, error: 'model requires more system memory (44.0 GiB) than is available (7.6 GiB)' },
      { kind: 'provider', isRetryable: false, message: expect.stringContaining('numCtx') },
    ],
    [
      '200 and a web page',
      { rawBody: '<html><h1>Welcome</h1></html>', headers: { 'content-type': 'text/html; charset=utf-8' } },
      { kind: 'provider', message: expect.stringContaining('an HTML page') },
    ],
    [
      'a proxy without a server',
      { status: 502, rawBody: '<html><h1>Bad Gateway</h1></html>', headers: { 'content-type': 'text/html' } },
      { kind: 'provider', isRetryable: true, message: expect.stringContaining('an HTML page') },
    ],
    [
      'a redirect',
      { status: 301, headers: { location: 'https://elsewhere.example/secret-token' }, rawBody: '' },
      {
        kind: 'provider',
        isRetryable: false,
        message: expect.stringContaining('HTTP 301: a redirect to https://elsewhere.example, which is not followed.'),
      },
    ],
    [
      'another server',
      { status: 404, rawBody: '404 page not found', headers: { 'content-type': 'text/plain' } },
      { kind: 'provider', status: 404, isRetryable: false },
    ],
    ['no content', { status: 204, rawBody: '' }, { status: 204, message: expect.stringContaining('HTTP 204: no explanation') }],
    ['an empty error', { status: 500, rawBody: '' }, { kind: 'provider', message: expect.stringContaining('no explanation') }],
    [
      'an error of no known shape',
      { status: 418, body: { oops: [1] } },
      { kind: 'bad_request', message: expect.stringContaining('{"oops":[1]}') },
    ],
  ])('%s has its own kind', async (_what, reply, expected) => {
    const error = await failWith(reply)
    expect(error).toMatchObject({ provider: 'ollama', modelId: 'qwen3:8b', ...expected })
    expect(error.message).toMatch(/^ollama:qwen3:8b answered with HTTP/)
  })

  test.each([
    { status: 404, error: "model 'qwen3:8b' not found" },
    { status: 404, error: 'model "qwen3:8b" not found, try pulling it first' },
  ])('a missing model comes with the command that pulls it, before the chat and in it', async (missing) => {
    for (const show of [missing, {}]) {
      const error = await failWith({ ...missing }, { show })
      expect(error).toMatchObject({ kind: 'model_not_found', status: 404, isRetryable: false })
      expect(error.message).toMatch(/: ollama pull qwen3:8b$/)
    }
  })

  test('Retry-After is read, also in the response about the limit', async () => {
    const busy = { status: 503, error: 'server busy', headers: { 'retry-after': '7', 'x-request-id': 'r1' } }
    expect(await failWith(busy)).toMatchObject({ retryAfterMs: 7000, requestId: 'r1' })
    expect(await failWith({}, { show: busy })).toMatchObject({ kind: 'overloaded', retryAfterMs: 7000 })
  })

  test.each([
    'json: cannot unmarshal object into Go struct field ChatRequest.format of type string',
    'invalid format: expected "json" or a JSON schema',
    'failed to load model vocabulary required for format',
    'failed to parse grammar',
  ])('"%s" refuses the output mode, where a schema was sent', async (message) => {
    const withSchema: LLMCall = { ...call, output: { name: 'x', schema } }
    expect(await failWith({ status: 400, error: message }, { call: withSchema })).toMatchObject({
      kind: 'unsupported_parameter',
      parameter: 'output',
    })
    expect(await failWith({ streamError: message }, { call: withSchema })).toMatchObject({
      kind: 'unsupported_parameter',
      parameter: 'output',
    })
    expect((await failWith({ status: 400, error: message })).kind).toBe('bad_request')
  })

  test('after a refused schema the runtime uses prompt mode', async () => {
    const server = await startFakeOllama([{ status: 400, error: 'format is not supported by this model' }, '{}'])
    onTestFinished(() => server.close())
    const { reply } = await createDirectRuntime().generate(
      createOllama({ host: server.url })('m'),
      { ...call, output: { name: 'x', schema } },
      { read: ({ text }) => text },
    )
    expect(reply.warnings).toEqual([expect.stringContaining('"prompt" was used')])
  })

  test('think is named only if it was set', async () => {
    const refusal = { status: 400, error: '"qwen3:8b" does not support thinking' }
    const error = await failWith(refusal, { model: { think: true } })
    expect(error).toMatchObject({ kind: 'unsupported_parameter', parameter: 'think' })
    expect(error.message).toContain('Take think out of the options')
    expect((await failWith(refusal)).kind).toBe('bad_request')
  })

  test('a refused option has its name in the call, also if Assay chose it', async () => {
    expect(await failWith(refusalOf('temperature'), { call: { ...call, temperature: 0 } })).toMatchObject({
      kind: 'unsupported_parameter',
      parameter: 'temperature',
      message: expect.stringContaining('Set `capabilities: { temperature: false }` for this model.'),
    })
    expect(await failWith(refusalOf('num_predict'), { call: { ...call, maxOutputTokens: 9 } })).toMatchObject({
      parameter: 'maxOutputTokens',
    })
    expect(await failWith(refusalOf('mirostat'), { model: { options: { mirostat: 2 } } })).toMatchObject({ parameter: 'mirostat' })
    expect((await failWith(refusalOf('temperature'))).kind).toBe('bad_request')
  })
})

describe('a stream that fails', () => {
  test.each<[string, OllamaReply, object]>([
    [
      'an error line',
      { text: 'half', streamError: 'an error was encountered while running the model: unexpected EOF' },
      { kind: 'provider', status: 200, isRetryable: true },
    ],
    ['an error line before any text', { streamError: 'model requires more system memory' }, { kind: 'provider', isRetryable: false }],
    ['an error line about the prompt', { text: 'half', streamError: 'context size exceeded' }, { kind: 'context_overflow' }],
    ['an error of any shape', { chunks: ['{"error":{"message":"server busy"}}\n'] }, { kind: 'overloaded' }],
    ['no last line', { text: 'half', done: false }, { kind: 'connection', isRetryable: true }],
    ['no line at all', { chunks: [] }, { kind: 'connection' }],
    ['a cut connection', { text: 'half', done: false, fault: 'cut' }, { kind: 'connection' }],
    ['a cut line', { chunks: ['{"message":{"content":"a"},"done":fa'] }, { kind: 'connection' }],
    ['a cut body', { rawBody: '{"message":{"content":"a"},"done":false}\n{"message":', fault: 'cut' }, { kind: 'connection' }],
    ['a line that is not JSON', { text: 'half', extraLines: ['<html>'] }, { kind: 'provider', isRetryable: false, replyHead: '<html>' }],
    ['a line that is no object', { text: 'half', extraLines: ['[1]'] }, { kind: 'provider', replyHead: '[1]' }],
    [
      'events of another protocol',
      { chunks: ['data: {"choices":[]}\n', '\n', 'data: [DONE]\n'] },
      {
        kind: 'provider',
        message: expect.stringContaining('sent server-sent events instead of JSON lines: the server streams as OpenAI does.'),
      },
    ],
    ['an error among such events', { chunks: ['data: {"error":{"message":"server busy"}}\n'] }, { kind: 'overloaded' }],
    ['no text', { text: '' }, { kind: 'empty_reply' }],
    ['no text and an odd end', { text: '', doneReason: 'odd' }, { message: expect.stringContaining('its done_reason is "odd"') }],
    [
      'a call of a tool',
      { text: '', extraLines: ['{"message":{"content":"","tool_calls":[{"function":{"name":"search","arguments":{}}}]},"done":false}'] },
      { kind: 'empty_reply', message: expect.stringContaining('instead it calls the tool "search", which was not offered.') },
    ],
    [
      'no text, but a model loaded',
      { text: '', doneReason: 'load' },
      { kind: 'empty_reply', message: expect.stringContaining('it only loaded the model') },
    ],
    [
      'no text, only thinking',
      { thinking: 'hm', text: '' },
      { kind: 'empty_reply', message: expect.stringContaining('only thinking'), replyHead: 'hm' },
    ],
  ])('%s is an error, never a short reply', async (_what, reply, expected) => {
    expect(await failWith(reply)).toMatchObject({ provider: 'ollama', modelId: 'qwen3:8b', ...expected })
  })

  test('a reply truncated during thinking has finish reason length, not an empty_reply error', async () => {
    const server = await startFakeOllama({ thinking: 'hm', text: '', doneReason: 'length' })
    onTestFinished(() => server.close())
    expect(await createOllama({ host: server.url })('m').doGenerate(call)).toMatchObject({ text: '', finishReason: 'length' })
  })

  test('leaves no connection open', async () => {
    const server = await startFakeOllama({ text: 'half', extraLines: ['no JSON'], done: false, fault: 'stall' })
    onTestFinished(() => server.close())
    await expect(createOllama({ host: server.url })('m', { numCtx: 4096 }).doGenerate(call)).rejects.toMatchObject({ kind: 'provider' })
    await expect.poll(() => server.openConnections()).toBe(0)
  })
})

describe('an unreachable server', () => {
  test('is named with its address and the command that starts it', async () => {
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const address = probe.address()
        probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
      })
    })
    const error = await failWith({}, { server: { host: `user:hunter22@127.0.0.1:${port}` } })
    expect(error).toMatchObject({ kind: 'connection', isRetryable: true })
    expect(error.message).toContain(`Tried http://127.0.0.1:${port}`)
    expect(error.message).toContain('ollama serve')
    expect(error.message).toContain('ECONNREFUSED')
    expect(JSON.stringify(error)).not.toContain('hunter22')
  })

  test('an invalid status is reported', async () => {
    const odd = createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 999 Foo\r\ncontent-length: 0\r\n\r\n')))
    await once(odd.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void odd.close())
    const address = odd.address()
    const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    const error = await failWith({}, { server: { host } })
    expect(error).toMatchObject({
      kind: 'provider',
      message: expect.stringContaining('qwen3:8b answered with HTTP 999, which is not a valid final status'),
    })
  })

  test('a reset connection is a connection failure', async () => {
    expect(await failWith({ fault: 'reset' })).toMatchObject({ kind: 'connection' })
    expect(await failWith({}, { show: { fault: 'reset' } })).toMatchObject({ kind: 'connection' })
  })

  test('a timeout of a given fetch is a timeout error', async () => {
    const cause = Object.assign(new Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' })
    const slow = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('fetch failed', { cause }))
    expect(await failWith({}, { server: { fetch: slow } })).toMatchObject({ kind: 'timeout', isRetryable: true })
  })
})
