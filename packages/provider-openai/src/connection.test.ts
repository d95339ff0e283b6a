import { inspect } from 'node:util'
import type { LLMCall } from '@assay/core'
import { type FakeServer, type OpenAIScript, startFakeOpenAI } from '@assay/testkit'
import OpenAI from 'openai'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { OpenAIModelOptions } from './model-options.ts'
import { createOpenAI, openai, type OpenAIOptions } from './openai.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }

beforeEach(() => {
  for (const name of ['API_KEY', 'BASE_URL', 'ORG_ID', 'PROJECT_ID', 'CUSTOM_HEADERS', 'LOG']) vi.stubEnv(`OPENAI_${name}`, undefined)
  return () => vi.unstubAllEnvs()
})

async function start(script: OpenAIScript = 'hello'): Promise<FakeServer> {
  const server = await startFakeOpenAI(script)
  onTestFinished(() => server.close())
  return server
}

const unreachable = (): Promise<Response> => Promise.reject(new Error('asked'))

describe('the key', () => {
  test.each([{}, { apiKey: '' }, { apiKey: null }, { apiKey: ' ' }])(
    'missing at OpenAI (%j) is auth, before any request',
    async (options) => {
      await expect(createOpenAI({ fetch: unreachable, ...options })('gpt-5').doGenerate(call)).rejects.toMatchObject({
        kind: 'auth',
        provider: 'openai',
        modelId: 'gpt-5',
        isRetryable: false,
        message:
          'openai:gpt-5 was not called: no key for https://api.openai.com/v1. Set OPENAI_API_KEY, or pass `apiKey` to createOpenAI in code.',
      })
    },
  )

  test.each([
    ['OPENAI_API_KEY', 'OPENAI_API_KEY', {}],
    ['`apiKey`', undefined, { apiKey: 'sk-ab…yz' }],
  ])('that no header carries (%s) is auth that names it, before any request', async (source, name, options) => {
    if (name !== undefined) vi.stubEnv(name, 'sk-ab…yz')
    const adapter = createOpenAI({ fetch: unreachable, ...options })('gpt-5')
    const error: unknown = await Promise.resolve(adapter.doGenerate(call)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'auth', message: expect.stringContaining(`character 6 of ${source} is U+2026`) })
    expect(inspect(error)).not.toMatch(/asked$|sk-ab/)
  })

  test('is read on every call until one is set', async () => {
    const server = await start()
    const adapter = createOpenAI({ fetch: (_url, init) => fetch(`${server.url}/chat/completions`, init) })('gpt-5')
    await expect(adapter.doGenerate(call)).rejects.toMatchObject({ kind: 'auth' })
    vi.stubEnv('OPENAI_API_KEY', 'from-environment')
    expect(await adapter.doGenerate(call)).toMatchObject({ text: 'hello' })
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer from-environment')
  })

  test('is not needed at another server, which gets a placeholder', async () => {
    const server = await start()
    await createOpenAI({ baseURL: server.url })('m').doGenerate(call)
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer no-key')
  })

  test('as an option overrides the environment, and null sends no key of the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'from-environment')
    const server = await start()
    for (const apiKey of [undefined, 'given', null]) await createOpenAI({ baseURL: server.url, apiKey })('m').doGenerate(call)
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer from-environment',
      'Bearer given',
      'Bearer no-key',
    ])
  })

  test('may be in a header of the user instead', async () => {
    const server = await start()
    const rewired: typeof fetch = (_url, init) => fetch(`${server.url}/chat/completions`, init)
    await createOpenAI({ fetch: rewired, headers: { Authorization: 'Bearer own' } })('gpt-5').doGenerate(call)
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer own')
  })
})

describe('the address', () => {
  test.each(['', '/', '/deep/path/'])('is asked at its own path (%s), whatever slash it ends in', async (path) => {
    const server = await start()
    await createOpenAI({ baseURL: `${server.url}${path}?api-version=1` })('m').doGenerate(call)
    expect(server.requests[0]?.path).toBe(`/v1${path.replace(/\/$/, '')}/chat/completions?api-version=1`)
  })

  test('comes from OPENAI_BASE_URL when the model is named, also for the default instance', async () => {
    const server = await start()
    vi.stubEnv('OPENAI_BASE_URL', server.url)
    vi.stubEnv('OPENAI_ORG_ID', 'org-1')
    vi.stubEnv('OPENAI_PROJECT_ID', 'proj-1')
    const adapter = openai('m')
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1')
    await adapter.doGenerate(call)
    expect(server.requests[0]?.headers).toMatchObject({ 'openai-organization': 'org-1', 'openai-project': 'proj-1' })
    expect(adapter.fingerprint).toMatchObject({ baseURL: server.url })
  })

  test('with credentials sends them as a header, before the key of the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'from-environment')
    const server = await start()
    await createOpenAI({ baseURL: server.url.replace('//', '//user:pass-word@') })('m').doGenerate(call)
    expect(server.requests[0]?.headers['authorization']).toBe(`Basic ${Buffer.from('user:pass-word').toString('base64')}`)
  })

  test('with credentials beside a key of the user is a config error: both need the same header', () => {
    const provider = createOpenAI({ baseURL: 'http://user:pass-word@localhost/v1', apiKey: 'given' })
    expect(() => provider('m')).toThrow(expect.objectContaining({ kind: 'config', message: expect.not.stringContaining('pass-word') }))
  })

  test('that is invalid is a config error that does not repeat it', () => {
    expect(() => createOpenAI({ baseURL: 'secret-host:80' })('m')).toThrow(
      expect.objectContaining({ kind: 'config', message: expect.not.stringContaining('secret-host') }),
    )
  })
})

describe('a request', () => {
  test('carries headers, organization and project, and is sent once', async () => {
    const server = await start()
    const options = { baseURL: server.url, headers: { 'X-Route': 'a' }, organization: 'org', project: 'proj' }
    await createOpenAI(options)('m').doGenerate(call)
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.headers).toMatchObject({ 'x-route': 'a', 'openai-organization': 'org', 'openai-project': 'proj' })
  })

  test('goes through the client of the user, beside which other options are an error', async () => {
    const server = await start()
    const client = new OpenAI({ apiKey: 'mine', baseURL: `${server.url}/` })
    const adapter = createOpenAI({ client })('m')
    await adapter.doGenerate(call)
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer mine')
    expect(adapter.fingerprint).toMatchObject({ baseURL: server.url })
    expect(() => createOpenAI({ client, apiKey: 'k', baseURL: 'http://x' })('m')).toThrow('client is set, and so is apiKey, baseURL')
  })

  test.each(['chat', 'responses'] as const)('carries a key that an echoing reply does not show (%s)', async (api) => {
    const server = await start((request) => ({ text: String(request.headers['authorization']) }))
    const judge = createOpenAI({ baseURL: server.url, apiKey: 'hidden-key', api, capabilities: { responsesApi: true } })('m')
    expect(await judge.doGenerate(call)).toMatchObject({ text: 'Bearer [redacted]', warnings: [expect.stringContaining('a secret')] })
  })

  test('logs nothing, even if OPENAI_LOG is set', async () => {
    vi.stubEnv('OPENAI_LOG', 'debug')
    const spies = (['debug', 'info', 'warn', 'error', 'log'] as const).map((level) => vi.spyOn(console, level))
    const server = await start()
    await createOpenAI({ baseURL: server.url })('m').doGenerate(call)
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })
})

/** The fingerprint as text, for comparison. */
function of(options: OpenAIOptions = {}, model: OpenAIModelOptions = {}, id = 'm'): string {
  return JSON.stringify(createOpenAI({ baseURL: 'http://h/v1', ...options })(id, model).fingerprint)
}

describe('the fingerprint', () => {
  test('has address, model and parameters, is deep-frozen, and ignores later changes', () => {
    const stop = ['a']
    const adapter = createOpenAI({ baseURL: 'http://host/v1/' })('m', {
      temperature: 0,
      seed: 3,
      reasoningEffort: 'low',
      extraBody: { stop },
    })
    stop.push('b')
    expect(adapter.fingerprint).toEqual({
      adapter: 'openai',
      baseURL: 'http://host/v1',
      model: 'm',
      structuredOutput: 'native',
      maxTokensParameter: 'max_completion_tokens',
      temperature: 0,
      seed: 3,
      reasoningEffort: 'low',
      extraBody: { stop: ['a'] },
    })
    const { extraBody } = adapter.fingerprint as { extraBody: { stop: string[] } }
    expect([adapter.fingerprint, extraBody, extraBody.stop].map(Object.isFrozen)).toEqual([true, true, true])
  })

  test('changes with everything that can change a reply, but not with credentials', () => {
    const plain = of()
    for (const other of [
      of({ baseURL: 'http://h2/v1' }),
      of({ baseURL: 'http://h/v1?api-version=2' }),
      of({ headers: { 'x-route': 'a' } }),
      of({ headers: { 'x-route': 'b' } }),
      of({ capabilities: { structuredOutput: 'tool' } }),
      of({}, { temperature: 0 }),
      of({}, { maxOutputTokens: 5 }),
      of({}, { extraBody: { top_p: 1 } }),
      of({}, {}, 'n'),
    ]) {
      expect(other).not.toBe(plain)
    }
    expect(of({ headers: { 'x-route': 'a' } })).not.toBe(of({ headers: { 'x-route': 'b' } }))
    for (const same of [
      of({ apiKey: 'k' }),
      of({ headers: { 'X-Api-Key': 'k', authorization: 'Bearer k' } }),
      of({ baseURL: 'http://u:p@h/v1?sig=1' }),
    ]) {
      expect(same).toBe(plain)
    }
  })

  test('and the adapter show no secret when printed', () => {
    const options = { apiKey: 'hidden-key', baseURL: 'http://u:hidden-pass@h/v1?sig=hidden-query', headers: { 'x-route': 'hidden-header' } }
    const { apiKey: _never, ...withoutKey } = options
    const adapters = [createOpenAI(withoutKey)('m'), createOpenAI({ ...options, baseURL: 'http://h/v1?sig=hidden-query' })('m')]
    for (const adapter of adapters)
      expect(`${inspect(adapter, { depth: 9, showHidden: true })}${JSON.stringify(adapter)}`).not.toContain('hidden-')
  })
})
