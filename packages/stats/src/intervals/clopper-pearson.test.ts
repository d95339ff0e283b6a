import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clopperPearsonLower } from './clopper-pearson.ts'

describe('the lower bound of Clopper and Pearson', () => {
  test('has the closed form where nothing failed, so that 22 items are the fewest that show .9 at 90 %', () => {
    expect(clopperPearsonLower(22, 22, 0.9)).toBeCloseTo(0.1 ** (1 / 22), 15)
    expect(clopperPearsonLower(21, 21, 0.9)).toBeLessThan(0.9)
    expect(clopperPearsonLower(22, 22, 0.9)).toBeGreaterThanOrEqual(0.9)
    expect(clopperPearsonLower(0, 5, 0.9)).toBe(0)
  })

  test('of 1 success has the closed form 1 − level^(1/n)', () => {
    for (const trials of [2, 10, 500]) expect(clopperPearsonLower(1, trials, 0.9)).toBeCloseTo(1 - 0.9 ** (1 / trials), 13)
  })

  test('leaves exactly 1 − level above the count, summed in another order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.double({ min: 0.01, max: 0.99, noNaN: true }), fc.nat(), (trials, level, seed) => {
        const successes = 1 + (seed % (trials - 1))
        const bound = clopperPearsonLower(successes, trials, level)
        let below = 0
        for (let count = 0; count < successes; count += 1) below += binomial(count, trials, bound)
        expect(below).toBeCloseTo(level, 9)
        expect(bound).toBeLessThan(successes / trials + (level < 0.5 ? 1 : 0))
      }),
    )
  })

  test('grows with the successes and falls with the level', () => {
    for (let successes = 0; successes < 40; successes += 1) {
      expect(clopperPearsonLower(successes + 1, 40, 0.9)).toBeGreaterThan(clopperPearsonLower(successes, 40, 0.9))
    }
    expect(clopperPearsonLower(30, 40, 0.95)).toBeLessThan(clopperPearsonLower(30, 40, 0.9))
  })

  test('refuses what is no count and no level', () => {
    for (const [successes, trials] of [
      [1, 0],
      [-1, 5],
      [6, 5],
      [1.5, 5],
      [Number.NaN, 5],
    ] as const) {
      expect(() => clopperPearsonLower(successes, trials, 0.9)).toThrow(RangeError)
    }
    for (const level of [0, 1, Number.NaN]) expect(() => clopperPearsonLower(1, 2, level)).toThrow(RangeError)
  })
})

/** Through the logarithms of factorials. */
function binomial(count: number, trials: number, p: number): number {
  return Math.exp(
    logFactorial(trials) - logFactorial(count) - logFactorial(trials - count) + count * Math.log(p) + (trials - count) * Math.log1p(-p),
  )
}

function logFactorial(n: number): number {
  let log = 0
  for (let i = 2; i <= n; i += 1) log += Math.log(i)
  return log
}
