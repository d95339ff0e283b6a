import { seededRandom } from '@assay/stats'
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import { agreementFigures } from './agreement-figures.ts'
import { benchFigures } from './bench-figures.ts'
import type { BenchMeta, BenchResult } from './bench-result.ts'
import { calibrationFigures } from './calibration-figures.ts'
import { unknownEffort } from './effort-figures.ts'
import { judgeFigures } from './judge-figures.ts'
import type { ItemVerdict, Judged } from './judged.ts'

const meta: BenchMeta = {
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:01.000Z',
  assayVersion: '0.0.0',
  run: 'r',
  fixtures: [],
  repeat: 1,
  level: 0.95,
  apart: ['expertqa'],
  notes: [],
  cost: null,
}

function item(at: number, more: Partial<FixtureItem> = {}): FixtureItem {
  return {
    id: `i${at}`,
    source: 's',
    statement: `Statement ${at}.`,
    contexts: [`C ${at}.`],
    label: at % 2 === 0 ? 1 : 0,
    cluster: `k${at}`,
    ...more,
  }
}

function judgedBy(
  key: string,
  items: readonly FixtureItem[],
  said: (item: FixtureItem, at: number) => ItemVerdict,
  isBaseline = false,
): Judged {
  const identity = { key, name: key, kind: 'recorded', isBaseline, strategy: null, signature: null, threshold: null, notes: [] } as const
  return { judge: identity, verdicts: new Map(items.map((one, at) => [one.id, said(one, at)])), effort: unknownEffort(items.length) }
}

const right = ({ label }: FixtureItem): ItemVerdict => ({ verdict: label })
const wrong = ({ label }: FixtureItem): ItemVerdict => ({ verdict: label === 1 ? 0 : 1 })

function figures(items: readonly FixtureItem[], judged: readonly Judged[]): BenchResult {
  return benchFigures({ items, judged, meta })
}

describe('the headline', () => {
  const items = Array.from({ length: 60 }, (_, at) => item(at, { source: at < 40 ? 'large' : at < 50 ? 'small' : 'expertqa' }))

  test('weighs sources alike, and leaves out those that stand apart', () => {
    const judge = judgedBy('a', items, (one) => (one.source === 'small' ? right(one) : wrong(one)))
    const { headline, sources, pooled } = judgeFigures(items, judge.verdicts, meta)
    expect(headline).toMatchObject({ value: 0.5, sources: ['large', 'small'] })
    expect(sources.map(({ source, isApart, balancedAccuracy }) => [source, isApart, balancedAccuracy.value])).toEqual([
      ['large', false, 0],
      ['small', false, 1],
      ['expertqa', true, 0],
    ])
    expect(pooled.balancedAccuracy.value).toBeCloseTo(10 / 60, 12)
  })

  test('is none where only a source apart is left', () => {
    const own = items.filter(({ source }) => source === 'expertqa')
    const { headline } = judgeFigures(own, judgedBy('a', own, right).verdicts, meta)
    expect(headline).toMatchObject({ value: null, noInterval: 'every source is left out of the headline' })
  })
})

describe('intervals', () => {
  test('count clusters: thirty copies of an item say no more than the item', () => {
    const say = (one: FixtureItem, at: number): ItemVerdict => (at % 5 === 0 ? wrong(one) : right(one))
    const singles = Array.from({ length: 20 }, (_, at) => item(at))
    const copies = singles.flatMap((one) => Array.from({ length: 30 }, (_, at) => ({ ...one, id: `${one.id}-${at}` })))
    const measured = (items: readonly FixtureItem[], said: (one: FixtureItem, at: number) => ItemVerdict) =>
      agreementFigures(items, judgedBy('a', items, said).verdicts, 0.95).figures.tpr.interval
    const [few, many] = [measured(singles, say), measured(copies, (one, at) => say(one, Math.floor(at / 30)))]
    expect(many?.lo).toBeCloseTo(few?.lo ?? Number.NaN, 12)
    expect(many?.hi).toBeCloseTo(few?.hi ?? Number.NaN, 12)
    expect(many?.few).toBe(true)
  })

  test('of the same cluster name in two sources are two clusters', () => {
    const items = Array.from({ length: 8 }, (_, at) => item(at, { source: at < 4 ? 'a' : 'b', cluster: 'same' }))
    expect(agreementFigures(items, judgedBy('a', items, right).verdicts, 0.95).figures.clusters).toBe(2)
  })

  test('hold the sensitivity and the specificity of a judge whose own are known, in 93 of 100 runs or more', () => {
    const RUNS = 1000
    const [sensitivity, specificity] = [0.85, 0.7]
    const random = seededRandom(20_261_128)
    const held = { tpr: 0, tnr: 0, both: 0 }
    for (let run = 0; run < RUNS; run += 1) {
      const items: FixtureItem[] = []
      const verdicts = new Map<string, ItemVerdict>()
      for (let cluster = 0; cluster < 60; cluster += 1) {
        // Some documents are harder than others, for all of their statements.
        const shift = (random() - 0.5) * 0.2
        const size = 1 + Math.floor(random() * 3)
        for (let at = 0; at < size; at += 1) {
          const label = random() < 0.4 ? 1 : 0
          const one = item(items.length, { label, cluster: String(cluster) })
          const isRight = random() < (label === 1 ? sensitivity : specificity) + shift
          verdicts.set(one.id, isRight ? right(one) : wrong(one))
          items.push(one)
        }
      }
      const { tpr, tnr, balancedAccuracy } = agreementFigures(items, verdicts, 0.95).figures
      const holds = ({ interval }: typeof tpr, truth: number): boolean => interval !== null && interval.lo <= truth && truth <= interval.hi
      if (holds(tpr, sensitivity)) held.tpr += 1
      if (holds(tnr, specificity)) held.tnr += 1
      if (holds(balancedAccuracy, (sensitivity + specificity) / 2)) held.both += 1
    }
    expect(held.tpr / RUNS).toBeGreaterThanOrEqual(0.93)
    expect(held.tnr / RUNS).toBeGreaterThanOrEqual(0.93)
    expect(held.both / RUNS).toBeGreaterThanOrEqual(0.93)
  })
})

describe('judges are compared', () => {
  const items = Array.from({ length: 40 }, (_, at) => item(at))
  const good = judgedBy('good', items, right)
  const poor = judgedBy('poor', items, (one, at) => (at % 3 === 0 ? wrong(one) : right(one)))
  const baseline = judgedBy('baseline', items, () => ({ verdict: 1 }), true)

  test('on the items that both scored', () => {
    const half = judgedBy('half', items, (one, at) => (at < 10 ? { verdict: null, cause: 'timeout' } : right(one)))
    const [pair] = figures(items, [good, half]).comparisons
    expect(pair).toMatchObject({ a: 'good', b: 'half', items: 30, difference: { value: 0 }, p: 1 })
  })

  test('with p adjusted among judges, and among pairs with a baseline apart', () => {
    const { comparisons, judges } = figures(items, [good, poor, baseline])
    expect(comparisons.map(({ a, b, family }) => [a, b, family])).toEqual([
      ['good', 'poor', 'judges'],
      ['good', 'baseline', 'baseline'],
      ['poor', 'baseline', 'baseline'],
    ])
    const [judgesPair, ...baselines] = comparisons
    expect(judgesPair?.adjustedP).toBe(judgesPair?.p)
    expect(baselines[0]?.adjustedP).toBeCloseTo(2 * (baselines[0]?.p ?? Number.NaN), 12)
    expect(judges.map(({ letter, beats }) => [letter, beats])).toEqual([
      ['a', ['b', 'c']],
      ['b', []],
      ['c', []],
    ])
  })

  test('with intervals that hold for all pairs of a family at once, and hold 0 exactly where the adjusted p is .05 or more', () => {
    const many = Array.from({ length: 60 }, (_, at) => item(at))
    const random = seededRandom(3)
    for (let round = 0; round < 20; round += 1) {
      const judged = [0.95, 0.85, 0.8, 0.75].map((share, at) =>
        judgedBy(`judge ${at}`, many, (one) => (random() < share ? right(one) : wrong(one))),
      )
      const { comparisons } = figures(many, [...judged, judgedBy('baseline', many, () => ({ verdict: 1 }), true)])
      for (const { difference, adjustedP } of comparisons) {
        const { lo = 9, hi = -9 } = difference.interval ?? {}
        expect(lo <= 0 && hi >= 0).toBe((adjustedP ?? 9) >= 0.05)
        expect(difference.interval?.level).toBe(0.95)
      }
    }
    const alone = figures(items, [good, poor]).comparisons[0]
    const beside = figures(items, [good, poor, judgedBy('also good', items, right)]).comparisons[0]
    expect(beside?.difference.interval?.lo).toBeLessThan(alone?.difference.interval?.lo ?? -9)
  })

  test('by McNemar beside only where no cluster repeats', () => {
    expect(figures(items, [good, poor]).comparisons[0]?.mcnemar?.exact).toBeCloseTo(2 / 2 ** 14, 12)
    const shared = Array.from(items, (one, at) => ({ ...one, cluster: `k${at % 20}` }))
    expect(figures(shared, [judgedBy('good', shared, right), judgedBy('poor', shared, wrong)]).comparisons[0]).toMatchObject({
      clusters: 20,
      mcnemar: null,
    })
  })

  test('not at all where no item was scored by both', () => {
    const first = judgedBy('first', items, (one, at) => (at < 20 ? right(one) : { verdict: null }))
    const second = judgedBy('second', items, (one, at) => (at < 20 ? { verdict: null } : right(one)))
    expect(figures(items, [first, second]).comparisons[0]).toMatchObject({ items: 0, p: null, noP: 'no item that both scored' })
  })

  test('which is nothing but the difference of their headlines, over several sources', () => {
    const several = Array.from(items, (one, at) => ({ ...one, source: at < 30 ? 'a' : 'b' }))
    const [one, other] = [
      judgedBy('one', several, right),
      judgedBy('other', several, (it, at) => (at >= 30 || at % 5 === 0 ? wrong(it) : right(it))),
    ]
    const { comparisons, judges } = figures(several, [one, other])
    const [a, b] = judges
    expect(comparisons[0]?.difference.value).toBeCloseTo((b?.headline.value ?? 0) - (a?.headline.value ?? 0), 12)
  })
})

test('agreement between judges does not depend on labels', () => {
  const items = Array.from({ length: 10 }, (_, at) => item(at))
  const { agreement } = figures(items, [judgedBy('a', items, wrong), judgedBy('b', items, wrong)])
  expect(agreement).toEqual([{ a: 'a', b: 'b', items: 10, agreement: 1, kappa: 1 }])
})

test('disagreements begin with what most judges have wrong, and are at most 100', () => {
  const items = Array.from({ length: 300 }, (_, at) => item(at, { contexts: ['x'.repeat(5000)] }))
  const both = (at: number): boolean => at === 250
  const { disagreements } = figures(items, [
    judgedBy('a', items, (one, at) => (both(at) || at < 150 ? wrong(one) : right(one))),
    judgedBy('b', items, (one, at) => (both(at) ? wrong(one) : right(one))),
  ])
  expect(disagreements).toHaveLength(100)
  expect(disagreements[0]).toMatchObject({ id: 'i250', said: [{ judge: 'a', verdict: 0 }, { judge: 'b' }] })
  expect(disagreements[0]?.contexts[0]).toHaveLength(601)
})

test('the bias is the judge’s share minus people’s share', () => {
  const items = Array.from({ length: 40 }, (_, at) => item(at))
  const { supportRate } = agreementFigures(items, judgedBy('a', items, () => ({ verdict: 1 })).verdicts, 0.95).figures
  expect(supportRate).toMatchObject({ said: 1, true: 0.5, difference: { value: 0.5 } })
})

test('the curve of calibration holds every item once, its groups in order, and its gaps are the calibration error', () => {
  const stated = array(
    record({ probability: integer({ min: 0, max: 20 }).map((p) => p / 20), label: constantFrom(0 as const, 1 as const) }),
    {
      minLength: 1,
      maxLength: 80,
    },
  )
  assert(
    property(stated, (given) => {
      const { curve, ece, items } = calibrationFigures(given)
      expect(curve.reduce((sum, group) => sum + group.items, 0)).toBe(given.length)
      const means = curve.map(({ meanProbability }) => meanProbability)
      expect(means).toEqual(means.toSorted((a, b) => a - b))
      const gaps = curve.reduce(
        (sum, { meanProbability, supportedShare, items: size }) => sum + size * Math.abs(meanProbability - supportedShare),
        0,
      )
      expect(gaps / items).toBeCloseTo(ece ?? Number.NaN, 9)
    }),
  )
})
