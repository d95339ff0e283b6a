import { expect, test } from 'vitest'
import { logisticRegression, type WeightedRow } from './logistic-regression.ts'

const row = (feature: number, label: 0 | 1, weight = 1): WeightedRow => ({ features: [feature], label, weight })

test('without ridge, a binary feature gets the logarithms of the odds', () => {
  // Of four rows without it one is labelled 1, of four with it three.
  const rows = [row(0, 1), row(0, 0, 3), row(1, 1, 3), row(1, 0)]
  const [intercept, weight] = logisticRegression(rows, 0)
  expect(intercept).toBeCloseTo(Math.log(1 / 3), 10)
  expect(weight).toBeCloseTo(2 * Math.log(3), 10)
})

test('a weight counts as that many rows', () => {
  const thrice = [row(0, 1), row(0, 0), row(0, 0), row(1, 1), row(1, 1), row(1, 0)]
  const weighted = [row(0, 1), row(0, 0, 2), row(1, 1, 2), row(1, 0)]
  for (const [at, value] of logisticRegression(thrice, 0.01).entries())
    expect(logisticRegression(weighted, 0.01)[at]).toBeCloseTo(value, 10)
})

test('a ridge draws weights towards 0 and leaves the intercept free', () => {
  const rows = [row(0, 1), row(0, 0, 3), row(1, 1, 3), row(1, 0)]
  const [, loose = 0] = logisticRegression(rows, 0.001)
  const [intercept = 0, tight = 0] = logisticRegression(rows, 1000)
  expect(tight).toBeGreaterThan(0)
  expect(tight).toBeLessThan(loose / 100)
  expect(intercept).toBeCloseTo(0, 3)
})

test('rows that a feature separates have no finite weights without ridge, and that is said', () => {
  expect(() => logisticRegression([row(0, 0), row(1, 1)], 0)).toThrow('did not converge')
})
