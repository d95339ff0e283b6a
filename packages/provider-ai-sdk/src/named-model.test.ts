import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AssayError, createDirectRuntime, type LLMCall } from '@assay/core'
import { startFakeAnthropic, startFakeGoogle, startFakeOpenAI, startFakeServer } from '@assay/testkit'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { entries } from './entry.ts'
import { namedEmbedding, namedJudge } from './named-model.ts'

/** The folder in which the packages are installed. */
const here = fileURLToPath(new URL('..', import.meta.url))
const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }
const KEY = 'key-of-the-user-0123456789'

beforeEach(() => {
  for (const name of ['OPENAI', 'GOOGLE_GENERATIVE_AI', 'ANTHROPIC', 'MISTRAL']) vi.stubEnv(`${name}_API_KEY`, undefined)
  return () => vi.unstubAllEnvs()
})

async function failed(work: PromiseLike<unknown>): Promise<AssayError> {
  const error: unknown = await Promise.resolve(work).catch((thrown: unknown) => thrown)
  if (!AssayError.is(error)) throw new Error('no AssayError was thrown', { cause: error })
  return error
}

/** A folder with packages of these names in it. */
function folderWith(packages: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-ai-sdk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, files] of Object.entries(packages)) {
    const at = join(folder, 'node_modules', name)
    mkdirSync(at, { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text)
  }
  return folder
}

describe('a package that is installed', () => {
  test('is called with the key of the user, under its written name', async () => {
    await using server = await startFakeGoogle('hello')
    const judge = await namedJudge('@ai-sdk/google:gemini-2.5-flash', { baseURL: server.url, apiKey: KEY, temperature: 0 }, here)
    expect(await judge.doGenerate(call)).toMatchObject({ text: 'hello', finishReason: 'stop' })
    expect(server.requests[0]?.headers['x-goog-api-key']).toBe(KEY)
    expect(judge).toMatchObject({ provider: 'ai-sdk', modelId: '@ai-sdk/google:gemini-2.5-flash' })
    expect(judge.fingerprint).toMatchObject({
      adapter: 'ai-sdk',
      specification: 'v4',
      model: '@ai-sdk/google:gemini-2.5-flash',
      baseURL: server.url,
      temperature: 0,
    })
    expect(JSON.stringify(judge.fingerprint)).not.toContain(KEY)
  })

  test('accepts other settings, which are part of the fingerprint, and headers, which are not', async () => {
    await using server = await startFakeOpenAI('hello')
    const settings = { name: 'local', supportsStructuredOutputs: true }
    const options = { baseURL: server.url, apiKey: KEY, headers: { 'x-team': 'search' }, settings }
    const judge = await namedJudge('@ai-sdk/openai-compatible:m', options, here)
    await judge.doGenerate({ ...call, output: { name: 'claims', schema: { type: 'object' } } })
    expect(server.requests[0]).toMatchObject({ headers: { 'x-team': 'search' }, body: { response_format: { type: 'json_schema' } } })
    expect(judge.fingerprint).toMatchObject({ fingerprint: { settings } })
  })

  test('reads its own key from the environment, except with null', async () => {
    vi.stubEnv('OPENAI_API_KEY', KEY)
    await using server = await startFakeOpenAI({ text: 'hello' })
    await (await namedJudge('@ai-sdk/openai:m', { baseURL: server.url }, here)).doGenerate(call)
    await (await namedJudge('@ai-sdk/openai:m', { baseURL: server.url, apiKey: null }, here)).doGenerate(call)
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${KEY}`, 'Bearer no-key'])
  })

  test('without a key is an auth error with the message of the package, before any request', async () => {
    const error = await failed((await namedJudge('@ai-sdk/google:gemini-2.5-flash', {}, here)).doGenerate(call))
    expect(error).toMatchObject({ kind: 'auth', provider: 'ai-sdk', isRetryable: false, usage: { calls: 0 } })
    expect(error.message).toMatch(/^ai-sdk:@ai-sdk\/google:gemini-2\.5-flash was not called: .*GOOGLE_GENERATIVE_AI_API_KEY/)
  })

  test.each([
    ['@ai-sdk/openai', startFakeOpenAI, '/v1/responses'],
    ['@ai-sdk/openai-compatible', startFakeOpenAI, '/v1/chat/completions'],
    ['@ai-sdk/mistral', startFakeOpenAI, '/v1/chat/completions'],
    ['@ai-sdk/google', startFakeGoogle, '/v1beta/models/m:generateContent'],
    ['@ai-sdk/anthropic', startFakeAnthropic, '/v1/messages'],
  ] as const)('%s follows no redirect: key and prompt stay where they were sent', async (name, start, path) => {
    const other = await startFakeServer(() => ({ body: {} }))
    onTestFinished(() => other.close())
    const server = await start({ status: 307, headers: { location: `${other.url}${path}` }, body: {} })
    onTestFinished(() => server.close())
    const baseURL = name === '@ai-sdk/anthropic' ? `${server.url}/v1` : server.url
    const error = await failed((await namedJudge(`${name}:m`, { baseURL, apiKey: KEY }, here)).doGenerate(call))
    expect(error.message).toContain(`a redirect to ${other.url}, which is not followed`)
    expect(server.requests).toHaveLength(1)
    expect(other.requests).toEqual([])
  })

  test('embeds, in batches of the limit of the model or of maxBatch', async () => {
    vi.stubEnv('MISTRAL_API_KEY', KEY)
    const adapter = await namedEmbedding('@ai-sdk/mistral:mistral-embed', {}, here)
    expect(adapter).toMatchObject({ provider: 'ai-sdk', modelId: '@ai-sdk/mistral:mistral-embed', maxBatch: 32 })
    expect((await namedEmbedding('@ai-sdk/openai:text-embedding-3-small', { maxBatch: 5 }, here)).maxBatch).toBe(5)
    expect(await failed(namedEmbedding('@ai-sdk/anthropic:m', {}, here))).toMatchObject({
      kind: expect.stringMatching(/config|model_not_found/),
    })
  })
})

test.each([['google:gemini', '{ "name": "google" }', /was not found from .*Run there: npm install google$/s]])(
  'a package that is not installed is told with how to install it: %s',
  async (written, _manifest, message) => {
    expect(await failed(namedJudge(written, {}, tmpdir()))).toMatchObject({ kind: 'config', message: expect.stringMatching(message) })
  },
)

test.each(['@ai-sdk/google', ':m', '@ai-sdk/google:', './google.js:m', '../google:m', '/etc/google:m', 'a/b/c:m', '@a/../b:m', 'C:\\x:m'])(
  '%j names no package and model, and loads nothing',
  async (written) => {
    expect(await failed(namedJudge(written, {}, here))).toMatchObject({
      kind: 'config',
      message: `ai-sdk:${written} names no package and model. Write both, as in ai-sdk:@ai-sdk/google:gemini-2.5-flash`,
    })
  },
)

test.each([
  ['has no create', 'export const model = 1', /has no export that makes a provider/],
  ['throws', 'export function createIt() { throw new Error("no region") }', /made no provider: no region/],
  ['gives something else', 'export function createIt() { return 7 }', /has no language models/],
  ['breaks while it is loaded', 'throw new Error("needs Node 99")', /could not be loaded: needs Node 99/],
  ['gives no model', 'export const createIt = () => ({ languageModel: () => ({}) })', /takes a language model/],
  [
    'gives a model of a version to come',
    'export const createIt = () => ({ languageModel: (modelId) => ({ specificationVersion: "v9", provider: "p", modelId, doGenerate() {} }) })',
    /p:m is of version "v9" of the AI SDK’s specification; supported are v2, v3, v4/,
  ],
])('a package that %s is a config error', async (_what, code, message) => {
  const folder = folderWith({ 'some-sdk': { 'package.json': '{ "type": "module", "exports": { "import": "./m.js" } }', 'm.js': code } })
  expect(await failed(namedJudge('some-sdk:m', {}, folder))).toMatchObject({ kind: 'config', message: expect.stringMatching(message) })
})

test.each([
  ['exports by condition', '{ "exports": { ".": { "browser": "./no.js", "node": { "import": "./yes.mjs" } } } }', 'yes.mjs'],
  ['one export', '{ "exports": "./yes.mjs" }', 'yes.mjs'],
  ['main', '{ "main": "./yes.cjs" }', 'yes.cjs'],
  ['neither', '{ "type": "module" }', 'index.js'],
])('a package is found by %s', async (_what, manifest, file) => {
  const make =
    '(modelId) => ({ specificationVersion: "v4", provider: "mine.chat", modelId, doGenerate: async () => { throw new Error("no") } })'
  const code = `const createMine = () => ({ languageModel: ${make} })\n`
  const folder = folderWith({
    mine: {
      'package.json': manifest,
      [file]: `${code}${file.endsWith('.cjs') ? 'exports.createMine = createMine' : 'export { createMine }'}`,
    },
  })
  expect(await namedJudge('mine:m:1', {}, folder)).toMatchObject({ modelId: 'mine:m:1', fingerprint: { provider: 'mine.chat' } })
})

test('settings hold no key', async () => {
  expect(await failed(namedJudge('@ai-sdk/openai:m', { settings: { apiKey: KEY } }, here))).toMatchObject({
    kind: 'config',
    message: expect.stringMatching(/settings cannot hold "apiKey"/),
  })
})

test('a configuration that is not trusted names packages of the SDK only, and no server of its own', () => {
  const [entry] = entries
  expect(entry?.untrusted?.('@ai-sdk/google:m', {})).toBeUndefined()
  expect(entry?.untrusted?.('left-pad:m', {})).toMatch(/loads code/)
  expect(entry?.untrusted?.('@ai-sdk/google:m', { baseURL: 'http://elsewhere.example' })).toMatch(/only the configuration names/)
})

test('a named model is called by a runtime like any other', async () => {
  await using server = await startFakeOpenAI([{ status: 503, error: { message: 'Busy' } }, { text: 'yes' }])
  const judge = await namedJudge('@ai-sdk/mistral:m', { baseURL: server.url, apiKey: KEY }, here)
  const runtime = createDirectRuntime({ retry: { baseDelayMs: 0 } })
  expect(await runtime.generate(judge, call, { read: ({ text }) => text })).toMatchObject({ value: 'yes', attempts: 2 })
})
