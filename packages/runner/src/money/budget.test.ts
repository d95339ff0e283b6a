import { AssayError, noUsage, unknownUsage, type Usage } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { createBudget } from './budget.ts'
import { createPriceList } from './price-list.ts'

const prices = createPriceList([{ provider: 'toy', model: 'toy-1', input: 1, output: 1 }])
const toy = { provider: 'toy', modelId: 'toy-1' }
const local = { provider: 'ollama', modelId: 'llama3.1:8b' }
const call = (inputTokens: number, outputTokens = 0) => ({ inputTokens, outputTokens })
const took = (inputTokens: number, outputTokens = 0): Usage => ({ ...noUsage, calls: 1, inputTokens, outputTokens })

function refused(ask: () => unknown): AssayError {
  try {
    ask()
  } catch (error) {
    if (AssayError.is(error)) return error
    throw error
  }
  throw new Error('the call was allowed')
}

describe('a budget', () => {
  it('allows calls until its tokens are spent, and no further one', () => {
    const budget = createBudget({ tokens: 100 }, prices)
    budget.reserve(toy, call(40, 10)).settle(took(40, 10))
    budget.reserve(toy, call(40, 10)).settle(took(40, 10))
    const error = refused(() => budget.reserve(toy, call(0)))
    expect(error.kind).toBe('budget')
    expect(error.isRetryable).toBe(false)
    expect(error.message).toBe(
      'The budget of 100 tokens is spent. No further call was made; raise the budget, and resume the run to go on.',
    )
    expect(budget.refusal()).toBe(error)
    expect(budget.spent().tokens).toBe(100)
  })

  it('counts what is in flight at its estimate, and what is settled at what it took', () => {
    const budget = createBudget({ tokens: 100 }, prices)
    const first = budget.reserve(toy, call(60))
    expect(refused(() => budget.reserve(toy, call(41))).message).toContain(
      'leaves no room: 0 tokens are spent, about 60 tokens more are in flight, and the next call may take about 41 tokens.',
    )
    first.settle(took(10))
    budget.reserve(toy, call(90))
    expect(() => budget.reserve(toy, call(1))).toThrow('The budget of 100 tokens')
  })

  it('in dollars goes by the prices', () => {
    const budget = createBudget({ usd: 2 }, prices)
    budget.reserve(toy, call(500_000, 500_000)).settle(took(500_000, 250_000))
    expect(budget.spent().usd).toBe(0.75)
    budget.reserve(toy, call(1_250_000)).settle(took(1_250_000))
    expect(refused(() => budget.reserve(toy, call(1))).message).toContain('The budget of $2.00 is spent.')
  })

  it('holds both limits where both are given', () => {
    const budget = createBudget({ usd: 1, tokens: 10 }, prices)
    expect(refused(() => budget.reserve(toy, call(11))).message).toContain('The budget of 10 tokens leaves no room')
    expect(refused(() => createBudget({ usd: 0.000_001, tokens: 10 }, prices).reserve(toy, call(2))).message).toContain('$0.0000010')
  })

  it('counts a reply without usage at its maximum', () => {
    const budget = createBudget({ usd: 1, tokens: 1000 }, prices)
    budget.reserve(toy, call(30, 5)).settle(unknownUsage(), () => ({ inputTokens: 90, outputTokens: 60 }))
    expect(budget.spent()).toEqual({ usd: 150 / 1e6, tokens: 150, isBound: { usd: true, tokens: true } })
    expect(refused(() => budget.reserve(toy, call(851))).message).toContain('leaves no room: at most 150 tokens are spent, and')
  })

  it('takes a reply that nothing limits for what was reserved', () => {
    const budget = createBudget({ usd: 1, tokens: 100 }, prices)
    budget.reserve(toy, call(30, 5)).settle(unknownUsage(), () => ({ inputTokens: 90, outputTokens: null }))
    expect(budget.spent()).toMatchObject({ usd: 35 / 1e6, tokens: 35 })
  })

  it('counts an unknown number of cached tokens as uncached, and reserves as if the prompt were written to a cache', () => {
    const dear = createPriceList([{ provider: 'toy', model: 'toy-1', input: 1, cachedRead: 0.1, cacheWrite: 1.25, output: 1 }])
    const budget = createBudget({ usd: 1 }, dear)
    budget.reserve(toy, call(400_000)).settle({ ...took(400_000), cachedInputTokens: null })
    expect(budget.spent()).toMatchObject({ usd: 0.4, isBound: { usd: true, tokens: false } })
    expect(refused(() => budget.reserve(toy, call(500_000))).message).toContain(
      'at most $0.40 are spent, and the next call may take about $0.63.',
    )
    budget.reserve(toy, { ...call(500_000), cacheWriteTokens: 0 })
  })

  it('never understates what is spent: amounts are rounded up', () => {
    const budget = createBudget({ usd: 0.5 }, prices)
    budget.reserve(toy, call(1)).settle(took(481_000))
    expect(refused(() => budget.reserve(toy, call(100_000))).message).toContain('$0.49 are spent, and the next call may take about $0.10.')
    const small = createBudget({ usd: 0.001 }, prices)
    small.reserve(toy, call(1)).settle(took(911))
    expect(refused(() => small.reserve(toy, call(100))).message).toContain('$0.00092 are spent')
  })

  it('frees what a call that was not made had reserved, and settles each once', () => {
    const budget = createBudget({ tokens: 100 }, prices)
    const first = budget.reserve(toy, call(100))
    first.settle(noUsage)
    first.settle(took(100))
    expect(budget.spent().tokens).toBe(0)
    budget.reserve(toy, call(100))
  })

  it('counts what the resumed part of a run has spent', () => {
    const budget = createBudget({ tokens: 100 }, prices)
    budget.add(toy, took(60, 30))
    expect(budget.spent()).toEqual({ usd: 90 / 1e6, tokens: 90, isBound: { usd: false, tokens: false } })
    expect(() => budget.reserve(toy, call(11))).toThrow('leaves no room: 90 tokens are spent')
    budget.add(toy, unknownUsage(), () => ({ inputTokens: 4, outputTokens: 3 }))
    expect(() => budget.reserve(toy, call(4))).toThrow('leaves no room: at most 97 tokens are spent')
  })

  it('leaves no dust behind: what fits exactly is allowed', () => {
    const budget = createBudget({ usd: 0.3 }, createPriceList([{ provider: 'toy', model: 'toy-1', input: 100_000, output: 0 }]))
    const open = [budget.reserve(toy, call(1)), budget.reserve(toy, call(1))]
    for (const reservation of open) reservation.settle(noUsage)
    budget.reserve(toy, call(3))
    expect(budget.refusal()).toBeUndefined()
  })

  it('of 0 allows nothing', () => {
    expect(refused(() => createBudget({ usd: 0 }, prices).reserve(toy, call(0))).kind).toBe('budget')
  })

  it('in dollars refuses a model without a price before its first call, and says how to name one', () => {
    const error = refused(() => createBudget({ usd: 5 }, prices).check(local))
    expect(error).toMatchObject({ kind: 'config', provider: 'ollama', modelId: 'llama3.1:8b' })
    expect(error.message).toContain('[{"provider":"ollama","model":"llama3.1:8b","input":0,"output":0}]')
    expect(refused(() => createBudget({ usd: 5 }, prices).reserve(local, call(1))).kind).toBe('config')
  })

  it('in dollars refuses a model whose cache writes have no known price, which nothing could count', () => {
    const partly = createPriceList([{ provider: 'toy', model: 'toy-1', input: 1, output: 1, cacheWrite: null }])
    const error = refused(() => createBudget({ usd: 5 }, partly).check(toy))
    expect(error.kind).toBe('config')
    expect(error.message).toContain('needs every price of toy:toy-1, and its "cacheWrite" is null. Name it, leave it out')
    createBudget({ tokens: 5 }, partly).check(toy)
  })

  it('in tokens needs no price', () => {
    const budget = createBudget({ tokens: 10 }, prices)
    budget.check(local)
    budget.reserve(local, call(10)).settle(took(10))
    expect(refused(() => budget.reserve(local, call(1))).kind).toBe('budget')
  })

  it('without limits refuses nothing', () => {
    const budget = createBudget({}, prices)
    for (let i = 0; i < 10; i += 1) budget.reserve(local, call(1e12))
    expect(budget.refusal()).toBeUndefined()
  })

  it.each([{ usd: -1 }, { tokens: Number.NaN }, { usd: Infinity }])('of %o is none', (limits) => {
    expect(refused(() => createBudget(limits, prices)).kind).toBe('config')
  })
})
