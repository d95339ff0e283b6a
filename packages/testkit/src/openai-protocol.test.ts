import { onTestFinished, describe, expect, test } from 'vitest'
import { type OpenAIScript, startFakeOpenAI } from './openai-protocol.ts'

type Parsed = {
  choices: { message: { content: string } }[]
  data: [{ embedding: number[] }, { embedding: number[] }, { embedding: number[] }]
  error: { message: string }
}
type CodedData = { data: [{ embedding: string }] }

async function json<T = Parsed>(response: Response | Promise<Response>): Promise<T> {
  return (await (await response).json()) as T
}

async function start(script: OpenAIScript) {
  const server = await startFakeOpenAI(script)
  onTestFinished(() => server.close())
  const post = (path: string, body: unknown, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'X-Test': 'yes' }, ...init })
  return { server, post, chat: (init?: RequestInit) => post('/chat/completions?v=1', { model: 'm', messages: [] }, init) }
}

describe('the fake OpenAI', () => {
  test('answers every request with one text, in the shape of a chat completion', async () => {
    const { chat } = await start('hello')
    for (const id of ['req_1', 'req_2']) {
      const response = await chat()
      expect(response.headers.get('x-request-id')).toBe(id)
      expect(await response.json()).toMatchObject({
        object: 'chat.completion',
        model: 'm',
        choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'hello' } }],
        usage: { prompt_tokens: 10, completion_tokens: 5 },
      })
    }
  })

  test('records method, path, headers and body of every request', async () => {
    const { server, chat, post } = await start('hello')
    await chat()
    await post('/chat/completions', undefined, { body: '{broken' })
    expect(server.requests).toHaveLength(2)
    expect(server.requests[0]).toMatchObject({
      index: 0,
      method: 'POST',
      path: '/v1/chat/completions?v=1',
      headers: { 'x-test': 'yes' },
      body: { model: 'm', messages: [] },
      rawBody: '{"model":"m","messages":[]}',
    })
    expect(server.requests[1]).toMatchObject({ index: 1, body: undefined, rawBody: '{broken' })
  })

  test('a list answers one request each; the request beyond it is told so', async () => {
    const { chat } = await start(['first', { status: 429, headers: { 'retry-after': '7' }, error: { message: 'slow down', code: 'x' } }])
    expect((await json(chat())).choices[0]?.message.content).toBe('first')
    const second = await chat()
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await second.json()).toEqual({ error: { message: 'slow down', type: 'invalid_request_error', code: 'x', param: null } })
    const third = await chat()
    expect(third.status).toBe(400)
    expect((await json(third)).error.message).toContain('holds 2 replies, and this is request 3')
  })

  test('a function sees the request and its number', async () => {
    const { chat } = await start((request, index) => ({ text: `${index}:${request.headers['x-test']}` }))
    await chat()
    expect((await json(chat())).choices[0]?.message.content).toBe('1:yes')
  })

  test('a tool call carries the name of the tool that was offered', async () => {
    const { post } = await start({ toolArguments: '{"a":1}' })
    const reply = await json(post('/chat/completions', { tools: [{ type: 'function', function: { name: 'verdicts' } }] }))
    expect(reply.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null, tool_calls: [{ function: { name: 'verdicts', arguments: '{"a":1}' } }] },
    })
  })

  test('an error may come with status 200, choices may be none, usage may be missing, a body may be anything', async () => {
    const { chat } = await start([
      { status: 200, error: { message: 'no' } },
      { choices: [], usage: null },
      { rawBody: '<html>', headers: { 'content-type': 'text/html' } },
      { body: { odd: true }, delayMs: 1 },
    ])
    const error = await chat()
    expect([error.status, (await json(error)).error.message]).toEqual([200, 'no'])
    const none = await json(chat())
    expect([none.choices, 'usage' in none]).toEqual([[], false])
    const html = await chat()
    expect([html.headers.get('content-type'), await html.text()]).toEqual(['text/html', '<html>'])
    expect(await json(chat())).toEqual({ odd: true })
  })

  test('a connection can be reset before a byte, and cut in the middle of the body', async () => {
    const { chat } = await start([{ fault: 'reset' }, { text: 'a long enough text', fault: 'cut' }])
    await expect(chat()).rejects.toThrow('fetch failed')
    const cut = await chat()
    expect(cut.status).toBe(200)
    await expect(cut.text()).rejects.toThrow('terminated')
  })

  test.each(['hang', 'stall'] as const)('%s keeps the connection open until the client gives up', async (fault) => {
    const arrived = Promise.withResolvers<void>()
    const { server, chat } = await start(() => {
      arrived.resolve()
      return { text: 'x', fault }
    })
    const controller = new AbortController()
    const reply = chat({ signal: controller.signal }).then((response) => response.text())
    await arrived.promise
    expect(server.openConnections()).toBe(1)
    controller.abort()
    await expect(reply).rejects.toThrow('aborted')
    await server.requests[0]?.ended
    await expect.poll(() => server.openConnections()).toBe(0)
  })

  test('closing it ends requests that hang, and closing it twice is harmless', async () => {
    const arrived = Promise.withResolvers<void>()
    const { server, chat } = await start(() => {
      arrived.resolve()
      return { fault: 'hang' }
    })
    const failed = expect(chat()).rejects.toThrow('fetch failed')
    await arrived.promise
    await server[Symbol.asyncDispose]()
    await server.close()
    await failed
  })

  test('embeddings come as numbers or as base64, one for each text, equal for equal texts', async () => {
    const { post } = await start([{}, {}, { vectors: [[1, 2]], model: 'e' }])
    const input = ['one', 'two', 'one']
    const { data } = await json(post('/embeddings', { input }))
    expect(data).toHaveLength(3)
    expect(data[0].embedding).toEqual(data[2].embedding)
    expect(data[0].embedding).not.toEqual(data[1].embedding)
    const coded = await json<CodedData>(post('/embeddings', { input, encoding_format: 'base64' }))
    const bytes = Buffer.from(coded.data[0].embedding, 'base64')
    expect(Array.from(new Float32Array(bytes.buffer, bytes.byteOffset, 8))).toEqual(data[0].embedding)
    const own = await json(post('/embeddings', { input: 'x' }))
    expect(own).toMatchObject({ model: 'e', data: [{ index: 0, embedding: [1, 2] }] })
  })

  test('any other path is 404', async () => {
    const { post } = await start('hello')
    expect((await post('/completions', {})).status).toBe(404)
  })
})

test('a response has its own shape: status, output items and counts', async () => {
  const { post } = await start([
    { text: 'hello', reasoning: 'hm' },
    { text: 'hel', finishReason: 'length' },
    { toolArguments: '{"a":1}' },
    { finishReason: 'queued', usage: null },
  ])
  const ask = async () => json<object>(post('/responses', { model: 'm', tools: [{ type: 'function', name: 'f' }] }))
  expect(await ask()).toMatchObject({
    object: 'response',
    status: 'completed',
    model: 'm',
    output: [{ type: 'reasoning' }, { type: 'message', content: [{ type: 'output_text', text: 'hello' }] }],
    usage: { input_tokens: 10, output_tokens: 5 },
  })
  expect(await ask()).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
  expect(await ask()).toMatchObject({ output: [{ type: 'function_call', name: 'f', arguments: '{"a":1}' }] })
  const last = await ask()
  expect(last).toMatchObject({ status: 'queued', output: [] })
  expect(last).not.toHaveProperty('usage')
})
