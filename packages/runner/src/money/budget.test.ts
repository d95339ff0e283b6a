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

  it('takes a reply that nobody counted for what was reserved', () => {
    const budget = createBudget({ usd: 1, tokens: 100 }, prices)
    budget.reserve(toy, call(30, 5)).settle(unknownUsage())
    expect(budget.spent()).toEqual({ usd: 35 / 1e6, tokens: 35 })
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
    budget.add(toy, unknownUsage())
    expect(budget.spent()).toEqual({ usd: 90 / 1e6, tokens: 90 })
    expect(() => budget.reserve(toy, call(11))).toThrow('leaves no room: 90 tokens are spent')
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
