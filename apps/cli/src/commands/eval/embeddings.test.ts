import type { RecordedRequest } from '@assay/testkit'
import { startFakeOpenAI } from '@assay/testkit'
import { expect, test } from 'vitest'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const CONTEXTS = Array.from({ length: 30 }, (_, at) => `City ${at} is in Norway.`)
const rows = jsonl(
  { user_input: 'Where is it?', response: 'It is in Norway.', reference_contexts: CONTEXTS.slice(0, 4), retrieved_contexts: CONTEXTS },
  { user_input: 'Who was it?', response: 'It was Ada.', reference_contexts: ['Ada wrote it.'], retrieved_contexts: ['Ada wrote it.'] },
)

function textsOf({ body }: Pick<RecordedRequest, 'body'>): number {
  const input: unknown = Reflect.get(Object(body), 'input')
  return Array.isArray(input) ? input.length : 0
}

/** Embeds at most this many texts at once, and writes questions. */
async function startServer(most: number, refusal: { readonly status: number; readonly body: object }) {
  const questions = JSON.stringify({ questions: ['Who?', 'What?', 'Where?'], declines: false })
  return startFakeOpenAI((request) => {
    if (!request.path.endsWith('/embeddings')) return questions
    return textsOf(request) > most ? { status: refusal.status, body: JSON.parse(JSON.stringify(refusal.body)) } : ''
  })
}

const dashScope = {
  error: { code: 'InvalidParameter', message: 'batch size is invalid, it should not be larger than 10.: input.contents' },
}
const tei = { error: 'batch size 31 > maximum allowed batch size 16', error_type: 'Validation' }

test.each([
  ['DashScope', 'alibaba:text-embedding-v4', 'DASHSCOPE', 10, 400, dashScope],
  ['TEI', 'openai:tei', 'OPENAI', 16, 413, tei],
] as const)('%s refuses one batch, and gets batches that fit from then on', async (_who, embedding, stem, most, status, body) => {
  await using server = await startServer(most, { status, body })
  const env = { [`${stem}_API_KEY`]: 'k', [`${stem}_BASE_URL`]: server.url }
  const cwd = project({ 'rows.jsonl': rows })
  const ran = await runAssay(['eval', 'rows.jsonl', '-m', 'non-llm-context-recall', '--embedding', embedding], { cwd, env })
  expect(ran.err + ran.out).toMatch(/scored 2 of 2|non_llm_context_recall +1(?:\.0+)?\b/)
  expect(ran.code).toBe(0)
  const sizes = server.requests.map(textsOf)
  expect(sizes.filter((size) => size > most)).toHaveLength(1)
})

test('a text that is refused alone is told as such: neither batches nor fewer contexts would help', async () => {
  await using server = await startServer(0, { status: 413, body: { error: 'Payload too large' } })
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url }
  const cwd = project({ 'rows.jsonl': rows })
  const ran = await runAssay(['eval', 'rows.jsonl', '-m', 'non-llm-context-recall', '--embedding', 'openai:e'], { cwd, env })
  expect(ran.code).not.toBe(0)
  expect(ran.err).toContain(
    'openai:e refused a text that was sent alone: Payload too large. Shorten it, or name a model that accepts longer texts.',
  )
  expect(ran.out + ran.err).not.toMatch(/max-?batch|contexts, or raise/i)
})

test('--embedding is for all metrics that take one, and --max-batch of a file holds for both', async () => {
  await using server = await startServer(100, { status: 413, body: {} })
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url }
  const config = {
    data: 'rows.jsonl',
    metrics: ['answer-relevancy', 'non-llm-context-recall'],
    judge: 'openai:m',
    embedding: 'openai:e',
    maxBatch: 3,
  }
  const cwd = project({ 'rows.jsonl': rows, 'assay.config.json': JSON.stringify(config) })
  expect(await runAssay(['eval', '-o', 'report.json', '--no-cache'], { cwd, env })).toMatchObject({ code: 0 })
  const sizes = server.requests.filter(({ path }) => path.endsWith('/embeddings')).map(textsOf)
  expect(Math.max(...sizes)).toBe(3)
})

test('a flag that one of the metrics has no use for is for the others, and one that none has a use for is refused', async () => {
  await using server = await startServer(100, { status: 413, body: {} })
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url }
  const cwd = project({ 'rows.jsonl': rows })
  const both = ['eval', 'rows.jsonl', '-j', 'openai:m', '-m', 'answer-relevancy', '-m', 'non-llm-context-recall']
  expect(
    await runAssay([...both, '--embedding', 'openai:e', '--similarity', 'levenshtein', '--max-batch', '2'], { cwd, env }),
  ).toMatchObject({ code: 0 })
  const alone = ['eval', 'rows.jsonl', '-m', 'non-llm-context-recall']
  const refused = await runAssay([...alone, '--embedding', 'openai:e', '--similarity', 'levenshtein'], { cwd, env })
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.err).toContain('--embedding has no effect beside similarity, which is levenshtein. Leave one of the two out.')
  const idle = await runAssay([...alone, '--max-batch', '2'], { cwd, env })
  expect(idle).toMatchObject({ code: 2 })
  expect(idle.err.replaceAll(/\s+/g, ' ')).toContain('--max-batch is for similarities that ask a model')
})
