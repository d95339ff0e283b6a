import { createServer } from 'node:net'
import Anthropic from '@anthropic-ai/sdk'
import { startFakeAnthropic } from '@assay/testkit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { failed, failureOn, messages } from './__fixtures__/failure-on.ts'
import { createAnthropic } from './anthropic.ts'

describe('a connection', () => {
  test('that is refused is a connection error with the address', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const address = closed.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await new Promise((resolve) => closed.close(resolve))
    const baseURL = `http://someone:secret-password@127.0.0.1:${port}`
    const error = await failed(createAnthropic({ baseURL })('m').doGenerate({ messages }))
    expect(error).toMatchObject({ kind: 'connection', isRetryable: true })
    expect(error.message).toContain('ECONNREFUSED')
    expect(error.message).toContain(`Check that the server at http://127.0.0.1:${port} runs`)
    expect(JSON.stringify(error)).not.toContain('secret-password')
  })

  test.each(['reset', 'cut'] as const)('that is %s is a retryable connection error', async (fault) => {
    expect(await failureOn({ reply: { text: 'a text that is long enough to be cut', fault } })).toMatchObject({
      kind: 'connection',
      isRetryable: true,
    })
  })

  test('that breaks inside the body of an error has the kind of its status', async () => {
    const error = { type: 'overloaded_error', message: 'Overloaded, and a little more to be cut' }
    expect(await failureOn({ reply: { error, fault: 'cut' } })).toMatchObject({ kind: 'overloaded', status: 529 })
  })

  test('without headers is a timeout error, if the client of the user has a timeout', async () => {
    const arrived = Promise.withResolvers<void>()
    const server = await startFakeAnthropic(() => {
      arrived.resolve()
      return { fault: 'hang' }
    })
    onTestFinished(() => server.close())
    const client = new Anthropic({ apiKey: 'k', baseURL: server.url, timeout: 300, maxRetries: 5 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const failing = failed(createAnthropic({ client })('m').doGenerate({ messages }))
    await arrived.promise
    await vi.advanceTimersByTimeAsync(300)
    const error = await failing
    expect(error).toMatchObject({ kind: 'timeout', isRetryable: true })
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error', 'timeout'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND nowhere.example', 'connection'],
    ['CERT_HAS_EXPIRED', 'certificate has expired', 'connection'],
  ])('that fails with %s is named by it', async (code, message, kind) => {
    const cause = Object.assign(new Error(message), { code })
    const fetch = (): Promise<Response> => Promise.reject(new TypeError('fetch failed', { cause }))
    const error = await failed(createAnthropic({ apiKey: 'k', fetch })('m').doGenerate({ messages }))
    expect(error).toMatchObject({ kind, isRetryable: true, cause: expect.anything() })
    if (kind === 'connection') expect(error.message).toContain(message)
  })
})

test('a redirect is not followed, and its target is named', async () => {
  expect(await failureOn({ reply: { status: 307, headers: { location: '/login?next=x' } } })).toMatchObject({
    kind: 'provider',
    isRetryable: false,
    message: expect.stringMatching(/HTTP 307: a redirect to http:\/\/127\.0\.0\.1:\d+, which is not followed\./),
  })
})

test('a client of the user without a credential is an auth error', async () => {
  for (const name of ['API_KEY', 'AUTH_TOKEN', 'PROFILE', 'FEDERATION_RULE_ID']) vi.stubEnv(`ANTHROPIC_${name}`, undefined)
  vi.stubEnv('ANTHROPIC_CONFIG_DIR', import.meta.dirname)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const error = await failed(createAnthropic({ client: new Anthropic() })('m').doGenerate({ messages }))
  expect(error).toMatchObject({ kind: 'auth', isRetryable: false, message: expect.stringContaining('`apiKey`, ANTHROPIC_API_KEY') })
})
