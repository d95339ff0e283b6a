import { readFileSync } from 'node:fs'
import { callKey, type EmbeddingAdapter, type LLMAdapter, type LLMReply, noUsage, type Sample } from '@assay/core'
import { cascade, lexicalScreen, llmExtractor, llmVerifier, panel, rehearsedReply, rubricAssessor, sentenceExtractor } from '@assay/judge'
import { contextRecall } from '@assay/metric-llm-recall'
import { describe, expect, it } from 'vitest'
import { callingMetric, scriptedAdapter, scriptedMetric, valueOf } from '../__fixtures__/scripted.ts'
import { createPriceList } from '../money/price-list.ts'
import { dryRun, type DryRunOptions } from './dry-run.ts'
import type { Rehearse } from './rehearsal-runtime.ts'

const samples = readFileSync(new URL('../../../../examples/clapnq-rag.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .slice(0, 20)
  .map((line): Sample => {
    const { id, user_input: userInput, reference, retrieved_contexts: retrievedContexts } = JSON.parse(line)
    return { id, userInput, reference, retrievedContexts }
  })

const prices = createPriceList([{ provider: 'toy', model: '*', input: 1, output: 2 }])

/** Fails the test where it is called. */
function never(modelId = 'toy-1', provider = 'toy'): LLMAdapter & { callCount: () => number } {
  let callCount = 0
  const adapter = scriptedAdapter(() => {
    callCount += 1
    return Promise.reject(new Error('a dry run called a judge'))
  }, modelId)
  return { ...adapter, provider, callCount: () => callCount }
}

const run = (options: Partial<DryRunOptions> & Pick<DryRunOptions, 'metrics'>) =>
  dryRun({ data: samples, prices, rehearse: rehearsedReply, ...options })

it('needs no more than rows and metrics: prices and made-up replies come with Assay', async () => {
  const judge = never('gpt-5-mini', 'openai')
  const { total } = await dryRun({ data: samples.slice(0, 2), metrics: [contextRecall({ judge })] })
  expect(total).toMatchObject({ calls: 4, unrehearsed: 0, cost: expect.any(Number) })
  expect(judge.callCount()).toBe(0)
})

const rubricPrompt = '{{context}}\n{{groundTruth}}\nMark every statement [FOUND] or [NOT FOUND].'

describe('a dry run of 20 rows sends no request and counts the calls of', () => {
  it.each([
    ['batched', (judge: LLMAdapter) => contextRecall({ judge }), 40, 40],
    ['per-claim', (judge: LLMAdapter) => contextRecall({ judge, strategy: 'per-claim' }), 60, 200],
    ['single-pass', (judge: LLMAdapter) => contextRecall({ judge, strategy: 'single-pass' }), 20, 20],
    ['a rubric', (judge: LLMAdapter) => contextRecall({ assessor: rubricAssessor({ judge, rubricPrompt }) }), 20, 20],
    ['three votes', (judge: LLMAdapter) => contextRecall({ judge, votes: 3 }), 80, 80],
    ['sentences as claims', (judge: LLMAdapter) => contextRecall({ judge, claims: 'sentences' }), 20, 20],
    ['a panel', (judge: LLMAdapter) => contextRecall({ extractor: sentenceExtractor(), verifier: panel([judge, judge, judge]) }), 60, 60],
    [
      'a cascade behind a screen',
      (judge: LLMAdapter) =>
        contextRecall({ extractor: llmExtractor({ judge }), verifier: cascade(lexicalScreen(), llmVerifier({ judge })) }),
      21,
      40,
    ],
  ])('%s', async (_name, metricOf, least, most) => {
    const judge = never()
    const { rows, lines, total } = await run({ metrics: [metricOf(judge)] })
    expect(judge.callCount()).toBe(0)
    expect(rows).toBe(20)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      metric: 'context_recall',
      model: { provider: 'toy', modelId: 'toy-1' },
      rows: 20,
      stored: 0,
      unrehearsed: 0,
    })
    expect(total.calls).toBeGreaterThanOrEqual(least)
    expect(total.calls).toBeLessThanOrEqual(most)
    expect(total.inputTokens).toBeGreaterThan(total.calls * 300)
    expect(total.outputTokens).toBeGreaterThan(total.calls * 10)
    expect(total.cost).toBeCloseTo((total.inputTokens + 2 * total.outputTokens) / 1e6, 12)
  })
})

/** Keeps every reply it makes up, by its call's key. */
function keeping(adapter: LLMAdapter): { readonly rehearse: Rehearse; readonly stored: Map<string, { reply: LLMReply }> } {
  const stored = new Map<string, { reply: LLMReply }>()
  return {
    stored,
    rehearse(call, options) {
      const reply = rehearsedReply(call, options)
      if (reply !== undefined) stored.set(callKey(adapter, call), { reply })
      return reply
    },
  }
}

describe('a dry run', () => {
  it('takes no call for a new one whose reply is stored, and counts what follows it', async () => {
    const judge = never()
    const { rehearse, stored } = keeping(judge)
    const metrics = [contextRecall({ judge })]
    await run({ metrics, rehearse })
    expect(stored.size).toBe(40)
    const all = await run({ metrics, lookup: (key) => stored.get(key) })
    expect(all.total).toMatchObject({ calls: 0, stored: 40, inputTokens: 0, outputTokens: 0, cost: 0 })
    const odd = new Set([...stored.keys()].filter((_, at) => at % 2 === 0))
    const half = await run({ metrics, lookup: (key) => (odd.has(key) ? stored.get(key) : undefined) })
    expect(half.total).toMatchObject({ calls: 20, stored: 20 })
  })

  it('sends the call again for a cached reply that cannot be read', async () => {
    const judge = never()
    const { rehearse, stored } = keeping(judge)
    const metrics = [contextRecall({ judge })]
    await run({ metrics, rehearse })
    const reply: LLMReply = { text: 'no JSON', finishReason: 'stop', usage: noUsage }
    expect((await run({ metrics, lookup: (key) => (stored.has(key) ? { reply } : undefined) })).total).toMatchObject({
      calls: 40,
      stored: 0,
    })
  })

  it('counts a call once that two metrics make, for the first of them', async () => {
    const judge = never()
    const { lines } = await run({ metrics: [contextRecall({ judge }), contextRecall({ judge, strategy: 'per-claim', name: 'each' })] })
    expect(lines.map(({ metric, stored }) => [metric, stored])).toEqual([
      ['context_recall', 0],
      ['each', expect.any(Number)],
    ])
    // The claims are extracted for both by the same call.
    expect(lines[1]?.stored).toBeGreaterThanOrEqual(20)
  })

  it('has a line for every judge of a metric', async () => {
    const [small, large] = [never('small'), never('large')]
    const { lines } = await run({
      metrics: [contextRecall({ extractor: llmExtractor({ judge: small }), verifier: llmVerifier({ judge: large }) })],
    })
    expect(lines.map(({ model, rows, calls }) => [model?.modelId, rows, calls])).toEqual([
      ['small', 20, 20],
      ['large', 20, 20],
    ])
  })

  it('counts every repeat', async () => {
    const judge = never()
    expect((await run({ metrics: [contextRecall({ judge })], repeat: 3 })).total.calls).toBe(120)
  })

  it('does not know a cost without a price, and says 0 without a call', async () => {
    const unpriced = await run({ metrics: [contextRecall({ judge: never('llama3.1:8b', 'ollama') })] })
    expect(unpriced.lines[0]?.cost).toBeNull()
    expect(unpriced.total.cost).toBeNull()
    const idle = await run({ metrics: [scriptedMetric(() => Promise.resolve(valueOf(1)), { name: 'plain' })] })
    expect(idle.lines).toEqual([
      { metric: 'plain', model: null, rows: 0, calls: 0, stored: 0, inputTokens: 0, outputTokens: 0, cost: 0, unrehearsed: 0 },
    ])
    expect(idle.total.cost).toBe(0)
  })

  it('does not score with a metric that makes no call', async () => {
    const metric = scriptedMetric(() => Promise.reject(new Error('scored')), { scoreNow: () => valueOf(1) })
    expect((await run({ metrics: [metric] })).rows).toBe(20)
  })

  it('leaves out rows that miss a field, or cost no call', async () => {
    const judge = never()
    const data: Sample[] = [
      { retrievedContexts: ['x'] },
      { reference: ' ', retrievedContexts: ['x'] },
      { reference: 'Rain fell.', retrievedContexts: [] },
      ...samples.slice(0, 2),
    ]
    expect(await run({ data, metrics: [contextRecall({ judge })] })).toMatchObject({ rows: 5, lines: [{ rows: 2, calls: 4 }] })
  })

  it('counts the call for which it has no reply, and says that the rest is open', async () => {
    const { total } = await run({ metrics: [callingMetric(never())] })
    expect(total).toMatchObject({ calls: 20, unrehearsed: 20, outputTokens: 20 * 512 })
    expect(total.inputTokens).toBeGreaterThan(20 * 16)
  })

  it('runs the metrics chosen for each row', async () => {
    const judge = never()
    const recall = contextRecall({ judge })
    const { lines } = await run({ metrics: (sample) => (sample.id === samples[3]?.id ? [recall] : []) })
    expect(lines).toMatchObject([{ rows: 1, calls: 2 }])
  })

  it('counts embeddings by the batch, each text once', async () => {
    const adapter: EmbeddingAdapter = {
      specificationVersion: 'v1',
      provider: 'openai',
      modelId: 'text-embedding-3-small',
      fingerprint: {},
      maxBatch: 2,
      doEmbed: () => Promise.reject(new Error('called')),
    }
    const embedding = scriptedMetric(async (sample, runtime) => {
      const { vectors } = (await runtime?.embed(adapter, ['one', 'two', 'three', sample.userInput ?? ''])) ?? { vectors: [] }
      return valueOf(vectors.length === 4 ? 1 : 0)
    })
    // What rests on no judge is not repeated.
    const { total } = await run({ metrics: [embedding], data: [{ userInput: 'a' }, { userInput: 'b' }, { userInput: 'a' }], repeat: 3 })
    expect(total).toMatchObject({ calls: 3, stored: 1, inputTokens: 1 + 1 + 2 + 1 + 1, outputTokens: 0 })
    expect(total.cost).toBeCloseTo((6 * 0.02) / 1e6, 15)
  })

  it('counts a text for each model that is called for its vector, by fingerprint', async () => {
    const embedding = scriptedMetric(async (_sample, runtime) => {
      for (const dimensions of [256, 512]) {
        const adapter: EmbeddingAdapter = {
          specificationVersion: 'v1',
          provider: 'openai',
          modelId: 'text-embedding-3-small',
          fingerprint: { dimensions },
          maxBatch: 2,
          doEmbed: () => Promise.reject(new Error('called')),
        }
        await runtime?.embed(adapter, ['one'])
      }
      return valueOf(1)
    })
    expect((await run({ metrics: [embedding], data: [{}] })).total).toMatchObject({ calls: 2, stored: 0 })
  })

  it('stops on its signal', async () => {
    const controller = new AbortController()
    const metric = scriptedMetric(() => {
      controller.abort()
      return Promise.resolve(valueOf(1))
    })
    await expect(run({ metrics: [metric], signal: controller.signal })).rejects.toMatchObject({ kind: 'aborted' })
  })
})
