import { AssayError, type LLMCall } from '@assay/core'
import { type OllamaReply, startFakeOllama } from '@assay/testkit'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { OllamaModelOptions } from './model-options.ts'
import { createOllama, type OllamaOptions } from './ollama.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'Is it so?' }] }] }
afterEach(() => {
  vi.unstubAllEnvs()
})

async function failWith(reply: OllamaReply, o: { server?: OllamaOptions; model?: OllamaModelOptions } = {}): Promise<AssayError> {
  const server = await startFakeOllama(reply)
  onTestFinished(() => server.close())
  const adapter = createOllama({ host: server.url, ...o.server })('qwen3:8b', o.model)
  const error: unknown = await Promise.resolve(adapter.doGenerate(call)).then(
    () => 'no failure',
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error(`not an AssayError: ${String(error)}`)
  return error
}

test.each([
  ['OLLAMA_API_KEY', { host: 'https://ollama.com' }],
  ['`apiKey`', { host: 'http://gpu-box', apiKey: 'sk-ab…yz' }],
])('a key that no header carries (%s) is auth that names it, before any request', async (source, server) => {
  vi.stubEnv('OLLAMA_API_KEY', 'sk-ab…yz')
  const fetch = vi.fn<typeof globalThis.fetch>()
  const error = await failWith({}, { server: { fetch, ...server } })
  expect(error).toMatchObject({ kind: 'auth', message: expect.stringContaining(`character 6 of ${source} is U+2026`) })
  expect([fetch.mock.calls, error.message.includes('sk-ab')]).toEqual([[], false])
})

describe('a secret', () => {
  const key = 'my-very-own-key'

  test('that a server echoes is in no error', async () => {
    for (const server of [{ apiKey: key }, { headers: { 'X-Gateway': `Token ${key}` } }]) {
      const error = await failWith({ status: 401, error: `unknown key ${key}`, headers: { 'x-request-id': 'r' } }, { server })
      expect(JSON.stringify(error)).not.toContain(key)
      expect(error.message).toContain('[redacted]')
    }
  })

  test('in the address that a server echoes is in no error', async () => {
    const fetch = (): Promise<Response> => Promise.resolve(new Response('no dXNlcjpodW50ZXIyMg== for hunter22', { status: 401 }))
    const error = await failWith({}, { server: { host: 'http://user:hunter22@gpu-box', fetch } })
    expect(error).toMatchObject({ kind: 'auth', message: expect.stringContaining('no [redacted] for [redacted]') })
    expect(error.replyHead).not.toMatch(/hunter22|dXNlcj/)
  })

  test('that a server echoes in a reply is removed, with a warning', async () => {
    const server = await startFakeOllama(`{"reason":"Bearer ${key}"}`)
    onTestFinished(() => server.close())
    expect(await createOllama({ host: server.url, apiKey: key })('m').doGenerate(call)).toMatchObject({
      text: '{"reason":"Bearer [redacted]"}',
      warnings: [expect.stringContaining('repeated a secret')],
    })
  })

  test('is sent where it belongs', async () => {
    const server = await startFakeOllama('hello')
    onTestFinished(() => server.close())
    const sent = async (options: OllamaOptions) => {
      await createOllama({ host: server.url, ...options })('m', { numCtx: 4096 }).doGenerate(call)
      return server.requests.at(-1)?.headers['authorization']
    }
    vi.stubEnv('OLLAMA_API_KEY', key)
    expect(await sent({})).toBeUndefined()
    expect(await sent({ apiKey: key })).toBe(`Bearer ${key}`)
    expect(await sent({ headers: { Authorization: 'Custom 1' } })).toBe('Custom 1')
    expect(await sent({ host: server.url.replace('http://', 'http://user:pass@') })).toBe(
      `Basic ${Buffer.from('user:pass').toString('base64')}`,
    )
  })

  test('from the environment is sent to ollama.com only, and not with apiKey: null', async () => {
    vi.stubEnv('OLLAMA_API_KEY', key)
    const sent: (string | null)[] = []
    const fetch = (_input: unknown, init?: RequestInit): Promise<Response> => {
      sent.push(new Headers(init?.headers).get('authorization'))
      return Promise.resolve(new Response(JSON.stringify({ error: `no ${key}` }), { status: 401 }))
    }
    const error = await failWith({}, { server: { host: 'ollama.com', fetch }, model: { numCtx: 4096 } })
    expect(JSON.stringify(error)).not.toContain(key)
    await failWith({}, { server: { host: 'ollama.com', fetch, apiKey: null }, model: { numCtx: 4096 } })
    expect(sent).toEqual([`Bearer ${key}`, null])
  })
})
