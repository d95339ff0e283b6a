import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMeanEstimator } from '../intervals/mean-estimator.ts'
import { studentTQuantile } from '../probability/student-t.ts'
import { correctedMean } from './corrected-mean.ts'
import type { LabelledRows } from './labelled-rows.ts'

const score = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }))
const rows = fc
  .record({
    pairs: fc.array(fc.tuple(score, score), { minLength: 30, maxLength: 60 }),
    judgeUnlabelled: fc.array(score, { maxLength: 80 }),
  })
  .map(({ pairs, judgeUnlabelled }): LabelledRows => ({ human: pairs.map(([y]) => y), judge: pairs.map(([, f]) => f), judgeUnlabelled }))

function humanOnly(human: readonly number[]) {
  const estimator = createMeanEstimator()
  for (const value of human) estimator.add(value)
  return estimator.result()
}

describe('a corrected mean', () => {
  it('is PPI++ on the rows and two disagreeing pairs, t with labelled + 1 degrees of freedom', () => {
    const human = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 1 : 0))
    const judge = human.map((label, at) => (at % 8 === 0 ? 1 - label : label))
    const judgeUnlabelled = Array.from({ length: 200 }, (_, at) => (at % 5 < 2 ? 1 : 0))
    const [y, f, u] = [
      [...human, 0, 1],
      [...judge, 1, 0],
      [...judgeUnlabelled, 0, 1],
    ]
    const { lambda, estimate, interval } = correctedMean({ human, judge, judgeUnlabelled })
    const se = (trust: number): number =>
      Math.sqrt(variance(y.map((value, at) => value - trust * (f[at] ?? 0))) / 42 + (trust ** 2 * variance(u)) / 202)
    const centre = average(y) + lambda * (average(u) - average(f))
    const reach = studentTQuantile(0.975, 41) * se(lambda)
    expect(interval?.lo).toBeCloseTo(centre - reach, 12)
    expect(interval?.hi).toBeCloseTo(centre + reach, 12)
    expect(estimate).toBeCloseTo(average(human) + lambda * (average(judgeUnlabelled) - average(judge)), 14)
    // No other trust makes it shorter.
    for (const other of [lambda - 0.05, lambda + 0.05]) expect(se(other)).toBeGreaterThan(se(lambda))
  })

  it('of a judge that says nothing is the mean of the human scores, with its interval', () => {
    const human = Array.from({ length: 35 }, (_, at) => (at % 3 === 0 ? 0 : 1))
    const { mean, interval } = humanOnly(human)
    for (const judgeUnlabelled of [[], [1, 1, 1]]) {
      const found = correctedMean({ human, judge: human.map(() => 1), judgeUnlabelled })
      expect(found).toMatchObject({ estimate: mean, lambda: 0, labelled: 35, unlabelled: judgeUnlabelled.length })
      expect(found.interval?.lo).toBeCloseTo(interval?.lo ?? 9, 12)
      expect(found.interval?.hi).toBeCloseTo(interval?.hi ?? 9, 12)
    }
  })

  it('is never longer than that of the human scores alone, lies in [0, 1] and holds the estimate', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { estimate, lambda, interval } = correctedMean(given)
        const alone = humanOnly(given.human).interval
        if (interval === null || alone === null || estimate === null) throw new Error('30 rows have an interval')
        expect(interval.hi - interval.lo).toBeLessThanOrEqual(alone.hi - alone.lo + 1e-12)
        expect([interval.lo >= 0, interval.lo <= estimate, estimate <= interval.hi, interval.hi <= 1]).toEqual([true, true, true, true])
        expect(lambda >= 0 && lambda <= 1).toBe(true)
      }),
    )
  })

  it('of scores turned round is turned round', () => {
    const turn = (scores: readonly number[]): number[] => scores.map((value) => 1 - value)
    fc.assert(
      fc.property(rows, (given) => {
        const one = correctedMean(given)
        const other = correctedMean({ human: turn(given.human), judge: turn(given.judge), judgeUnlabelled: turn(given.judgeUnlabelled) })
        expect(other.estimate).toBeCloseTo(1 - (one.estimate ?? 9), 9)
        expect(other.interval?.lo).toBeCloseTo(1 - (one.interval?.hi ?? 9), 9)
      }),
    )
  })

  it('takes off what the judge says too much', () => {
    const human = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 1 : 0))
    const judge = human.map((label, at) => (at % 10 === 1 ? 1 : label))
    const judgeUnlabelled = Array.from({ length: 2000 }, (_, at) => (at % 10 < 7 ? 1 : 0))
    const { estimate, lambda, interval } = correctedMean({ human, judge, judgeUnlabelled })
    expect(lambda).toBeGreaterThan(0.5)
    expect(estimate).toBeGreaterThan(0.54)
    expect(estimate).toBeLessThan(0.61)
    const alone = humanOnly(human).interval
    expect((interval?.hi ?? 9) - (interval?.lo ?? 0)).toBeLessThan(0.8 * ((alone?.hi ?? 0) - (alone?.lo ?? 0)))
  })

  it('has no interval under 30 labelled rows, and says why', () => {
    const some = (length: number): LabelledRows => {
      const scores = Array.from({ length }, (_, at) => at % 2)
      return { human: scores, judge: scores, judgeUnlabelled: [1, 0, 1] }
    }
    expect(correctedMean(some(29))).toMatchObject({ interval: null, noInterval: '29 labelled rows: an interval needs at least 30' })
    expect(correctedMean(some(29)).estimate).not.toBeNull()
    expect(correctedMean(some(30)).noInterval).toBeNull()
    expect(correctedMean(some(0))).toMatchObject({ estimate: null, interval: null, noInterval: 'no labelled row', moments: null })
  })

  it('grows with the level', () => {
    const human = Array.from({ length: 30 }, (_, at) => at % 2)
    const given = { human, judge: human.toReversed(), judgeUnlabelled: [0, 1] }
    expect(correctedMean(given, { level: 0.5 }).interval?.hi).toBeLessThan(correctedMean(given).interval?.hi ?? 0)
    expect(() => correctedMean(given, { level: 1 })).toThrow('the level 1')
    expect(() => correctedMean({ ...given, judgeUnlabelled: [2] })).toThrow('judgeUnlabelled[0] is 2')
  })
})

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]): number {
  const centre = average(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
}
