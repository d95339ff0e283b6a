import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Label } from '../agreement/binary-agreement.ts'
import { studentTQuantile } from '../probability/student-t.ts'
import { type ClassRates, createClassRates, type JudgedItem } from './class-rates.ts'
import { createMeanEstimator } from './mean-estimator.ts'

function ratesOf(items: readonly JudgedItem[], level?: number): ClassRates {
  const counter = createClassRates(level === undefined ? {} : { level })
  for (const item of items) counter.add(item)
  return counter.result()
}

const label = fc.constantFrom<Label>(0, 1)
const cluster = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__'), { nil: undefined })
const items = fc.array(fc.record({ human: label, judge: label, cluster }), { maxLength: 60 })

describe('the rates of a judge', () => {
  it('have the interval of a mean, each over the clusters of its own class', () => {
    fc.assert(
      fc.property(items, (given) => {
        const [positives, negatives] = [createMeanEstimator(), createMeanEstimator()]
        for (const { human, judge, cluster: name } of given) {
          ;(human === 1 ? positives : negatives).add(Number(judge === human), name)
        }
        const { tpr, tnr, agreement, balancedAccuracy } = ratesOf(given)
        expect(tpr.interval).toEqual(positives.result().interval)
        expect(tnr.interval).toEqual(negatives.result().interval)
        expect([tpr.mean, tnr.mean]).toEqual([agreement.tpr, agreement.tnr])
        expect(balancedAccuracy.mean ?? 9).toBeCloseTo(agreement.balancedAccuracy ?? 9, 14)
      }),
    )
  })

  it('balanced accuracy is Welch over both where no cluster holds both labels', () => {
    const given = Array.from({ length: 30 }, (_, at): JudgedItem => ({ human: at < 20 ? 1 : 0, judge: at % 4 === 0 ? 0 : 1 }))
    const { tpr, tnr, balancedAccuracy } = ratesOf(given)
    const [one, other] = [tpr.enlarged, tnr.enlarged]
    if (one === null || other === null) throw new Error('both have an interval')
    const variance = one.variance + other.variance
    const df = variance ** 2 / (one.variance ** 2 / 21 + other.variance ** 2 / 11)
    const reach = (studentTQuantile(0.975, df) * Math.sqrt(variance)) / 2
    expect(balancedAccuracy.interval).toEqual({
      lo: expect.closeTo((one.centre + other.centre) / 2 - reach, 12),
      hi: expect.closeTo((one.centre + other.centre) / 2 + reach, 12),
      method: 'welch-t-pseudo-clusters',
      unit: 'row',
      clusters: 10,
      level: 0.95,
      few: true,
    })
  })

  it('balanced accuracy has a longer interval where the same clusters are hard in both classes, a shorter one where they trade off', () => {
    const lengthWith = (judge: (at: number, human: Label) => Label): number => {
      const given = Array.from({ length: 120 }, (_, at): JudgedItem => {
        const human = at % 2 === 0 ? 1 : 0
        return { human, judge: judge(Math.floor(at / 6), human), cluster: `c${Math.floor(at / 6)}` }
      })
      const { interval } = ratesOf(given).balancedAccuracy
      return (interval?.hi ?? 9) - (interval?.lo ?? 0)
    }
    const isHard = (at: number): boolean => at % 3 === 0
    const alike = lengthWith((at, human) => (isHard(at) ? (human === 1 ? 0 : 1) : human))
    const traded = lengthWith((at, human) => (isHard(at) ? 0 : at % 3 === 1 ? 1 : human))
    const apart = lengthWith((at, human) => (isHard(at + human) ? (human === 1 ? 0 : 1) : human))
    expect(alike).toBeGreaterThan(1.2 * apart)
    expect(traded).toBeLessThan(apart)
  })

  it('lie in [0, 1] and hold the shares', () => {
    fc.assert(
      fc.property(items, (given) => {
        const { tpr, tnr, balancedAccuracy } = ratesOf(given)
        for (const { mean, interval, noInterval } of [tpr, tnr, balancedAccuracy]) {
          expect(interval === null).toBe(noInterval !== null)
          if (interval === null) continue
          expect(interval.lo).toBeGreaterThanOrEqual(0)
          expect(interval.hi).toBeLessThanOrEqual(1)
          expect(interval.lo).toBeLessThanOrEqual(mean ?? -1)
          expect(interval.hi).toBeGreaterThanOrEqual(mean ?? 2)
        }
      }),
    )
  })

  it('to exchange the labels exchanges TPR and TNR and leaves balanced accuracy', () => {
    fc.assert(
      fc.property(items, (given) => {
        const one = ratesOf(given)
        const other = ratesOf(
          given.map(({ human, judge, cluster: name }) => ({ human: human === 1 ? 0 : 1, judge: judge === 1 ? 0 : 1, cluster: name })),
        )
        expect([other.tpr.interval, other.tnr.interval]).toEqual([one.tnr.interval, one.tpr.interval])
        expect(other.balancedAccuracy.interval?.lo ?? -1).toBeCloseTo(one.balancedAccuracy.interval?.lo ?? -1, 12)
        expect(other.balancedAccuracy.interval?.hi ?? -1).toBeCloseTo(one.balancedAccuracy.interval?.hi ?? -1, 12)
      }),
    )
  })

  it('say why there is no interval', () => {
    const given: JudgedItem[] = [
      ...Array.from({ length: 9 }, (): JudgedItem => ({ human: 1, judge: 1 })),
      ...Array.from({ length: 3 }, (): JudgedItem => ({ human: 0, judge: 0 })),
    ]
    expect(ratesOf(given)).toMatchObject({
      counts: { tp: 9, fp: 0, fn: 0, tn: 3 },
      tpr: { noInterval: null },
      tnr: { mean: 1, noInterval: 'human label 0: 3 rows: an interval needs at least 5' },
      balancedAccuracy: { mean: 1, interval: null, noInterval: 'human label 0: 3 rows: an interval needs at least 5' },
    })
    expect(ratesOf(given.slice(0, 9)).balancedAccuracy).toMatchObject({
      mean: null,
      interval: null,
      noInterval: 'no item with human label 0',
    })
  })

  it('grow with the level', () => {
    const given = Array.from({ length: 40 }, (_, at): JudgedItem => ({ human: at % 2 === 0 ? 1 : 0, judge: at % 3 === 0 ? 1 : 0 }))
    const [narrow, wide] = [ratesOf(given, 0.5), ratesOf(given)]
    for (const rate of ['tpr', 'tnr', 'balancedAccuracy'] as const) {
      expect(narrow[rate].interval?.lo).toBeGreaterThan(wide[rate].interval?.lo ?? 1)
    }
    expect(() => createClassRates({ level: 1 })).toThrow('the level 1')
  })
})
