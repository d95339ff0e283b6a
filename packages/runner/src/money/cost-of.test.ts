import { noUsage, unknownUsage, type Usage } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCostMeter } from './cost-meter.ts'
import { costOf } from './cost-of.ts'
import { createPriceList } from './price-list.ts'

const prices = createPriceList()
const mini = { provider: 'openai', modelId: 'gpt-5-mini-2025-08-07' }
const haiku = { provider: 'anthropic', modelId: 'claude-haiku-4-5-20251001' }
const local = { provider: 'ollama', modelId: 'llama3.1:8b' }

function used(tokens: Partial<Usage>): Usage {
  return { ...noUsage, calls: 1, ...tokens }
}

const usd = (...args: Parameters<typeof costOf>): number | null => costOf(...args).cost

describe('the cost of a usage', () => {
  it('prices input and output by the million tokens', () => {
    expect(costOf(used({ inputTokens: 1_000_000, outputTokens: 500_000 }), mini, prices)).toEqual({ cost: 0.25 + 1 })
  })

  it('prices cached reads and cache writes apart from the input that holds them', () => {
    const usage = used({ inputTokens: 1000, cachedInputTokens: 600, cacheWriteTokens: 300, outputTokens: 0 })
    expect(costOf(usage, haiku, prices)).toEqual({ cost: (100 * 1 + 600 * 0.1 + 300 * 1.25) / 1e6 })
    expect(costOf({ ...usage, cacheWriteTokens: 0 }, mini, prices)).toEqual({ cost: (400 * 0.25 + 600 * 0.025) / 1e6 })
  })

  it('needs no count of what costs the same as other input', () => {
    const usage = used({ inputTokens: 1000, cachedInputTokens: 0, cacheWriteTokens: null, outputTokens: 0 })
    expect(costOf(usage, mini, prices)).toEqual({ cost: 250 / 1e6 })
  })

  it('needs no output of an embedding model', () => {
    const usage = { ...unknownUsage(), inputTokens: 1_000_000 }
    expect(costOf(usage, { provider: 'openai', modelId: 'text-embedding-3-small' }, prices)).toEqual({ cost: 0.02 })
  })

  it('is unknown for a model without a price, and not 0', () => {
    expect(costOf(used({ inputTokens: 10, outputTokens: 1 }), local, prices)).toEqual({ cost: null })
  })

  it('is 0 without a call, whatever the price', () => {
    for (const adapter of [mini, local]) expect(costOf(noUsage, adapter, prices)).toEqual({ cost: 0 })
  })

  it('is 0 of a model that is free, whatever is unknown', () => {
    const free = createPriceList([{ provider: 'ollama', model: '*', input: 0, output: 0 }])
    expect(costOf(unknownUsage(), local, free)).toEqual({ cost: 0 })
  })

  it('is halved in a batch, and unknown without a price for batches', () => {
    const usage = used({ inputTokens: 1_000_000, outputTokens: 0 })
    expect(usd(usage, { ...mini, serviceTier: 'batch' }, prices)).toBe(0.125)
    const own = createPriceList([{ ...local, modelId: undefined, model: '*', input: 1, output: 1 }].map(({ modelId: _no, ...row }) => row))
    expect(usd(usage, local, own)).toBe(1)
    expect(usd(usage, { ...local, serviceTier: 'batch' }, own)).toBeNull()
  })

  it('goes by the length of the prompt where the price does', () => {
    const luna = { provider: 'openai', modelId: 'gpt-6-luna' }
    const cost = (inputTokens: number) => costOf(used({ inputTokens, outputTokens: 1000 }), luna, prices)
    expect(cost(272_000)).toEqual({ cost: (272_000 * 0.1 + 1000 * 0.5) / 1e6 })
    expect(cost(272_001)).toEqual({ cost: (272_001 * 0.2 + 1000 * 0.75) / 1e6 })
  })

  it('never falls with more tokens of any kind', () => {
    const tokens = fc.nat(1_000_000)
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (plain, read, written, out) => {
        const cost = (p: number, r: number, w: number, o: number) =>
          usd(used({ inputTokens: p + r + w, cachedInputTokens: r, cacheWriteTokens: w, outputTokens: o }), haiku, prices) ?? Number.NaN
        const base = cost(plain, read, written, out)
        return [
          cost(plain + 1, read, written, out),
          cost(plain, read + 1, written, out),
          cost(plain, read, written + 1, out),
          cost(plain, read, written, out + 1),
        ].every((more) => more > base)
      }),
    )
  })
})

describe('an unknown part of a usage', () => {
  const most = () => ({ inputTokens: 2000, outputTokens: 700 })

  it('of cached tokens is counted as uncached', () => {
    const usage = used({ inputTokens: 400_000, cachedInputTokens: null, cacheWriteTokens: null, outputTokens: 20_000 })
    expect(costOf(usage, mini, prices)).toEqual({ cost: 0.14, costIsBound: true })
  })

  it('of cache writes is counted as written, where that is dearer', () => {
    const usage = used({ inputTokens: 1000, cachedInputTokens: 200, cacheWriteTokens: null, outputTokens: 0 })
    expect(costOf(usage, haiku, prices)).toEqual({ cost: (200 * 0.1 + 800 * 1.25) / 1e6, costIsBound: true })
  })

  it('of its input or output is counted by what the call can have taken at most, and is unknown without that', () => {
    const counted = used({ inputTokens: 10, outputTokens: 10 })
    expect(costOf({ ...counted, inputTokens: null }, mini, prices, { most })).toEqual({
      cost: (2000 * 0.25 + 10 * 2) / 1e6,
      costIsBound: true,
    })
    expect(costOf({ ...counted, outputTokens: null }, mini, prices, { most })).toEqual({
      cost: (10 * 0.25 + 700 * 2) / 1e6,
      costIsBound: true,
    })
    expect(costOf({ ...counted, outputTokens: null }, mini, prices)).toEqual({ cost: null })
    const endless = () => ({ inputTokens: 2000, outputTokens: null })
    expect(costOf({ ...counted, outputTokens: null }, mini, prices, { most: endless })).toEqual({ cost: null })
  })

  it('has no bound where writing to a cache has no price, and one where reading from it has none', () => {
    const own = createPriceList([
      { provider: 'toy', model: 'w', input: 1, output: 1, cacheWrite: null },
      { provider: 'toy', model: 'r', input: 1, output: 1, cachedRead: null },
    ])
    const usage = used({ inputTokens: 100, cachedInputTokens: 40, cacheWriteTokens: null, outputTokens: 0 })
    expect(costOf(usage, { provider: 'toy', modelId: 'w' }, own)).toEqual({ cost: null })
    expect(costOf({ ...usage, cacheWriteTokens: 0 }, { provider: 'toy', modelId: 'w' }, own)).toEqual({ cost: 100 / 1e6 })
    expect(costOf(usage, { provider: 'toy', modelId: 'r' }, own)).toEqual({ cost: 100 / 1e6, costIsBound: true })
  })

  it('where counts contradict each other, is read so that it costs most: beside each other', () => {
    const usage = used({ inputTokens: 10, cachedInputTokens: 11, outputTokens: 1 })
    expect(costOf(usage, mini, prices)).toEqual({ cost: (10 * 0.25 + 11 * 0.025 + 2) / 1e6, costIsBound: true })
  })

  it('of the lengths of prompts is counted at the price of long ones, where one of them can have been long', () => {
    const luna = { provider: 'openai', modelId: 'gpt-6-luna' }
    const cost = (inputTokens: number) => costOf(used({ calls: 2, inputTokens, outputTokens: 1000 }), luna, prices)
    expect(cost(272_000)).toEqual({ cost: (272_000 * 0.1 + 1000 * 0.5) / 1e6 })
    expect(cost(272_001)).toEqual({ cost: (272_001 * 0.2 + 1000 * 0.75) / 1e6, costIsBound: true })
  })

  it('never makes a cost less than it is, for any model on the list and any counts that are left out', () => {
    const tokens = fc.nat(400_000)
    const models = ['gpt-5-mini', 'gpt-6-luna', 'gpt-6-astra', 'gpt-4o'].map((modelId) => ({ provider: 'openai', modelId }))
    const fields = ['inputTokens', 'cachedInputTokens', 'cacheWriteTokens', 'outputTokens'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...models, haiku),
        fc.tuple(tokens, tokens, tokens, tokens),
        fc.subarray([...fields]),
        (model, [plain, read, written, out], hidden) => {
          const usage = used({ inputTokens: plain + read + written, cachedInputTokens: read, cacheWriteTokens: written, outputTokens: out })
          const told = { ...usage, ...Object.fromEntries(hidden.map((field) => [field, null])) }
          const exact = costOf(usage, model, prices)
          expect(exact.costIsBound).toBeUndefined()
          const bound = costOf(told, model, prices, { most: () => ({ inputTokens: plain + read + written, outputTokens: out }) })
          expect(bound.cost).toBeGreaterThanOrEqual((exact.cost ?? Number.NaN) * (1 - 1e-12))
          if (bound.costIsBound !== true) expect(bound.cost).toBeCloseTo(exact.cost ?? Number.NaN, 12)
        },
      ),
    )
  })
})

describe('a cost meter', () => {
  it('adds by model, and over all of them', () => {
    const meter = createCostMeter(prices)
    expect(meter.total()).toEqual({ cost: 0 })
    expect(meter.add(mini, used({ inputTokens: 1_000_000, outputTokens: 0 }))).toEqual({ cost: 0.25 })
    meter.add(haiku, used({ inputTokens: 1_000_000, outputTokens: 0 }))
    meter.add(mini, used({ inputTokens: 0, outputTokens: 1_000_000 }))
    expect(meter.byAdapter().map(({ modelId, usage, cost }) => [modelId, usage.calls, cost])).toEqual([
      [mini.modelId, 2, 2.25],
      [haiku.modelId, 1, 1],
    ])
    expect(meter.total()).toEqual({ cost: 3.25 })
  })

  it('gives a bound where one part of it is one', () => {
    const meter = createCostMeter(prices)
    meter.add(haiku, used({ inputTokens: 1_000_000, outputTokens: 0 }))
    meter.add(mini, used({ inputTokens: 1_000_000, cachedInputTokens: null, outputTokens: 0 }))
    expect(meter.total()).toEqual({ cost: 1.25, costIsBound: true })
    expect(meter.byAdapter().map(({ costIsBound }) => costIsBound)).toEqual([undefined, true])
  })

  it('knows no total where one part of it is unknown, and returns the parts', () => {
    const meter = createCostMeter(prices)
    meter.add(mini, used({ inputTokens: 1_000_000, cachedInputTokens: null, outputTokens: 0 }))
    meter.add(local, used({ inputTokens: 10, outputTokens: 1 }))
    expect(meter.total()).toEqual({ cost: null })
    expect(meter.byAdapter().map(({ cost }) => cost)).toEqual([0.25, null])
  })
})
