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

describe('the cost of a usage', () => {
  it('prices input and output by the million tokens', () => {
    expect(costOf(used({ inputTokens: 1_000_000, outputTokens: 500_000 }), mini, prices)).toBe(0.25 + 1)
  })

  it('prices cached reads and cache writes apart from the input that holds them', () => {
    const usage = used({ inputTokens: 1000, cachedInputTokens: 600, cacheWriteTokens: 300, outputTokens: 0 })
    expect(costOf(usage, haiku, prices)).toBe((100 * 1 + 600 * 0.1 + 300 * 1.25) / 1e6)
    expect(costOf({ ...usage, cacheWriteTokens: 0 }, mini, prices)).toBe((400 * 0.25 + 600 * 0.025) / 1e6)
  })

  it('needs no count of what costs the same as other input', () => {
    const usage = used({ inputTokens: 1000, cachedInputTokens: 0, cacheWriteTokens: null, outputTokens: 0 })
    expect(costOf(usage, mini, prices)).toBe(250 / 1e6)
    expect(costOf(usage, haiku, prices)).toBeNull()
  })

  it('needs no output of an embedding model', () => {
    const usage = { ...unknownUsage(), inputTokens: 1_000_000 }
    expect(costOf(usage, { provider: 'openai', modelId: 'text-embedding-3-small' }, prices)).toBe(0.02)
  })

  it.each(['inputTokens', 'cachedInputTokens', 'outputTokens'] as const)('is unknown where %s is', (field) => {
    expect(costOf(used({ inputTokens: 10, outputTokens: 10, [field]: null }), mini, prices)).toBeNull()
  })

  it('is unknown for a model without a price, and not 0', () => {
    expect(costOf(used({ inputTokens: 10, outputTokens: 1 }), local, prices)).toBeNull()
  })

  it('is unknown where counts contradict each other', () => {
    expect(costOf(used({ inputTokens: 10, cachedInputTokens: 11, outputTokens: 1 }), mini, prices)).toBeNull()
  })

  it('is 0 where nothing was asked, whatever the price', () => {
    for (const adapter of [mini, local]) expect(costOf(noUsage, adapter, prices)).toBe(0)
  })

  it('is halved in a batch, and unknown where nobody says what a batch costs', () => {
    const usage = used({ inputTokens: 1_000_000, outputTokens: 0 })
    expect(costOf(usage, mini, prices, { batch: true })).toBe(0.125)
    const own = createPriceList([{ ...local, modelId: undefined, model: '*', input: 1, output: 1 }].map(({ modelId: _no, ...row }) => row))
    expect(costOf(usage, local, own)).toBe(1)
    expect(costOf(usage, local, own, { batch: true })).toBeNull()
  })

  it('goes by the length of the prompt where the price does, and is unknown for a sum that may hold a long one', () => {
    const luna = { provider: 'openai', modelId: 'gpt-6-luna' }
    const cost = (inputTokens: number, calls = 1) => costOf(used({ calls, inputTokens, outputTokens: 1000 }), luna, prices)
    expect(cost(272_000)).toBe((272_000 * 0.1 + 1000 * 0.5) / 1e6)
    expect(cost(272_001)).toBe((272_001 * 0.2 + 1000 * 0.75) / 1e6)
    expect(cost(272_000, 2)).not.toBeNull()
    expect(cost(272_001, 2)).toBeNull()
  })

  it('never falls with more tokens of any kind', () => {
    const tokens = fc.nat(1_000_000)
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (plain, read, written, out) => {
        const cost = (p: number, r: number, w: number, o: number) =>
          costOf(used({ inputTokens: p + r + w, cachedInputTokens: r, cacheWriteTokens: w, outputTokens: o }), haiku, prices) ?? Number.NaN
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

describe('a cost meter', () => {
  it('adds by model, and over all of them', () => {
    const meter = createCostMeter(prices)
    expect(meter.total()).toBe(0)
    meter.add(mini, used({ inputTokens: 1_000_000, outputTokens: 0 }))
    meter.add(haiku, used({ inputTokens: 1_000_000, outputTokens: 0 }))
    meter.add(mini, used({ inputTokens: 0, outputTokens: 1_000_000 }))
    expect(meter.byAdapter().map(({ modelId, usage, cost }) => [modelId, usage.calls, cost])).toEqual([
      [mini.modelId, 2, 2.25],
      [haiku.modelId, 1, 1],
    ])
    expect(meter.total()).toBe(3.25)
  })

  it('knows no total where one part of it is unknown, and keeps the parts', () => {
    const meter = createCostMeter(prices)
    meter.add(mini, used({ inputTokens: 1_000_000, outputTokens: 0 }))
    meter.add(local, used({ inputTokens: 10, outputTokens: 1 }))
    expect(meter.total()).toBeNull()
    expect(meter.byAdapter().map(({ cost }) => cost)).toEqual([0.25, null])
  })
})
