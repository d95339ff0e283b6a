import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import fixture from '../__fixtures__/binary-agreement.json' with { type: 'json' }
import { type BinaryMeasure, binaryAgreement, confusionCounts, type Label } from './binary-agreement.ts'

type Case = {
  readonly id: string
  readonly human?: Label[]
  readonly judge?: Label[]
  readonly tp?: number
  readonly fp?: number
  readonly fn?: number
  readonly tn?: number
  readonly expected: Readonly<Record<BinaryMeasure | 'tp' | 'fp' | 'fn' | 'tn', number | null>>
  readonly reasons?: Readonly<Record<string, string>>
}

const MEASURES: readonly BinaryMeasure[] = ['accuracy', 'tpr', 'tnr', 'balancedAccuracy', 'kappa', 'mcc', 'f1']

test.each(fixture.cases as unknown as Case[])('$id has the values worked out by hand', ({ human, judge, expected, reasons, ...given }) => {
  const counts =
    human === undefined || judge === undefined
      ? { tp: given.tp ?? -1, fp: given.fp ?? -1, fn: given.fn ?? -1, tn: given.tn ?? -1 }
      : confusionCounts(human, judge)
  if (expected.tp !== undefined) expect(counts).toEqual({ tp: expected.tp, fp: expected.fp, fn: expected.fn, tn: expected.tn })
  const agreement = binaryAgreement(counts)
  for (const measure of MEASURES) {
    const value = expected[measure]
    if (value === null) expect([measure, agreement[measure]]).toEqual([measure, null])
    else expect(agreement[measure], measure).toBeCloseTo(value, 12)
  }
  expect(agreement.reasons).toEqual(reasons ?? {})
})

const count = fc.integer({ min: 0, max: 100_000 })
const counts = fc.record({ tp: count, fp: count, fn: count, tn: count })

describe('laws of agreement', () => {
  test('every measure is null with a reason, or within its bounds', () => {
    fc.assert(
      fc.property(counts, (given) => {
        const agreement = binaryAgreement(given)
        for (const measure of MEASURES) {
          const value = agreement[measure]
          expect(value === null).toBe(agreement.reasons[measure] !== undefined)
          if (value === null) continue
          expect(value).toBeGreaterThanOrEqual(measure === 'kappa' || measure === 'mcc' ? -1 : 0)
          expect(value).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test('to exchange the two labels exchanges TPR and TNR, and changes no measure that knows both', () => {
    fc.assert(
      fc.property(counts, ({ tp, fp, fn, tn }) => {
        const [one, other] = [binaryAgreement({ tp, fp, fn, tn }), binaryAgreement({ tp: tn, fp: fn, fn: fp, tn: tp })]
        expect([other.tpr, other.tnr]).toEqual([one.tnr, one.tpr])
        for (const measure of ['accuracy', 'balancedAccuracy', 'kappa'] as const) expect(other[measure]).toBe(one[measure])
        expect(other.mcc ?? 9).toBeCloseTo(one.mcc ?? 9, 14)
      }),
    )
  })

  test('to exchange person and judge changes neither accuracy nor kappa, MCC and F1', () => {
    fc.assert(
      fc.property(counts, ({ tp, fp, fn, tn }) => {
        const [one, other] = [binaryAgreement({ tp, fp, fn, tn }), binaryAgreement({ tp, fp: fn, fn: fp, tn })]
        for (const measure of ['accuracy', 'kappa', 'f1'] as const) expect(other[measure]).toBe(one[measure])
        expect(other.mcc ?? 9).toBeCloseTo(one.mcc ?? 9, 14)
      }),
    )
  })

  test('equal raters have exactly 1, opposite ones an MCC of exactly -1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (a, b) => {
        const equal = binaryAgreement({ tp: a, fp: 0, fn: 0, tn: b })
        for (const measure of MEASURES) expect([measure, equal[measure]]).toEqual([measure, 1])
        expect(binaryAgreement({ tp: 0, fp: a, fn: b, tn: 0 })).toMatchObject({ accuracy: 0, balancedAccuracy: 0, mcc: -1 })
      }),
    )
  })
})

test('lists of different length, and counts that are none, are refused', () => {
  expect(() => confusionCounts([1], [])).toThrow('1 human labels for 0 of the judge')
  for (const tp of [-1, 0.5, Number.NaN]) expect(() => binaryAgreement({ tp, fp: 0, fn: 0, tn: 0 })).toThrow('not all counts')
})
