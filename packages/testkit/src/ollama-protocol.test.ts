import { describe, expect, onTestFinished, test } from 'vitest'
import { type OllamaScript, type OllamaShow, startFakeOllama } from './ollama-protocol.ts'

async function start(script: OllamaScript, show?: OllamaShow) {
  const server = await startFakeOllama(script, show === undefined ? {} : { show })
  onTestFinished(() => server.close())
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  const lines = async (): Promise<Record<string, unknown>[]> =>
    (await (await post('/api/chat', { model: 'm', messages: [] })).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { server, post, lines }
}

describe('the fake Ollama', () => {
  test('streams a chat in lines, the last of which holds reason and counts', async () => {
    const { lines } = await start({ text: 'hello', thinking: 'hm', evalCount: 7 })
    const [thought, first, second, last] = await lines()
    expect(thought).toMatchObject({ message: { content: '', thinking: 'hm' }, done: false })
    expect([first, second]).toMatchObject([{ message: { content: 'hel' } }, { message: { content: 'lo' } }])
    expect(last).toMatchObject({
      model: 'm',
      message: { content: '' },
      done: true,
      done_reason: 'stop',
      prompt_eval_count: 1,
      eval_count: 7,
    })
  })

  test('answers in one body where no stream is asked for', async () => {
    const { post } = await start('hello')
    expect(await (await post('/api/chat', { stream: false })).json()).toMatchObject({
      message: { role: 'assistant', content: 'hello' },
      done: true,
    })
  })

  test('can end a stream with an error, with anything, or without a last line', async () => {
    const { lines } = await start([
      { text: 'x', streamError: 'oh' },
      { pieces: ['x'], extraLines: ['{"odd":1}'], done: false },
    ])
    expect((await lines()).at(-1)).toEqual({ error: 'oh' })
    expect(await lines()).toMatchObject([{ message: { content: 'x' } }, { odd: 1 }])
  })

  test('leaves out what is null', async () => {
    const { lines } = await start({ promptEvalCount: null, evalCount: null, doneReason: null })
    expect(Object.keys((await lines())[0] ?? {})).toEqual(expect.not.arrayContaining(['prompt_eval_count', 'eval_count', 'done_reason']))
  })

  test('errors have a status of their own, and the script counts no question for the limit', async () => {
    const { post, lines } = await start([{ error: 'no' }, 'hello'], { contextLength: 99, parameters: 'num_ctx 9' })
    expect(await (await post('/api/show', { model: 'm' })).json()).toMatchObject({
      parameters: 'num_ctx 9',
      model_info: { 'fake.context_length': 99 },
    })
    const refused = await post('/api/chat', {})
    expect([refused.status, await refused.json()]).toEqual([400, { error: 'no' }])
    expect(await lines()).toHaveLength(3)
    expect((await post('/api/chat', {})).status).toBe(400)
  })

  test('a show can fail', async () => {
    const { post } = await start('hello', { status: 404, error: 'no model' })
    const response = await post('/api/show', {})
    expect([response.status, await response.json()]).toEqual([404, { error: 'no model' }])
  })

  test('embeds each text, equal ones equally', async () => {
    const { post } = await start([{}, { vectors: [[1]], promptEvalCount: 4 }])
    const { embeddings } = (await (await post('/api/embed', { input: ['one', 'two', 'one'] })).json()) as { embeddings: number[][] }
    expect(embeddings).toHaveLength(3)
    expect(embeddings[0]).toEqual(embeddings[2])
    expect(embeddings[0]).not.toEqual(embeddings[1])
    expect(await (await post('/api/embed', { input: 'x' })).json()).toMatchObject({ embeddings: [[1]], prompt_eval_count: 4 })
  })

  test('any other path is 404', async () => {
    const { post } = await start('hello')
    expect((await post('/api/tags', {})).status).toBe(404)
  })

  test('chunks are sent one by one, and a connection can be cut after them', async () => {
    const { post } = await start([{ chunks: ['a', 'b'] }, { chunks: ['a'], fault: 'cut' }])
    expect(await (await post('/api/chat', {})).text()).toBe('ab')
    await expect((await post('/api/chat', {})).text()).rejects.toThrow('terminated')
  })
})
