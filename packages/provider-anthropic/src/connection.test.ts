import { inspect } from 'node:util'
import Anthropic from '@anthropic-ai/sdk'
import type { LLMCall } from '@assay/core'
import { type FakeServer, startFakeAnthropic } from '@assay/testkit'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { anthropic, type AnthropicOptions, createAnthropic } from './anthropic.ts'
import type { AnthropicModelOptions } from './model-options.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }

beforeEach(() => {
  for (const name of ['API_KEY', 'AUTH_TOKEN', 'BASE_URL', 'CUSTOM_HEADERS', 'LOG']) vi.stubEnv(`ANTHROPIC_${name}`, undefined)
  return () => vi.unstubAllEnvs()
})

async function start(): Promise<FakeServer> {
  const server = await startFakeAnthropic('hello')
  onTestFinished(() => server.close())
  return server
}

const unreachable = (): Promise<Response> => Promise.reject(new Error('asked'))

describe('the key', () => {
  test.each([{}, { apiKey: '' }, { apiKey: null }, { apiKey: ' ' }, { authToken: '' }])(
    'missing at Anthropic (%j) is auth, before any request',
    async (options) => {
      await expect(createAnthropic({ fetch: unreachable, ...options })('claude-x').doGenerate(call)).rejects.toMatchObject({
        kind: 'auth',
        provider: 'anthropic',
        modelId: 'claude-x',
        parameter: 'apiKey',
        isRetryable: false,
        message:
          'anthropic:claude-x was not called: no key for https://api.anthropic.com. Set ANTHROPIC_API_KEY, or pass `apiKey` to createAnthropic in code.',
      })
    },
  )

  test.each([
    ['ANTHROPIC_API_KEY', 'ANTHROPIC_API_KEY', {}],
    ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_AUTH_TOKEN', {}],
    ['`apiKey`', undefined, { apiKey: 'sk-ab…yz' }],
    ['`authToken`', undefined, { authToken: 'sk-ab…yz' }],
  ])('that no header carries (%s) is auth that names it, before any request', async (source, name, options) => {
    if (name !== undefined) vi.stubEnv(name, 'sk-ab…yz')
    const adapter = createAnthropic({ fetch: unreachable, ...options })('claude-x')
    const error: unknown = await Promise.resolve(adapter.doGenerate(call)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'auth', message: expect.stringContaining(`character 6 of ${source} is U+2026`) })
    expect(inspect(error)).not.toMatch(/asked$|sk-ab/)
  })

  test('is read on every call until one is set', async () => {
    const server = await start()
    const adapter = createAnthropic({ fetch: (_url, init) => fetch(`${server.url}/v1/messages`, init) })('claude-x')
    await expect(adapter.doGenerate(call)).rejects.toMatchObject({ kind: 'auth' })
    vi.stubEnv('ANTHROPIC_API_KEY', 'from-environment')
    expect(await adapter.doGenerate(call)).toMatchObject({ text: 'hello' })
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer from-environment')
  })

  test('is not needed at another server, which gets no placeholder', async () => {
    const server = await start()
    await createAnthropic({ baseURL: server.url })('m').doGenerate(call)
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key')
  })

  test('as an option overrides the environment, and null sends no credential of the environment', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'env-key')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'env-token')
    const server = await start()
    const choices: AnthropicOptions[] = [
      {},
      { apiKey: 'given' },
      { authToken: 'token' },
      { apiKey: null },
      { apiKey: null, authToken: null },
    ]
    for (const options of choices) await createAnthropic({ baseURL: server.url, ...options })('m').doGenerate(call)
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer env-key',
      'Bearer given',
      'Bearer token',
      'Bearer env-token',
      undefined,
    ])
  })

  test('may be in a header of the user instead', async () => {
    const server = await start()
    const rewired: typeof fetch = (_url, init) => fetch(`${server.url}/v1/messages`, init)
    await createAnthropic({ fetch: rewired, headers: { 'X-Api-Key': 'own' } })('claude-x').doGenerate(call)
    await createAnthropic({ fetch: rewired, headers: { Authorization: 'Bearer own' } })('claude-x').doGenerate(call)
    expect(server.requests[0]?.headers).toMatchObject({ 'x-api-key': 'own' })
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(server.requests[1]?.headers).toMatchObject({ authorization: 'Bearer own' })
  })

  test('beside a token is a config error', () => {
    expect(() => createAnthropic({ apiKey: 'a', authToken: 'b' })('m')).toThrow(expect.objectContaining({ kind: 'config' }))
  })
})

describe('the address', () => {
  test.each([
    ['', '/v1/messages'],
    ['/', '/v1/messages'],
    ['/v1', '/v1/messages'],
    ['/deep/path/?route=1', '/deep/path/v1/messages?route=1'],
  ])('is asked at its own path (%s), whatever it ends in', async (path, asked) => {
    const server = await start()
    await createAnthropic({ baseURL: `${server.url}${path}` })('m').doGenerate(call)
    expect(server.requests[0]?.path).toBe(asked)
  })

  test('comes from ANTHROPIC_BASE_URL when the model is named, also for the default instance', async () => {
    const server = await start()
    vi.stubEnv('ANTHROPIC_BASE_URL', server.url)
    const adapter = anthropic('m')
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1')
    await adapter.doGenerate(call)
    expect(server.requests).toHaveLength(1)
    expect(adapter.fingerprint).toMatchObject({ baseURL: server.url })
  })

  test('with credentials sends them as a header, before the key of the environment', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'from-environment')
    const server = await start()
    await createAnthropic({ baseURL: server.url.replace('//', '//user:pass-word@') })('m').doGenerate(call)
    expect(server.requests[0]?.headers['authorization']).toBe(`Basic ${Buffer.from('user:pass-word').toString('base64')}`)
  })

  test('with credentials beside a key of the user is a config error: both need the same header', () => {
    const provider = createAnthropic({ baseURL: 'http://user:pass-word@localhost', apiKey: 'given' })
    expect(() => provider('m')).toThrow(expect.objectContaining({ kind: 'config', message: expect.not.stringContaining('pass-word') }))
  })

  test('that is invalid is a config error that does not repeat it', () => {
    expect(() => createAnthropic({ baseURL: 'secret-host:80' })('m')).toThrow(
      expect.objectContaining({ kind: 'config', message: expect.not.stringContaining('secret-host') }),
    )
  })
})

describe('a request', () => {
  test('has the headers of the user, and is sent once', async () => {
    const server = await start()
    await createAnthropic({ baseURL: server.url, headers: { 'anthropic-beta': 'x-1' } })('m').doGenerate(call)
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.headers).toMatchObject({ 'anthropic-beta': 'x-1', 'anthropic-version': expect.any(String) })
  })

  test('goes through the client of the user, beside which other options are an error', async () => {
    const server = await start()
    const client = new Anthropic({ apiKey: 'mine', baseURL: `${server.url}/` })
    const adapter = createAnthropic({ client })('m')
    await adapter.doGenerate(call)
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer mine')
    expect(adapter.fingerprint).toMatchObject({ baseURL: server.url })
    expect(() => createAnthropic({ client, apiKey: 'k', baseURL: 'http://x' })('m')).toThrow('client is set, and so is apiKey, baseURL')
  })

  test('logs nothing, even if ANTHROPIC_LOG is set', async () => {
    vi.stubEnv('ANTHROPIC_LOG', 'debug')
    const spies = (['debug', 'info', 'warn', 'error', 'log'] as const).map((level) => vi.spyOn(console, level))
    const server = await start()
    await createAnthropic({ baseURL: server.url })('m').doGenerate(call)
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })
})

/** The fingerprint as text, for comparison. */
function of(options: AnthropicOptions = {}, model: AnthropicModelOptions = {}, id = 'claude-x-5'): string {
  return JSON.stringify(createAnthropic({ baseURL: 'http://h', ...options })(id, model).fingerprint)
}

describe('the fingerprint', () => {
  test('has address, model and parameters, is deep-frozen, and ignores later changes', () => {
    const stop_sequences = ['a']
    const adapter = createAnthropic({ baseURL: 'http://host/' })('claude-opus-4-6', {
      temperature: 0,
      maxOutputTokens: 9,
      thinking: { type: 'adaptive' },
      extraBody: { stop_sequences },
    })
    stop_sequences.push('b')
    expect(adapter.fingerprint).toEqual({
      adapter: 'anthropic',
      baseURL: 'http://host',
      model: 'claude-opus-4-6',
      structuredOutput: 'native',
      temperature: 0,
      maxOutputTokens: 9,
      thinking: { type: 'adaptive' },
      extraBody: { stop_sequences: ['a'] },
    })
    const { extraBody, thinking } = adapter.fingerprint as { extraBody: { stop_sequences: string[] }; thinking: object }
    expect([adapter.fingerprint, extraBody, extraBody.stop_sequences, thinking].map(Object.isFrozen)).toEqual([true, true, true, true])
  })

  test('changes with everything that can change a reply, but not with credentials', () => {
    const plain = of()
    for (const other of [
      of({ baseURL: 'http://h2' }),
      of({ headers: { 'anthropic-beta': 'a' } }),
      of({ capabilities: { structuredOutput: 'tool' } }),
      of({}, { temperature: 0 }),
      of({}, { maxOutputTokens: 5 }),
      of({}, { thinking: { type: 'disabled' } }),
      of({}, { extraBody: { top_p: 1 } }),
      of({}, {}, 'claude-x-6'),
    ]) {
      expect(other).not.toBe(plain)
    }
    expect(of({ headers: { 'anthropic-beta': 'a' } })).not.toBe(of({ headers: { 'anthropic-beta': 'b' } }))
    for (const same of [
      of({ apiKey: 'k' }),
      of({ authToken: 'k' }),
      of({ headers: { 'X-Api-Key': 'k', authorization: 'Bearer k' } }),
      of({ baseURL: 'http://u:p@h/v1?sig=1' }),
    ]) {
      expect(same).toBe(plain)
    }
  })

  test('and the adapter show no secret when printed', () => {
    const headers = { 'x-route': 'hidden-header' }
    const adapters = [
      createAnthropic({ baseURL: 'http://u:hidden-pass@h?sig=hidden-query', headers })('m'),
      createAnthropic({ apiKey: 'hidden-key', headers })('m'),
      createAnthropic({ authToken: 'hidden-token', headers })('m'),
    ]
    for (const adapter of adapters) {
      expect(`${inspect(adapter, { depth: 9, showHidden: true })}${JSON.stringify(adapter)}`).not.toContain('hidden-')
    }
  })
})
