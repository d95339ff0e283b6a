import { describe, expect, onTestFinished, test } from 'vitest'
import { type AnthropicScript, startFakeAnthropic } from './anthropic-protocol.ts'

async function start(script: AnthropicScript) {
  const server = await startFakeAnthropic(script)
  onTestFinished(() => server.close())
  const post = (body: unknown, path = '/v1/messages'): Promise<Response> =>
    fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'X-Test': 'yes' } })
  const ask = async (): Promise<unknown> => (await post({ model: 'm', messages: [] })).json()
  return { server, post, ask }
}

describe('the fake Anthropic', () => {
  test('answers every request with one text, in the shape of a message', async () => {
    const { post } = await start('hello')
    for (const id of ['req_1', 'req_2']) {
      const response = await post({ model: 'm', messages: [] })
      expect(response.headers.get('request-id')).toBe(id)
      expect(await response.json()).toMatchObject({
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: 'hello' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      })
    }
  })

  test('records method, path, headers and body of every request', async () => {
    const { server, post } = await start('hello')
    await post({ model: 'm' }, '/gateway/v1/messages?v=1')
    expect(server.requests).toMatchObject([
      { index: 0, method: 'POST', path: '/gateway/v1/messages?v=1', headers: { 'x-test': 'yes' }, body: { model: 'm' } },
    ])
  })

  test('an error has the status that its type has at the real service, unless told otherwise', async () => {
    const { post } = await start([
      { error: { type: 'overloaded_error', message: 'Overloaded' } },
      { error: { message: 'no' } },
      { status: 200, error: { type: 'api_error', message: 'late', details: { error_code: 'x' } }, headers: { 'retry-after': '7' } },
    ])
    const overloaded = await post({})
    expect([overloaded.status, await overloaded.json()]).toEqual([
      529,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' },
    ])
    expect((await post({})).status).toBe(400)
    const late = await post({})
    expect([late.status, late.headers.get('retry-after')]).toEqual([200, '7'])
    expect(await late.json()).toMatchObject({ error: { type: 'api_error', details: { error_code: 'x' } } })
  })

  test('a tool call carries the name of the tool that was offered', async () => {
    const { post } = await start({ toolInput: { a: 1 } })
    expect(await (await post({ tools: [{ name: 'verdicts', input_schema: {} }] })).json()).toMatchObject({
      content: [{ type: 'tool_use', name: 'verdicts', input: { a: 1 } }],
      stop_reason: 'tool_use',
    })
  })

  test('a reply may be thinking alone, hold no block, have another reason to stop, and no usage', async () => {
    const { ask } = await start([
      { thinking: 'hm', stopReason: 'max_tokens' },
      { thinking: 'hm', text: 'so' },
      { content: [], stopReason: 'refusal', stopDetails: { type: 'refusal' }, usage: null, model: 'other' },
    ])
    expect(await ask()).toMatchObject({ content: [{ type: 'thinking', thinking: 'hm' }], stop_reason: 'max_tokens' })
    expect(await ask()).toMatchObject({ content: [{ type: 'thinking' }, { type: 'text', text: 'so' }] })
    const empty = await ask()
    expect(empty).toMatchObject({ content: [], stop_reason: 'refusal', stop_details: { type: 'refusal' }, model: 'other' })
    expect(empty).not.toHaveProperty('usage')
  })

  test('a body may be anything, and a connection may break', async () => {
    const { post } = await start([
      { rawBody: '<html>', headers: { 'content-type': 'text/html' } },
      { body: { odd: true }, delayMs: 1 },
      { fault: 'reset' },
      { text: 'a long enough text', fault: 'cut' },
    ])
    expect(await (await post({})).text()).toBe('<html>')
    expect(await (await post({})).json()).toEqual({ odd: true })
    await expect(post({})).rejects.toThrow('fetch failed')
    await expect((await post({})).text()).rejects.toThrow('terminated')
  })

  test('a list that is used up says so, a function sees the request, and any other path is 404', async () => {
    const list = await start(['only'])
    await list.post({})
    expect(await (await list.post({})).text()).toContain('holds 1 replies, and this is request 2')
    const { ask, post } = await start((request, index) => `${index}:${request.headers['x-test']}`)
    expect(await ask()).toMatchObject({ content: [{ text: '0:yes' }] })
    expect((await post({}, '/v1/complete')).status).toBe(404)
  })
})
