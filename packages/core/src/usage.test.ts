import { describe, expect, it } from 'vitest'
import { addUsage, noUsage, unknownUsage, type Usage } from './usage.ts'

const some: Usage = { calls: 1, inputTokens: 10, cachedInputTokens: 4, cacheWriteTokens: 2, outputTokens: 5, reasoningTokens: 3 }

describe('usage', () => {
  it('adds up', () => {
    expect(addUsage(some, some)).toEqual({
      calls: 2,
      inputTokens: 20,
      cachedInputTokens: 8,
      cacheWriteTokens: 4,
      outputTokens: 10,
      reasoningTokens: 6,
    })
    expect(addUsage(some, noUsage)).toEqual(some)
    expect(addUsage(noUsage, some)).toEqual(some)
  })

  it('a sum with an unknown is unknown, and only that', () => {
    expect(addUsage(some, { ...some, cachedInputTokens: null })).toMatchObject({ inputTokens: 20, cachedInputTokens: null })
    expect(addUsage(some, unknownUsage(3))).toEqual(unknownUsage(4))
  })
})
