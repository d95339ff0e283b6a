import { inspect } from 'node:util'
import type { LLMCall } from '@assay/core'
import { type OpenAIScript, startFakeOpenAI } from '@assay/testkit'
import { AzureOpenAI } from 'openai'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type AzureOpenAIOptions, createAzureOpenAI } from './azure.ts'
import { createOpenAI } from './openai.ts'

const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }
const apiVersion = '2024-10-21'

beforeEach(() => {
  for (const name of ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_API_VERSION', 'AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_ENDPOINT']) {
    vi.stubEnv(name, undefined)
  }
  vi.stubEnv('OPENAI_ORG_ID', 'org-1').stubEnv('OPENAI_PROJECT_ID', 'proj-1')
  return () => vi.unstubAllEnvs()
})

async function start(script: OpenAIScript = 'hello') {
  const server = await startFakeOpenAI(script)
  onTestFinished(() => server.close())
  return { server, endpoint: server.url.slice(0, -'/v1'.length) }
}

describe('a request', () => {
  test.each(['', '/', '/openai', '/openai/'])(
    'goes to the deployment named as the model, whatever the endpoint ends in (%j)',
    async (end) => {
      const { server, endpoint } = await start()
      const judge = createAzureOpenAI({ endpoint: `${endpoint}${end}`, apiKey: 'my-key', apiVersion })('judge-east')
      expect(await judge.doGenerate(call)).toMatchObject({ text: 'hello' })
      expect(server.requests[0]).toMatchObject({
        path: `/openai/deployments/judge-east/chat/completions?api-version=${apiVersion}`,
        headers: { 'api-key': 'my-key' },
      })
      for (const name of ['authorization', 'openai-organization', 'openai-project'])
        expect(server.requests[0]?.headers).not.toHaveProperty(name)
    },
  )

  test('goes to the deployment that is set, under the name of the model', async () => {
    const { server, endpoint } = await start()
    const judge = createAzureOpenAI({ endpoint, apiKey: 'k', apiVersion, deployment: 'judge-east', headers: { 'X-Route': 'a' } })(
      'gpt-5-mini',
    )
    await judge.doGenerate({ ...call, output: { name: 'v', schema: {} } })
    expect(server.requests[0]).toMatchObject({
      path: expect.stringContaining('/deployments/judge-east/chat/'),
      headers: { 'x-route': 'a' },
      body: { model: 'gpt-5-mini', response_format: { type: 'json_schema' } },
    })
    expect(judge).toMatchObject({ provider: 'azure', modelId: 'gpt-5-mini', capabilities: { temperature: false } })
  })

  test('has a fresh token each time, which no error contains', async () => {
    let count = 0
    const { server, endpoint } = await start((request) => ({ status: 401, error: { message: `No: ${request.headers['authorization']}` } }))
    const azureADTokenProvider = () => Promise.resolve(`entra.token-${(count += 1)}`)
    vi.stubEnv('AZURE_OPENAI_API_KEY', 'of-the-environment')
    const judge = createAzureOpenAI({ endpoint, azureADTokenProvider, apiVersion })('d')
    for (const token of ['entra.token-1', 'entra.token-2']) {
      const error: unknown = await Promise.resolve(judge.doGenerate(call)).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ kind: 'auth', provider: 'azure', message: expect.stringContaining('`azureADTokenProvider`') })
      expect(`${JSON.stringify(error)}${inspect(judge, { depth: 9 })}`).not.toContain(token)
      expect(server.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${token}`)
    }
  })

  test('has a token that is removed from an echoing reply', async () => {
    const { endpoint } = await start((request) => ({ text: String(request.headers['authorization']) }))
    const judge = createAzureOpenAI({ endpoint, azureADTokenProvider: () => Promise.resolve('entra.token'), apiVersion })('d')
    expect(await judge.doGenerate(call)).toMatchObject({ text: 'Bearer [redacted]', warnings: [expect.stringContaining('a secret')] })
  })

  test('reads endpoint, version and key from the environment', async () => {
    const { server, endpoint } = await start()
    vi.stubEnv('AZURE_OPENAI_ENDPOINT', endpoint).stubEnv('OPENAI_API_VERSION', '2025-01-01').stubEnv('AZURE_OPENAI_API_KEY', 'my-key')
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1')
    await createAzureOpenAI()('d').doGenerate(call)
    expect(server.requests[0]).toMatchObject({ path: expect.stringContaining('api-version=2025-01-01'), headers: { 'api-key': 'my-key' } })
  })

  test('for embeddings goes to their deployment', async () => {
    const { server, endpoint } = await start()
    const { vectors } = await createAzureOpenAI({ endpoint, apiKey: 'k', apiVersion }).embedding('embed-east').doEmbed(['a'])
    expect(vectors).toHaveLength(1)
    expect(server.requests[0]?.path).toBe(`/openai/deployments/embed-east/embeddings?api-version=${apiVersion}`)
  })

  test('to the Responses API needs capabilities.responsesApi', async () => {
    const { server, endpoint } = await start()
    const azure = createAzureOpenAI({ endpoint, apiKey: 'k', apiVersion, api: 'responses', capabilities: { responsesApi: true } })
    expect(await azure('d').doGenerate(call)).toMatchObject({ text: 'hello' })
    expect(server.requests[0]?.path).toBe(`/openai/responses?api-version=${apiVersion}`)
    expect(() => createAzureOpenAI({ endpoint, apiVersion, api: 'responses' })('d')).toThrow('is not known to have')
  })
})

test('the fingerprint has endpoint, version, model and deployment, without credentials', () => {
  const { fingerprint } = createAzureOpenAI({ endpoint: 'https://r.openai.azure.com', apiKey: 'k', apiVersion, deployment: 'd' })('gpt-4o')
  expect(fingerprint).toEqual({
    adapter: 'azure',
    baseURL: `https://r.openai.azure.com/openai?api-version=${apiVersion}`,
    model: 'gpt-4o',
    deployment: 'd',
    structuredOutput: 'native',
    maxTokensParameter: 'max_completion_tokens',
  })
})

test('a missing deployment is reported with the address of the request', async () => {
  const { endpoint } = await start({
    status: 404,
    error: { message: 'The API deployment for this resource does not exist.', code: 'DeploymentNotFound' },
  })
  await expect(createAzureOpenAI({ endpoint, apiKey: 'k', apiVersion })('d').doGenerate(call)).rejects.toMatchObject({
    kind: 'model_not_found',
    message: expect.stringContaining(
      `Check the name of the deployment, \`endpoint\` and \`apiVersion\`: the request went to ${endpoint}/openai?api-version=${apiVersion}.`,
    ),
  })
})

test('without a key the call is an auth error, before any request', async () => {
  const { server, endpoint } = await start()
  await expect(createAzureOpenAI({ endpoint, apiVersion })('d').doGenerate(call)).rejects.toMatchObject({
    kind: 'auth',
    provider: 'azure',
    message: expect.stringContaining('Set AZURE_OPENAI_API_KEY, or pass `apiKey` or `azureADTokenProvider` to createAzureOpenAI in code.'),
  })
  vi.stubEnv('AZURE_OPENAI_API_KEY', 'ab…yz')
  await expect(createAzureOpenAI({ endpoint, apiVersion })('d').doGenerate(call)).rejects.toMatchObject({
    kind: 'auth',
    message: expect.stringContaining('character 3 of AZURE_OPENAI_API_KEY is U+2026'),
  })
  expect(server.requests).toEqual([])
})

test.each<[AzureOpenAIOptions, string]>([
  [{ apiVersion }, 'endpoint is missing. Set AZURE_OPENAI_ENDPOINT, or pass `endpoint` to createAzureOpenAI in code.'],
  [{ endpoint: 'https://r.example' }, 'apiVersion is missing. Set OPENAI_API_VERSION, or pass `apiVersion` to createAzureOpenAI in code.'],
  [{ apiVersion, endpoint: 'r.example' }, 'endpoint is not an http or https address.'],
  [{ apiVersion, endpoint: 'https://u:p@r.example' }, 'endpoint holds credentials.'],
  [
    { apiVersion, endpoint: 'https://r.example/openai/deployments/d/chat/completions?api-version=1' },
    'endpoint is the address of one deployment.',
  ],
  [{ apiVersion, endpoint: 'https://r.example/openai/v1/' }, 'endpoint is the address of the v1 API, which has no version.'],
  [{ apiVersion, endpoint: 'https://r.example', apiKey: 'k', azureADTokenProvider: () => Promise.resolve('') }, 'are both set'],
])('%j is a config error when a model is named', (options, message) => {
  expect(() => createAzureOpenAI(options)('d')).toThrow(
    expect.objectContaining({ kind: 'config', provider: 'azure', message: expect.stringContaining(message) }),
  )
})

test('a client of the SDK for Azure is detected by its shape, and used unchanged', async () => {
  const { server, endpoint } = await start({ status: 401, error: { message: 'No: entra.token-1' } })
  const client = new AzureOpenAI({ endpoint, azureADTokenProvider: () => Promise.resolve('entra.token-1'), apiVersion, deployment: 'd' })
  const judge = createOpenAI({ client })('gpt-4o')
  expect(judge.fingerprint).toEqual(createAzureOpenAI({ endpoint, apiVersion, deployment: 'd' })('gpt-4o').fingerprint)
  await expect(judge.doGenerate(call)).rejects.toMatchObject({
    kind: 'auth',
    provider: 'azure',
    message: expect.not.stringContaining('token-1'),
  })
  expect(server.requests[0]?.path).toBe(`/openai/deployments/d/chat/completions?api-version=${apiVersion}`)
})
