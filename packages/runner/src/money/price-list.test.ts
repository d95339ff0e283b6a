import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { createPriceList } from './price-list.ts'
import prices from './prices.json' with { type: 'json' }
import { readPrices } from './read-prices.ts'

const published = createPriceList()
const modelFor = (modelId: string, provider = 'openai'): string | undefined => published.find({ provider, modelId })?.model

describe('a price is found', () => {
  it.each([
    ['gpt-5-mini', 'gpt-5-mini'],
    ['gpt-5-mini-2025-08-07', 'gpt-5-mini'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
  ])('for %s in the row of %s', (modelId, model) => expect(modelFor(modelId)).toBe(model))

  it.each([
    ['claude-opus-4-20250514', 'claude-opus-4'],
    ['claude-opus-4-5@20251101', 'claude-opus-4-5'],
    ['claude-3-5-haiku-latest', 'claude-3-5-haiku'],
  ])('for %s in the row of %s', (modelId, model) => expect(modelFor(modelId, 'anthropic')).toBe(model))

  it.each(['gpt-5-turbo', 'gpt-5-mini-pro', 'gpt-5.1-codex', 'gpt-5-', 'gpt-50', 'GPT-5', 'my-gpt-5'])(
    'never for %s: it is another model',
    (modelId) => expect(modelFor(modelId)).toBeUndefined(),
  )

  it('never for a local model, or for a deployment whose name is no model', () => {
    expect(modelFor('llama3.1:8b', 'ollama')).toBeUndefined()
    expect(modelFor('gpt-5-mini', 'azure')).toBeUndefined()
  })
})

describe("a user's prices", () => {
  const row = (model: string, input: number) => ({ provider: 'ollama', model, input, output: 0 })

  it('stand before the published ones, for all models their pattern covers', () => {
    const own = createPriceList([{ provider: 'openai', model: '*', input: 7, output: 8 }])
    expect(own.find({ provider: 'openai', modelId: 'gpt-5-mini' })).toMatchObject({ input: 7, output: 8 })
    expect(own.find({ provider: 'anthropic', modelId: 'claude-haiku-4-5' })?.input).toBe(1)
  })

  it('go by the longest name, whatever the order, and a name itself beats a pattern', () => {
    const rows = [row('llama3.1*', 1), row('*', 2), row('llama3.1:8b*', 3), row('llama3.1:8b', 4)]
    for (const given of [rows, rows.toReversed()]) {
      const own = createPriceList(given)
      const input = (modelId: string) => own.find({ provider: 'ollama', modelId })?.input
      expect(['llama3.1', 'llama3.1:70b', 'llama3.1:8b-q4', 'llama3.1:8b', 'llama3.12', 'mistral'].map(input)).toEqual([1, 1, 3, 4, 2, 2])
    }
  })

  it('of two rows for one model the last counts', () => {
    expect(createPriceList([row('a', 1), row('a', 2)]).find({ provider: 'ollama', modelId: 'a' })?.input).toBe(2)
  })

  it('charge cached tokens like other input unless they say otherwise', () => {
    expect(readPrices({ prices: [{ ...row('a', 3), cacheWrite: null }] }, 'prices.json')).toEqual([
      { ...row('a', 3), cachedRead: 3, cacheWrite: null, batch: null },
    ])
  })

  it.each([
    ['a text', 'cheap', 'prices.json holds "cheap" instead of a list of prices'],
    ['no row', [4], 'prices.json: price 1 is 4 instead of an object'],
    ['no provider', [{ model: 'a', input: 1, output: 1 }], 'prices.json: price 1 has nothing for provider instead of a text'],
    ['a price as text', [row('a', 1), { ...row('a', 1), output: '2' }], 'prices.json: price 2 has "2" for output'],
    ['a negative price', [row('a', -1)], 'price 1 has -1 for input'],
    ['NaN', [row('a', Number.NaN)], 'price 1 has NaN for input'],
    ['a misspelt field', [{ ...row('a', 1), cacheRead: 1 }], 'price 1 has "cacheRead", which is no field of it; there are provider'],
    ['a star inside', [row('a*b', 1)], 'price 1 has the model "a*b"; a * may stand at the end only'],
    ['a long prompt without a length', [{ ...row('a', 1), over: { input: 1, output: 1 } }], 'price 1, over has nothing for promptTokens'],
    [
      'a forged prototype',
      JSON.parse('[{"__proto__":{"provider":"openai"},"model":"a","input":1,"output":1}]'),
      '"__proto__", which is no field',
    ],
  ])('are refused for %s, naming row and field', (_name, given, message) => {
    const read = () => createPriceList(given, 'prices.json')
    expect(read).toThrow(message)
    expect(read).toThrow(expect.toSatisfy(AssayError.is))
  })
})

describe('the published prices', () => {
  it('all have a source and a date, and one row per model', () => {
    const rows = readPrices(prices, 'prices.json')
    expect(new Set(rows.map(({ provider, model }) => `${provider}:${model}`)).size).toBe(rows.length)
    for (const row of rows) {
      expect(row.source).toMatch(/^https:\/\/(?:developers\.openai\.com|platform\.claude\.com)\//)
      expect(row.date).toMatch(/^2026-\d{2}-\d{2}$/)
      expect(row.output === 0 || row.output > row.input, row.model).toBe(true)
      expect(row.cachedRead ?? Infinity, row.model).toBeLessThanOrEqual(row.input)
      expect(row.cacheWrite ?? 0, row.model).toBeGreaterThanOrEqual(row.input)
    }
  })
})
