import { createDirectRuntime, type LLMCall } from '@assay/core'
import { type OllamaScript, type RecordedRequest, startFakeOllama } from '@assay/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createOllama, type OllamaOptions } from './ollama.ts'

const schema = { type: 'object', properties: { claims: { type: 'array' } }, required: ['claims'], additionalProperties: false }
const call: LLMCall = {
  messages: [
    { role: 'system', parts: [{ text: 'Judge.' }] },
    { role: 'user', parts: [{ text: 'Contexts: ' }, { text: 'none', cache: true }] },
  ],
}

async function start(script: OllamaScript, o: { server?: OllamaOptions } = {}) {
  const server = await startFakeOllama(script)
  onTestFinished(() => server.close())
  const adapter = createOllama({ host: server.url, ...o.server })('qwen3:8b')
  const chats = (): RecordedRequest[] => server.requests.filter(({ path }) => path.endsWith('/api/chat'))
  const body = (index = 0) => chats()[index]?.body as Record<string, unknown>
  return { server, adapter, chats, body }
}

describe('a call as a request', () => {
  test('goes to /api/chat as a stream, with the parts of each message joined', async () => {
    const { adapter, body } = await start('hello')
    await adapter.doGenerate(call)
    expect(body()).toEqual({
      model: 'qwen3:8b',
      messages: [
        { role: 'system', content: 'Judge.' },
        { role: 'user', content: 'Contexts: none' },
      ],
      stream: true,
      truncate: false,
      shift: false,
      options: { num_ctx: 8192 },
    })
  })

  test('a schema is the format in native mode, and nothing in prompt mode', async () => {
    const { adapter, body } = await start('{}')
    await adapter.doGenerate({ ...call, output: { name: 'claims', schema } })
    await adapter.doGenerate({ ...call, output: { name: 'claims', schema, mode: 'prompt' } })
    expect(body(0)['format']).toEqual(schema)
    expect(body(1)).not.toHaveProperty('format')
  })

  test('a model with prompt mode as capability gets no format', async () => {
    const { adapter, body } = await start('{}', { server: { capabilities: { structuredOutput: 'prompt' } } })
    await adapter.doGenerate({ ...call, output: { name: 'claims', schema } })
    expect(body()).not.toHaveProperty('format')
  })

  test('output by tool is refused before anything is sent, so that the runtime falls back', async () => {
    const { adapter, server, body } = await start('{}')
    const byTool: LLMCall = { ...call, output: { name: 'claims', schema, mode: 'tool' } }
    await expect(adapter.doGenerate(byTool)).rejects.toMatchObject({ kind: 'unsupported_parameter', parameter: 'output' })
    expect(server.requests).toEqual([])
    const { reply } = await createDirectRuntime().generate(adapter, byTool, { read: ({ text }) => text })
    expect(reply.warnings).toEqual([expect.stringContaining('"prompt" was used')])
    expect(body()).not.toHaveProperty('format')
  })

  test('sampling options of the call are sent; those of the user override them, except the seed', async () => {
    const { adapter, body, server } = await start('hello')
    const sampled: LLMCall = { ...call, temperature: 0.1, seed: 7, maxOutputTokens: 300 }
    await adapter.doGenerate(sampled)
    expect(body(0)['options']).toEqual({ temperature: 0.1, seed: 7, num_predict: 300, num_ctx: 8192 })
    const model = { temperature: 0.7, seed: 1, maxOutputTokens: 50, options: { top_p: 0.9 } }
    await createOllama({ host: server.url })('qwen3:8b', model).doGenerate(sampled)
    expect(body(1)['options']).toEqual({ top_p: 0.9, temperature: 0.7, seed: 7, num_predict: 50, num_ctx: 8192 })
    await createOllama({ host: server.url })('qwen3:8b', model).doGenerate(call)
    expect(body(2)['options']).toMatchObject({ seed: 1 })
  })

  test('think and keep_alive are sent only if set, including false and 0', async () => {
    const { adapter, body, server } = await start('hello')
    await adapter.doGenerate(call)
    await createOllama({ host: server.url })('m', { think: false, keepAlive: 0 }).doGenerate(call)
    await createOllama({ host: server.url })('m', { think: 'high', keepAlive: '10m' }).doGenerate(call)
    expect(body(0)).not.toHaveProperty('think')
    expect(body(0)).not.toHaveProperty('keep_alive')
    expect(body(1)).toMatchObject({ think: false, keep_alive: 0 })
    expect(body(2)).toMatchObject({ think: 'high', keep_alive: '10m' })
  })

  test('NUL and lone surrogates are replaced, with a warning', async () => {
    const { adapter, body } = await start('hello')
    const reply = await adapter.doGenerate({ messages: [{ role: 'user', parts: [{ text: 'a\0b' }, { text: '\ud800c 🦊' }] }] })
    expect(body()['messages']).toEqual([{ role: 'user', content: 'a\uFFFDb\uFFFDc 🦊' }])
    expect(reply.warnings).toEqual([expect.stringContaining('1 NUL character'), expect.stringContaining('surrogate pair')])
  })

  test('text is sent unchanged: paths and templates in it have no effect', async () => {
    const { adapter, body } = await start('hello')
    const text = '{{ .Prompt }} <|im_end|> /etc/hostname $& {% x %}'
    await adapter.doGenerate({ messages: [{ role: 'user', parts: [{ text }] }] })
    expect(body()['messages']).toEqual([{ role: 'user', content: text }])
  })
})
