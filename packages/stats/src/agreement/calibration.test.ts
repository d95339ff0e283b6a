import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import fixture from '../__fixtures__/calibration.json' with { type: 'json' }
import type { Label } from './binary-agreement.ts'
import { brierScore } from './brier-score.ts'
import { expectedCalibrationError } from './calibration-error.ts'

test.each(fixture.cases)(
  '$id has the Brier score and the calibration error worked out by hand',
  ({ scores, labels, expected, reasons }) => {
    const brier = brierScore(scores, labels as Label[])
    const ece = expectedCalibrationError(scores, labels as Label[])
    expect(ece.bins).toBe(expected.bins)
    if (expected.brier === null || expected.ece === null) {
      expect([brier, ece]).toEqual([
        { value: null, reason: reasons?.brier },
        { value: null, reason: reasons?.ece, bins: 0 },
      ])
      return
    }
    expect(brier.value).toBeCloseTo(expected.brier, 12)
    expect(ece.value).toBeCloseTo(expected.ece, 12)
  },
)

const items = fc.array(fc.tuple(fc.constantFrom<number>(0, 0.1, 0.25, 0.5, 0.9, 1), fc.constantFrom<Label>(0, 1)), {
  minLength: 1,
  maxLength: 60,
})

test('both lie in [0, 1], depend on no order, and stay when label and probability are turned round', () => {
  fc.assert(
    fc.property(items, (given) => {
      const lists = (pairs: typeof given): [number[], Label[]] => [pairs.map(([p]) => p), pairs.map(([, label]) => label)]
      const [brier, ece] = [brierScore(...lists(given)).value, expectedCalibrationError(...lists(given)).value]
      for (const value of [brier, ece]) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
      expect(brierScore(...lists(given.toReversed())).value).toBeCloseTo(brier ?? 9, 14)
      expect(expectedCalibrationError(...lists(given.toReversed())).value).toBeCloseTo(ece ?? 9, 14)
      const turned = given.map(([p, label]): [number, Label] => [1 - p, label === 1 ? 0 : 1])
      expect(brierScore(...lists(turned)).value).toBeCloseTo(brier ?? 9, 14)
    }),
  )
})

test('a share of labels 1 that is the probability is calibrated, whatever its Brier score', () => {
  const labels = Array.from({ length: 100 }, (_, at): Label => (at % 4 === 0 ? 1 : 0))
  expect(
    expectedCalibrationError(
      labels.map(() => 0.25),
      labels,
    ),
  ).toEqual({ value: 0, reason: null, bins: 1 })
})

test('lists of different length, and what is no probability, are refused', () => {
  expect(() => brierScore([0.1], [])).toThrow('brierScore: 1 probabilities for 0 labels')
  expect(() => expectedCalibrationError([0.1, 1.5], [0, 1])).toThrow('expectedCalibrationError: probability 1 is 1.5')
  expect(() => brierScore([Number.NaN], [0])).toThrow(RangeError)
})
