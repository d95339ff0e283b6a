import { AssayError, type LLMAdapter, type LLMRequestOptions, type Usage, unknownUsage } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { callingMetric, replyOf, scriptedAdapter } from './__fixtures__/scripted.ts'
import type { EvaluateOptions } from './evaluate-options.ts'
import { evaluate } from './evaluate.ts'
import { createPriceList } from './money/price-list.ts'

const USD_PER_CALL = 1
const usage: Usage = { ...unknownUsage(), inputTokens: 1_000_000, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 }
const row = { provider: 'toy', model: 'toy-1', input: USD_PER_CALL, output: 1 }
const prices = createPriceList([{ ...row, batch: 0.5, tiers: { priority: 2 } }])

/** Answers at the tier that is requested, unless that has no capacity. */
function tiered(full: readonly string[] = []) {
  const requested: (string | undefined)[] = []
  const adapter: LLMAdapter = {
    ...scriptedAdapter(async (_call, { serviceTier }: LLMRequestOptions = {}) => {
      requested.push(serviceTier)
      if (serviceTier !== undefined && full.includes(serviceTier))
        throw new AssayError({ kind: 'rate_limit', message: 'No room.', parameter: 'service_tier' })
      return { ...replyOf('1'), usage, ...(serviceTier === undefined ? {} : { serviceTier }) }
    }),
    capabilities: { structuredOutput: 'prompt', seed: false, temperature: false, serviceTiers: ['default', 'flex', 'priority', 'scale'] },
  }
  const run = (options: Partial<EvaluateOptions>, rows = 4) =>
    evaluate({
      data: Array.from({ length: rows }, (_, at) => ({ userInput: `question ${at}` })),
      metrics: [callingMetric(adapter)],
      concurrency: 1,
      maxRetries: 1,
      retry: { baseDelayMs: 0, maxDelayMs: 0 },
      prices,
      ...options,
    }).result()
  return { requested, run }
}

describe('a service tier', () => {
  it('is requested with every call, and priced', async () => {
    const { requested, run } = tiered()
    const { cost, warnings } = await run({ serviceTier: 'flex' })
    expect(requested).toEqual(['flex', 'flex', 'flex', 'flex'])
    expect([cost, warnings]).toEqual([2, undefined])
    expect((await run({ serviceTier: 'priority' })).cost).toBe(8)
    expect((await run({})).cost).toBe(4)
  })

  it('without a price leaves the cost unknown, and a budget in dollars refuses it', async () => {
    const { run } = tiered()
    expect((await run({ serviceTier: 'scale' })).cost).toBeNull()
    const { stopped } = await run({ serviceTier: 'scale', budgetUsd: 100 })
    expect(stopped?.reason).toContain('needs a price for toy:toy-1 at the service tier scale')
  })

  it('counts in a budget at its own price', async () => {
    const { run } = tiered()
    expect((await run({ serviceTier: 'flex', budgetUsd: 2 })).metrics['calling']?.scored).toBe(4)
  })

  it('without capacity is requested again, and stands', async () => {
    const { requested, run } = tiered(['flex'])
    const { metrics } = await run({ serviceTier: 'flex' }, 1)
    expect(requested).toEqual(['flex', 'flex'])
    expect(metrics['calling']).toMatchObject({ scored: 0, causes: { rate_limit: 1 } })
  })

  it('without capacity is followed by the next one, which is told and priced', async () => {
    const { requested, run } = tiered(['flex'])
    const { metrics, cost, warnings } = await run({ serviceTier: 'flex,default' }, 2)
    expect(requested).toEqual(['flex', 'flex', 'default', 'flex', 'flex', 'default'])
    expect([metrics['calling']?.scored, cost]).toEqual([2, 2])
    expect(warnings).toEqual(['2 calls of toy:toy-1 at the service tier default, because flex had no capacity.'])
  })

  it('that may become the normal one is reserved in the budget at the normal price', async () => {
    const { requested, run } = tiered()
    const { stopped } = await run({ serviceTier: 'flex,default', budgetUsd: 1.2 }, 3)
    // One at half the price is spent, and the next could cost 1.
    expect(requested).toEqual(['flex'])
    expect(stopped?.cause).toBe('budget')
  })

  it('of several is reserved at the dearest, and each of them needs a price', async () => {
    const { requested, run } = tiered()
    // The first costs 1 at the default tier, and the next could cost 2.
    expect((await run({ serviceTier: 'default,priority', budgetUsd: 2.5 }, 2)).stopped?.cause).toBe('budget')
    expect(requested).toEqual(['default'])
    expect((await run({ serviceTier: 'flex,scale', budgetUsd: 100 })).stopped?.reason).toContain('at the service tier scale')
    expect(requested).toEqual(['default'])
  })

  it('that a model does not have is an error that names those it has', async () => {
    const { run } = tiered()
    const { stopped } = await run({ serviceTier: 'fast' })
    expect(stopped?.reason).toContain('toy:toy-1 has no service tier fast. Use one of default, flex, priority, scale.')
  })
})
