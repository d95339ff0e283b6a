import { AssayError, type Sample, scoreRow } from '@assay/core'
import { startFakeOpenAI } from '@assay/testkit'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createCatalog } from './catalog.ts'

const catalog = createCatalog()
const names = (await catalog.similarities()).flatMap(({ name }) => (name === 'embedding' ? [] : [name]))

async function complaint(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (!AssayError.is(error)) throw new Error(`no AssayError: ${String(error)}`)
  expect(error.kind).toBe('config')
  return error.message
}

it.each(names)('%s is the measure that signs with this name, also with _ for -', async (name) => {
  expect((await catalog.similarityFrom(name)).id).toBe(name)
  expect(await catalog.similarityFrom(name.replaceAll('-', '_').toUpperCase())).toBe(await catalog.similarityFrom(name))
})

it.each(names)('a metric with %s can be rebuilt from its own config', async (similarity) => {
  for (const options of [{ threshold: 0.7, strict: true, explain: true }, { soft: true }]) {
    const metric = await catalog.metricFrom({ type: 'non-llm-context-recall', similarity, ...options })
    const again = await catalog.metricFrom(JSON.parse(JSON.stringify(metric.config)))
    expect([again.signature, again.config]).toEqual([metric.signature, metric.config])
  }
})

it("an embedding's provider is called once for all texts of a row, and its usage stands in the score", async () => {
  await using server = await startFakeOpenAI('')
  vi.stubEnv('OPENAI_BASE_URL', server.url).stubEnv('OPENAI_API_KEY', 'test-key')
  onTestFinished(() => void vi.unstubAllEnvs())
  const metric = await catalog.metricFrom({
    type: 'non-llm-context-recall',
    similarity: 'embedding:openai:text-embedding-3-small',
    soft: true,
  })
  const row: Sample = {
    referenceContexts: ['Oslo lies inland.', 'Rome is old.'],
    retrievedContexts: ['Oslo lies inland.', 'Paris', 'Rome is old.'],
  }
  expect(await scoreRow(metric, row)).toMatchObject({ value: 1, usage: { calls: 1 } })
  expect(metric.signature).toMatch(/\|similarity:embedding%3Aopenai%3Atext-embedding-3-small@1-[0-9a-f]{6}\|/)
  expect((await catalog.metricFrom(JSON.parse(JSON.stringify(metric.config)))).signature).toBe(metric.signature)
})

it('maxBatch of a metric says how many texts go into one request, and is refused where no model is called', async () => {
  await using server = await startFakeOpenAI('')
  vi.stubEnv('MISTRAL_BASE_URL', server.url).stubEnv('MISTRAL_API_KEY', 'test-key')
  onTestFinished(() => void vi.unstubAllEnvs())
  const embedding = { type: 'non-llm-context-recall', similarity: 'embedding:mistral:mistral-embed' }
  const metric = await catalog.metricFrom({ ...embedding, maxBatch: 2 })
  expect(metric.signature).toBe((await catalog.metricFrom(embedding)).signature)
  await scoreRow(metric, { referenceContexts: ['a', 'b'], retrievedContexts: ['c', 'd', 'e'] })
  expect(server.requests.map(({ body }) => (body as { input: string[] }).input.length)).toEqual([2, 2, 1])
  const run = { options: { overrides: { maxBatch: 2 } } }
  expect(await complaint(catalog.metricFrom('non-llm-context-recall', run))).toMatch(/maxBatch is for similarities that ask a model/)
  expect(await complaint(catalog.metricFrom({ ...embedding, maxBatch: 0 }))).toMatch(/maxBatch: found 0 where a whole number of at least 1/)
})

it('a model id keeps its colons and capitals, and no server is called for a name', async () => {
  expect((await catalog.similarityFrom('embedding:ollama:Qwen3_Embedding:0.6b')).id).toBe('embedding:ollama:Qwen3_Embedding:0.6b')
})

it.each([
  ['embedding', /needs a provider \(openai, azure, ollama, google, .*\) and a model, as in embedding:openai/],
  ['embedding:anthropic:x', /needs a provider/],
  ['embedding:constructor:x', /needs a provider/],
  ['embedding:openai', /needs a model/],
  ['jaro:winkler', /stands alone.*Write: jaro$/],
  ['embedding:gemini:text-embedding-004', /Did you mean embedding:google:text-embedding-004\?/],
  ['jaro-winkle', /Did you mean jaro-winkler\?.*embedding:<provider>:<model>/],
])('%s is refused with what to write instead', async (id, message) => {
  expect(await complaint(catalog.similarityFrom(id))).toMatch(message)
})

it('embedding of a metric compares by that model, as the similarity of its name does', async () => {
  await using server = await startFakeOpenAI('')
  vi.stubEnv('MISTRAL_BASE_URL', server.url).stubEnv('MISTRAL_API_KEY', 'test-key')
  onTestFinished(() => void vi.unstubAllEnvs())
  const model = 'mistral:mistral-embed'
  for (const type of ['non-llm-context-recall', 'non-llm-context-precision', 'non-llm-average-precision-retrieved']) {
    const metric = await catalog.metricFrom({ type, embedding: model, maxBatch: 2 })
    expect(metric.signature).toBe((await catalog.metricFrom({ type, similarity: `embedding:${model}` })).signature)
    expect((await catalog.metricFrom(JSON.parse(JSON.stringify(metric.config)))).signature).toBe(metric.signature)
  }
  const metric = await catalog.metricFrom({ type: 'non-llm-context-recall', embedding: model, maxBatch: 2 })
  await scoreRow(metric, { referenceContexts: ['a', 'b'], retrievedContexts: ['c', 'd', 'e'] })
  expect(server.requests.map(({ body }) => (body as { input: string[] }).input.length)).toEqual([2, 2, 1])
})

it.each([
  [
    { similarity: 'jaro', embedding: 'openai:e' },
    /^non-llm-context-recall\.embedding has no effect beside similarity, which is jaro\. Leave one/,
  ],
  [{ similarity: 'jaro', maxBatch: 2 }, /^non-llm-context-recall\.maxBatch is for similarities that ask a model/],
  [{ embedding: 'openai' }, /needs a model, as in embedding:openai/],
  [{ embedding: 'gemini:e' }, /Did you mean embedding:google:e\?/],
])('%j is refused', async (options, message) => {
  expect(await complaint(catalog.metricFrom({ type: 'non-llm-context-recall', ...options }))).toMatch(message)
})
