import { createDirectRuntime, type LLMAdapter, type Score } from '@assay/core'
import { type FakeServer, startFakeAnthropic, startFakeOllama, startFakeOpenAI } from '@assay/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { contextRecall, createAnthropic, createOllama, createOpenAI } from './index.ts'

const sample = {
  userInput: 'Where is Oslo?',
  reference: 'Oslo is the capital of Norway. It lies on a fjord.',
  retrievedContexts: ['Oslo is the capital and the largest city of Norway.', 'Bergen has a harbour.'],
}
const claims = JSON.stringify({ claims: ['Oslo is the capital of Norway.', 'Oslo lies on a fjord.'] })
const evidence = [{ context: 1, quote: 'Oslo is the capital and the largest city of Norway.' }]
const verdicts = JSON.stringify({
  verdicts: [
    { claim: 'c1', reason: 'The first context says so.', evidence, supported: true },
    { claim: 'c2', reason: 'No context names a fjord.', evidence: [], supported: false },
  ],
})
/** What each of the two replies took, in the words of each vendor. */
const [tokensIn, cached, tokensOut] = [1900, 300, 40]

async function judges(): Promise<{ server: FakeServer; adapter: LLMAdapter; asked: number }[]> {
  const usage = { prompt_tokens: tokensIn, completion_tokens: tokensOut, prompt_tokens_details: { cached_tokens: cached } }
  const openai = await startFakeOpenAI([claims, verdicts].map((text) => ({ text, usage })))
  const anthropic = await startFakeAnthropic(
    [claims, verdicts].map((text) => ({
      text,
      usage: { input_tokens: tokensIn - cached, cache_read_input_tokens: cached, output_tokens: tokensOut },
    })),
  )
  const ollama = await startFakeOllama(
    [claims, verdicts].map((text) => ({ text, promptEvalCount: tokensIn, promptEvalCachedCount: cached, evalCount: tokensOut })),
  )
  for (const server of [openai, anthropic, ollama]) onTestFinished(() => server.close())
  return [
    { server: openai, adapter: createOpenAI({ baseURL: openai.url })('m'), asked: 2 },
    { server: anthropic, adapter: createAnthropic({ baseURL: anthropic.url, apiKey: 'k' })('m'), asked: 2 },
    // And once for the context window of the model.
    { server: ollama, adapter: createOllama({ host: ollama.url })('m'), asked: 3 },
  ]
}

test('the same sample with the same replies gets the same score, usage and provenance through all three providers', async () => {
  const scores: Score[] = []
  for (const { adapter, server, asked } of await judges()) {
    const metric = contextRecall({ judge: adapter })
    const score = await metric.score(sample, createDirectRuntime())
    scores.push(score)
    expect(server.requests).toHaveLength(asked)
    expect(score.signature).toContain(`judge:${adapter.provider}%3Am|`)
    expect(JSON.stringify(metric.config)).toContain(JSON.stringify(adapter.fingerprint))
    expect(adapter.fingerprint).toMatchObject({ adapter: adapter.provider, model: 'm' })
    expect(Object.values(adapter.fingerprint)).toContain(server.url)
  }
  const [first, ...others] = scores.map(comparable)
  expect(first).toMatchObject({
    status: 'scored',
    value: 0.5,
    usage: { calls: 2, inputTokens: 2 * tokensIn, cachedInputTokens: 2 * cached, outputTokens: 2 * tokensOut },
  })
  for (const other of others) expect(other).toEqual(first)
})

/** A score without what names the judge, and without counts that only some vendors report. */
function comparable(score: Score): unknown {
  const { calls, inputTokens, cachedInputTokens, outputTokens } = score.usage
  const { signature: _named, ...rest } = { ...score, usage: { calls, inputTokens, cachedInputTokens, outputTokens } }
  return JSON.parse(JSON.stringify(rest).replaceAll(/(?:openai|anthropic|ollama):m/g, 'judge'))
}
