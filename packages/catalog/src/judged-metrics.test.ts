import { rehearsedReply } from '@assay/judge'
import { scoreRow } from '@assay/core'
import { scriptedAdapter, startFakeOpenAI } from '@assay/testkit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCatalog } from './catalog.ts'
import { metricSet } from './metric-sets.ts'

const judge = scriptedAdapter((call) => rehearsedReply(call) ?? 'nothing')
const catalog = createCatalog()

test.each([
  'faithfulness',
  'factual_correctness',
  'factual-precision',
  'factual-recall',
  'hallucination',
  'self_knowledge',
  'noise-sensitivity',
  'noise-sensitivity-irrelevant',
  'claim-utilization',
  'answer_relevancy',
  'factuality',
  'context_precision',
  'context_relevance',
  'context-entity-recall',
])('%s is made by its name, and needs a judge', async (type) => {
  const metric = await catalog.metricFrom(type, { judge })
  expect(metric.name).toBe(type.replaceAll('-', '_'))
  await expect(catalog.metricFrom(type)).rejects.toThrow(`${metric.name} needs a judge, as in openai:gpt-5-mini`)
})

test('a rubric is made with what it asks', async () => {
  const metric = await catalog.metricFrom({ type: 'llm_rubric', rubric: 'Is kind.', name: 'kind' }, { judge })
  expect([metric.name, (await metric.score({ response: 'Yes.' } as never)).detail]).toEqual([
    'kind',
    expect.objectContaining({ rubric: 'Is kind.' }),
  ])
  await expect(catalog.metricFrom('llm-rubric', { judge })).rejects.toThrow('llm_rubric needs a rubric')
})

describe('relevancy by questions', () => {
  test('takes an embedding model by its id', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'k')
    const metric = await catalog.metricFrom(
      { type: 'answer-relevancy', embedding: 'openai:text-embedding-3-small', questions: 5 },
      { judge },
    )
    expect(metric.signature).toContain('|by:questions|questions:5|embedding:openai%3Atext-embedding-3-small@1-')
    expect(metric.config).toMatchObject({ type: 'answer-relevancy', embedding: 'openai:text-embedding-3-small', grader: { count: 5 } })
  })

  test.each([
    [{ maxBatch: 2 }, /^answer-relevancy\.maxBatch is for relevancy by questions/],
    [{ questions: 2 }, /^answer-relevancy\.questions is for relevancy by questions/],
    [{ embedding: 'openai:e', claims: 'sentences' }, /^answer-relevancy\.claims has no effect beside an embedding model/],
    [{ embedding: 'openai:e', votes: 3 }, /^answer-relevancy\.votes has no effect/],
  ])('%j do not go together', async (options, message) => {
    await expect(catalog.metricFrom({ type: 'answer-relevancy', ...options }, { judge })).rejects.toThrow(message)
  })

  test('asks its embedding model for as many texts at once as maxBatch says', async () => {
    await using server = await startFakeOpenAI({})
    vi.stubEnv('MISTRAL_BASE_URL', server.url).stubEnv('MISTRAL_API_KEY', 'k')
    onTestFinished(() => void vi.unstubAllEnvs())
    const metric = await catalog.metricFrom({ type: 'answer-relevancy', embedding: 'mistral:mistral-embed', maxBatch: 2 }, { judge })
    await scoreRow(metric, { userInput: 'Who was it?', response: 'It was Ada.' })
    expect(server.requests.map(({ body }) => (body as { input: string[] }).input.length)).toEqual([2, 2])
  })

  test.each([
    ['nobody:x', 'answer-relevancy.embedding needs a provider (openai, azure, ollama,'],
    ['openai', 'answer-relevancy.embedding needs a model, as in openai:text-embedding-3-small'],
  ])('%s is no such model', async (embedding, message) => {
    await expect(catalog.metricFrom({ type: 'answer-relevancy', embedding }, { judge })).rejects.toThrow(message)
  })
})

test('an option of the run reaches the metrics that know its value', async () => {
  const options = { overrides: { strategy: 'per-context' } }
  expect((await catalog.metricFrom('context-relevance', { judge, options })).signature).toContain('strategy:per-context')
  expect((await catalog.metricFrom('faithfulness', { judge, options })).signature).toContain('strategy:batched')
})

test('a set names metrics that there are, and is none itself', async () => {
  for (const name of ['rag', 'ragchecker']) {
    const of = metricSet(name)?.of ?? []
    const named = await catalog.metricsIn(name)
    expect(named.map(({ entry }) => entry?.type)).toEqual(of.map((part) => (typeof part === 'string' ? part : part.type)))
    await expect(catalog.metricFrom(name, { judge })).rejects.toThrow(`"${name}" is a set of metrics`)
  }
  await expect(catalog.metricsIn({ type: 'rag' })).rejects.toThrow('"rag" is a set of metrics')
  await expect(catalog.metricsIn('ragchekcer')).rejects.toThrow('Did you mean ragchecker?')
})
