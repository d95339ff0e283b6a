import { createServer } from 'node:http'
import { AssayError, type LLMCall } from '@assay/core'
import { type FakeServer, type OpenAIDialectName, type OpenAIScript, startFakeOpenAI, startFakeServer } from '@assay/testkit'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createOpenAI } from './openai.ts'
import { type PresetName, presets } from './presets.ts'
import { addressOf, vendorNamed } from './vendor.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }
const names = presets.map(({ name }) => name)
const OPENAI_KEY = 'sk-of-openai-0123456789abcdef'
const OWN_KEY = 'own-key-0123456789abcdef'

beforeEach(() => {
  for (const { name, keyVariables } of presets) {
    for (const variable of keyVariables) vi.stubEnv(variable, undefined)
    vi.stubEnv(vendorNamed(name).baseURLVariable, undefined)
  }
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('OPENAI_API_KEY', OPENAI_KEY).stubEnv('OPENAI_ADMIN_KEY', OPENAI_KEY).stubEnv('OPENAI_ORG_ID', 'org-of-openai')
  vi.stubEnv('OPENAI_PROJECT_ID', 'proj-of-openai').stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/of-openai')
  vi.stubEnv('OPENAI_CUSTOM_HEADERS', `Authorization: Bearer ${OPENAI_KEY}\nX-Gateway: of-openai`)
  return () => vi.unstubAllEnvs()
})

async function start(script: OpenAIScript = 'hello', dialect?: OpenAIDialectName): Promise<FakeServer> {
  const server = await startFakeOpenAI(script, dialect === undefined ? {} : { dialect })
  onTestFinished(() => server.close())
  return server
}

/** A fetch that records the requested addresses, and answers from the fake server. */
function noting(server: FakeServer, asked: string[]): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    asked.push(url)
    return fetch(`${server.url}/${url.slice(url.lastIndexOf('/') + 1) === 'embeddings' ? 'embeddings' : 'chat/completions'}`, init)
  }
}

async function failed(doGenerate: PromiseLike<unknown>): Promise<AssayError> {
  const error: unknown = await Promise.resolve(doGenerate).catch((thrown: unknown) => thrown)
  if (!AssayError.is(error)) throw new Error('no AssayError was thrown', { cause: error })
  return error
}

describe.each(presets.map(({ name, keyVariables }) => [name, keyVariables] as const))('%s', (name, keyVariables) => {
  const provider = () => createOpenAI({ preset: name })

  test('calls its own address with its own key and name, without the environment variables of OpenAI', async () => {
    vi.stubEnv(keyVariables[0], OWN_KEY)
    const server = await start()
    const asked: string[] = []
    const adapter = createOpenAI({ preset: name, fetch: noting(server, asked) })('a-model')
    await adapter.doGenerate({ ...call, maxOutputTokens: 50, seed: 7 })
    const address = addressOf(vendorNamed(name))
    expect(asked).toEqual([`${address}/chat/completions`])
    const [request] = server.requests
    expect(request?.headers['authorization']).toBe(`Bearer ${OWN_KEY}`)
    expect(JSON.stringify(request)).not.toMatch(/of-openai/)
    const limit = name === 'cerebras' || name === 'bedrock' ? 'max_completion_tokens' : 'max_tokens'
    expect(request?.body).toMatchObject({ model: 'a-model', [limit]: 50, [name === 'mistral' ? 'random_seed' : 'seed']: 7 })
    expect(adapter).toMatchObject({ provider: name, modelId: 'a-model', fingerprint: { adapter: name, baseURL: address } })
    expect(JSON.stringify(adapter.fingerprint)).not.toMatch(/key-|of-openai/)
  })

  test('reads its key variables in order', async () => {
    const server = await start()
    for (const variable of keyVariables.toReversed()) {
      vi.stubEnv(variable, `key-of-${variable}`)
      await createOpenAI({ preset: name, fetch: noting(server, []) })('m').doGenerate(call)
      expect(server.requests.at(-1)?.headers['authorization']).toBe(`Bearer key-of-${variable}`)
    }
  })

  test('is not called without its own key, and the message names variable and address', async () => {
    const error = await failed(createOpenAI({ preset: name, fetch: () => Promise.reject(new Error('asked')) })('m').doGenerate(call))
    expect(error).toMatchObject({ kind: 'auth', provider: name, modelId: 'm', isRetryable: false })
    expect(error.message).toBe(
      `${name}:m was not called: no key for ${addressOf(vendorNamed(name))}. Set ${keyVariables[0]}, or pass \`apiKey\` to createOpenAI in code.`,
    )
  })

  test('has the address in its variable, and its failures name both variables', async () => {
    const server = await start([{ status: 401, error: { message: `No such key: ${OWN_KEY}` } }, { fault: 'reset' }])
    const { baseURLVariable } = vendorNamed(name)
    vi.stubEnv(keyVariables[0], OWN_KEY).stubEnv(baseURLVariable, server.url)
    const refused = await failed(provider()('m').doGenerate(call))
    expect(refused).toMatchObject({ kind: 'auth', provider: name })
    expect(refused.message).toContain(`Check the key for ${server.url} (\`apiKey\`, ${keyVariables[0]})`)
    expect([refused.message, refused.stack, JSON.stringify(refused)].join()).not.toContain(OWN_KEY)
    expect((await failed(provider()('m').doGenerate(call))).message).toContain(`(\`baseURL\`, ${baseURLVariable})`)
  })

  test('a redirect is not followed: key and prompt go to no other server', async () => {
    const other = await startFakeServer(() => ({ body: {} }))
    onTestFinished(() => other.close())
    const server = await start({ status: 307, headers: { location: `${other.url}/v1/chat/completions` }, body: {} })
    const error = await failed(createOpenAI({ preset: name, baseURL: server.url, apiKey: OWN_KEY })('m').doGenerate(call))
    expect(error.message).toContain('a redirect')
    expect(other.requests).toEqual([])
  })

  test('embeds with the same address and key', async () => {
    vi.stubEnv(keyVariables[0], OWN_KEY)
    const server = await start({})
    const asked: string[] = []
    const adapter = createOpenAI({ preset: name, fetch: noting(server, asked) }).embedding('e')
    expect((await adapter.doEmbed(['a'])).vectors).toHaveLength(1)
    expect([adapter.provider, asked, server.requests[0]?.headers['authorization']]).toEqual([
      name,
      [`${addressOf(vendorNamed(name))}/embeddings`],
      `Bearer ${OWN_KEY}`,
    ])
  })
})

test('presets share no name, variable or alias', () => {
  const spoken = [...names, ...presets.flatMap((preset) => ('aliases' in preset ? preset.aliases : []))]
  expect(new Set(spoken).size).toBe(spoken.length)
  const variables = names.map((name) => vendorNamed(name).baseURLVariable)
  expect(new Set(variables).size).toBe(names.length)
  for (const variable of variables) expect(variable).toMatch(/^[A-Z][A-Z_]*_BASE_URL$/)
})

test('an unknown preset is a config error that lists the presets', async () => {
  const preset = 'grok' as PresetName
  expect(() => createOpenAI({ preset })('m')).toThrow(/preset is "grok"; it must be one of google, mistral, /)
})

test.each([
  [undefined, /AWS_REGION is not set/],
  ['evil.example/', /AWS_REGION holds a value that is not valid in an address/],
  ['a@evil.example#', /AWS_REGION holds a value that is not valid in an address/],
])('Bedrock in the region %j is a config error', (region, message) => {
  vi.stubEnv('AWS_REGION', region)
  expect(() => createOpenAI({ preset: 'bedrock' })('m')).toThrow(message)
})

test('a preset at another server needs no key, and null sends no key of the environment', async () => {
  vi.stubEnv('GROQ_API_KEY', OWN_KEY)
  const server = await start()
  await createOpenAI({ preset: 'groq', baseURL: server.url, apiKey: null })('m').doGenerate(call)
  expect(JSON.stringify(server.requests)).not.toContain(OWN_KEY)
})

describe('cached tokens', () => {
  test.each<[PresetName, OpenAIDialectName]>([
    ['mistral', 'mistral'],
    ['deepseek', 'deepseek'],
    ['groq', 'groq'],
  ])('of %s are read under its name for them', async (preset, dialect) => {
    const server = await start(
      { text: 'hi', usage: { prompt_tokens: 9, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 4 } } },
      dialect,
    )
    const { usage } = await createOpenAI({ preset, baseURL: server.url, apiKey: 'k' })('m').doGenerate(call)
    expect(usage).toMatchObject({ inputTokens: 9, cachedInputTokens: 4 })
  })
})

test('a connection that the server keeps open after a redirect is closed', async () => {
  const server = createServer((_request, response) => void response.writeHead(308, { location: 'https://elsewhere.example/' }).end())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const error = await failed(createOpenAI({ preset: 'xai', baseURL: `http://127.0.0.1:${port}`, apiKey: OWN_KEY })('m').doGenerate(call))
  expect(error.message).toContain('a redirect to https://elsewhere.example, which is not followed')
})
