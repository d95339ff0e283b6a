import { describe, expect, it } from 'vitest'
import { createMinuteBudget } from './minute-budget.ts'

describe('a budget per minute', () => {
  it('is free at once while nothing was spent, whatever the amount', () => {
    expect(createMinuteBudget(600).freeAt(600, 0)).toBeLessThanOrEqual(0)
  })

  it('lets a quarter of a second go ahead of the even pace, and no more', () => {
    const budget = createMinuteBudget(600)
    let spent = 0
    for (; budget.freeAt(1, 0) <= 0; spent += 1) budget.spend(1, 0)
    expect(spent).toBe(3)
    expect(budget.freeAt(1, 0)).toBeCloseTo((3 * 61_000) / 600 - 250)
  })

  it('carries unused allowance over for no longer than that quarter of a second', () => {
    const budget = createMinuteBudget(600)
    budget.spend(1, 0)
    let spent = 0
    for (; budget.freeAt(1, 50_000) <= 50_000; spent += 1) budget.spend(1, 50_000)
    expect(spent).toBe(3)
  })

  it('counts what was spent until a minute and a second have gone by', () => {
    const budget = createMinuteBudget(10)
    budget.spend(10, 0)
    expect(budget.freeAt(10, 60_999)).toBe(61_000)
    expect(budget.freeAt(10, 61_000)).toBeLessThanOrEqual(61_000)
  })

  it('takes a correction while it still matters, in both directions', () => {
    const budget = createMinuteBudget(1000)
    const large = budget.spend(900, 0)
    large.correct(100, 10)
    expect(budget.freeAt(900, 30_000)).toBeLessThanOrEqual(30_000)
    const small = budget.spend(100, 30_000)
    small.correct(900, 30_010)
    expect(budget.freeAt(1, 60_999)).toBeGreaterThan(60_999)
    expect(budget.freeAt(100, 61_000 + 61_000)).toBeLessThanOrEqual(122_000)
    budget.spend(100, 200_000)
    large.correct(1000, 220_000)
    small.correct(1000, 220_000)
    expect(budget.freeAt(900, 220_000)).toBeLessThanOrEqual(220_000)
  })

  it('is exact after a long run, most of which is forgotten', () => {
    const budget = createMinuteBudget(6000)
    const late: number[] = []
    for (let now = 0; now < 2_000_000; now += 20) {
      if (budget.freeAt(1, now) > now) late.push(now)
      budget.spend(1, now)
    }
    expect(late).toEqual([])
    // 3,049 of them went in the last 61 seconds.
    expect(budget.freeAt(2951, 2_000_000)).toBeLessThanOrEqual(2_000_000)
    expect(budget.freeAt(2952, 2_000_000)).toBe(2_000_020)
  })
})
