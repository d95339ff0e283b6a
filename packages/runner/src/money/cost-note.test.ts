import { expect, it } from 'vitest'
import { createCostMeter } from './cost-meter.ts'
import { costNote } from './cost-note.ts'
import { createPriceList } from './price-list.ts'

const prices = createPriceList([{ provider: 'toy', model: 'priced', input: 1, cachedRead: 0.5, cacheWrite: null, output: 2 }])
const usage = { calls: 1, inputTokens: 10, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 }

it('distinguishes an unknown price from unknown token counts, by model', () => {
  const costs = createCostMeter(prices)
  expect(costNote(costs, prices)).toBeUndefined()
  costs.add({ provider: 'toy', modelId: 'priced' }, usage)
  expect(costNote(costs, prices)).toBeUndefined()
  costs.add({ provider: 'toy', modelId: 'other' }, usage)
  expect(costNote(costs, prices)).toBe('no price for toy:other')
  // A bound, and what it is one for.
  costs.add({ provider: 'toy', modelId: 'priced' }, { ...usage, cachedInputTokens: null })
  expect(costNote(costs, prices)).toBe('no price for toy:other; some token counts are missing from toy:priced')
})
