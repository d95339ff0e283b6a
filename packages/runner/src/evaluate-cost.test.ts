import { AssayError, type AssayErrorKind, type LLMAdapter, type LLMReply, mostCallTokens, type Usage, unknownUsage } from '@assay/core'
import { contextRecall } from '@assay/metric-llm-recall'
import { scriptedAdapter as judgeBy } from '@assay/testkit'
import { rehearsedReply } from '@assay/judge'
import { describe, expect, it } from 'vitest'
import { callingMetric, replyOf, scriptedAdapter } from './__fixtures__/scripted.ts'
import { dryRun } from './dry-run/dry-run.ts'
import type { EvaluateOptions } from './evaluate-options.ts'
import { evaluate } from './evaluate.ts'
import { createBudget } from './money/budget.ts'
import { createPriceList } from './money/price-list.ts'

const prices = createPriceList([{ provider: 'toy', model: 'toy-1', input: 0.25, cachedRead: 0.025, output: 2 }])
const questions = (count: number) => Array.from({ length: count }, (_, i) => ({ userInput: `question ${i}` }))
const run = (adapter: LLMAdapter, options: Partial<EvaluateOptions> = {}) =>
  evaluate({
    data: questions(100),
    metrics: [callingMetric(adapter)],
    prices,
    retry: { baseDelayMs: 0, maxDelayMs: 0 },
    ...options,
  }).result()

/** Judges that reply with this usage, whatever they are called. */
function using(usage: Usage): { readonly adapter: LLMAdapter; readonly calls: () => number } {
  let calls = 0
  const adapter = scriptedAdapter(() => {
    calls += 1
    return Promise.resolve({ ...replyOf('1'), usage })
  })
  return { adapter, calls: () => calls }
}

describe('a server that counts no cached tokens', () => {
  const usage: Usage = { ...unknownUsage(), inputTokens: 400_000, outputTokens: 20_000 }

  it('spends a budget in as many calls as it would uncached, however many may be in flight', async () => {
    const { adapter, calls } = using(usage)
    const { cost, costIsBound, stopped } = await run(adapter, { budgetUsd: 0.5, concurrency: 8 })
    expect(calls()).toBe(3)
    expect(cost).toBeCloseTo(0.42, 12)
    expect(costIsBound).toBe(true)
    expect(stopped?.reason).toContain('at most $0.14 are spent, about $0.28 more are in flight, and the next call may take about $0.14.')
  })

  it('is reported beside the cost, which is a bound', async () => {
    const { cost, costIsBound, costNote } = await run(using(usage).adapter, { data: questions(2) })
    expect(cost).toBeCloseTo(0.28, 12)
    expect({ costIsBound, costNote }).toEqual({ costIsBound: true, costNote: 'some token counts are missing from toy:toy-1' })
  })
})

it('one budget can be that of several runs', async () => {
  const budget = createBudget({ usd: 0.5 }, prices)
  const { adapter, calls } = using({ ...unknownUsage(), inputTokens: 400_000, outputTokens: 20_000 })
  await run(adapter, { data: questions(2), budget })
  const { stopped, cost } = await run(adapter, { data: questions(3), budget })
  expect([calls(), stopped?.cause]).toEqual([3, 'budget'])
  expect(cost).toBeCloseTo(0.14, 12)
})

describe('a request that failed and was made again', () => {
  const call = { messages: [{ role: 'user' as const, parts: [{ text: 'question 0' }] }] }
  const failingOnce = (kind: AssayErrorKind, usage?: Usage): LLMAdapter => {
    let callCount = 0
    return scriptedAdapter(() => {
      callCount += 1
      return callCount === 1
        ? Promise.reject(new AssayError({ kind, message: 'no', usage, isRetryable: true }))
        : Promise.resolve(replyOf('1'))
    })
  }
  const limited = (adapter: LLMAdapter): LLMAdapter => ({ ...adapter, fingerprint: { ...adapter.fingerprint, maxOutputTokens: 50 } })
  const own = (10 * 0.25 + 2 * 2) / 1e6

  it('counts at the most that it can have taken, where it may have been worked on', async () => {
    const summary = await run(limited(failingOnce('timeout')), { data: questions(1) })
    expect(summary.cost).toBeCloseTo(own + (mostCallTokens(call) * 0.25 + 50 * 2) / 1e6, 12)
    expect(summary).toMatchObject({ costIsBound: true, usage: { calls: 1, inputTokens: 10 } })
  })

  it('counts as what it says that it took', async () => {
    const usage: Usage = { calls: 1, inputTokens: 7, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 3, reasoningTokens: 0 }
    const summary = await run(failingOnce('provider', usage), { data: questions(1) })
    expect(summary.cost).toBeCloseTo(own + (7 * 0.25 + 3 * 2) / 1e6, 12)
    expect(summary.costIsBound).toBeUndefined()
  })

  it('costs nothing where it was refused', async () => {
    const summary = await run(failingOnce('rate_limit'), { data: questions(1) })
    expect(summary.cost).toBeCloseTo(own, 12)
    expect(summary.costIsBound).toBeUndefined()
  })

  it('is unknown where nothing limits what it took', async () => {
    const summary = await run(failingOnce('timeout'), { data: questions(1) })
    expect(summary).toMatchObject({ cost: null, costNote: 'some token counts are missing from toy:toy-1' })
  })

  it('is spent from the budget', async () => {
    const budget = createBudget({ tokens: 10_000 }, prices)
    await run(limited(failingOnce('timeout')), { data: questions(1), budget })
    expect(budget.spent().tokens).toBe(12 + mostCallTokens(call) + 50)
  })
})

describe('writing to the cache of a provider', () => {
  const dear = createPriceList([{ provider: 'scripted', model: 'scripted', input: 1, cachedRead: 0.1, cacheWrite: 1.25, output: 0 }])
  const data = [
    {
      reference: 'Oslo is in Norway. Bergen is, too.',
      retrievedContexts: ['Oslo and Bergen lie in Norway. '.repeat(50)],
      userInput: 'Where?',
    },
  ]

  it('is in the figure of a dry run, which no bill of the same prompts passes', async () => {
    const written: number[] = []
    /** Writes to its cache all that is marked, as Anthropic does. */
    const judge = judgeBy(
      (call): Partial<LLMReply> => {
        const { text, usage } = rehearsedReply(call, { earlierCalls: 0 }) ?? { text: '', usage: unknownUsage() }
        const marked = call.messages.flatMap(({ parts }) => parts).findLast(({ cache }) => cache === true)
        const cacheWriteTokens = marked === undefined ? 0 : Math.floor(marked.text.length / 3)
        written.push(cacheWriteTokens)
        return { text, usage: { ...usage, cachedInputTokens: 0, cacheWriteTokens } }
      },
      { capabilities: { promptCache: true } },
    )
    const metrics = [contextRecall({ judge, strategy: 'per-claim', claims: 'sentences' })]
    const rehearsed = await dryRun({ data, metrics, prices: dear, rehearse: rehearsedReply })
    expect(judge.calls).toHaveLength(0)
    const { cost, costIsBound } = await evaluate({ data, metrics, prices: dear }).result()
    expect(written.some((tokens) => tokens > 0)).toBe(true)
    expect(costIsBound).toBeUndefined()
    expect(cost).toBeGreaterThan(0)
    expect(rehearsed.total.cost).toBeGreaterThanOrEqual(cost ?? Number.NaN)
  })
})
