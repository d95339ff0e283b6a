import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { createClusterMean } from './cluster-mean.ts'
import { createMeanEstimator, estimateOf, type MeanEstimate, type MeanEstimatorOptions } from './mean-estimator.ts'

type Row = readonly [value: number, cluster?: string | undefined]

function estimate(rows: readonly Row[], options?: MeanEstimatorOptions): MeanEstimate {
  const estimator = createMeanEstimator(options)
  for (const [value, cluster] of rows) estimator.add(value, cluster)
  return estimator.result()
}

const plain = (values: readonly number[]): Row[] => values.map((value) => [value])

describe('the interval of a mean', () => {
  it('is t over the values and two pseudo-values, around their mean', () => {
    // m = 13/20, se² = 11/600, t(9) = 2.262157…
    const { mean, interval } = estimate(plain([1, 1, 0.5, 0, 0.75, 1, 0.25, 1]))
    expect(mean).toBe(0.6875)
    expect(interval?.lo).toBeCloseTo(0.65 - 2.262157162798205 * Math.sqrt(11 / 600), 12)
    expect(interval?.hi).toBeCloseTo(0.65 + 2.262157162798205 * Math.sqrt(11 / 600), 12)
    expect(interval).toMatchObject({ method: 't-pseudo-clusters', unit: 'row', clusters: 8, level: 0.95, few: true })
  })

  it('weighs clusters of unequal size by their rows', () => {
    const rows: Row[] = [
      [1, 'a'],
      [0, 'a'],
      [1, 'b'],
      [0.5, 'c'],
      [1, 'd'],
      [1, 'd'],
      [1, 'd'],
      [0, 'e'],
      [0.5, 'f'],
      [1, 'f'],
    ]
    // sizes 2 1 1 3 1 2, pseudo 5/3; m = (7 + 5/3) / (10 + 10/3) = 13/20
    const sizes = [2, 1, 1, 3, 1, 2, 5 / 3, 5 / 3]
    const sums = [1, 1, 0.5, 3, 0, 1.5, 0, 5 / 3]
    const weight = 40 / 3
    const squares = sizes.reduce((total, n, i) => total + ((sums[i] ?? 0) - n * 0.65) ** 2, 0)
    const reach = 2.364624251592785 * Math.sqrt(((8 / 7) * squares) / weight ** 2)
    const { mean, interval } = estimate(rows)
    expect(mean).toBeCloseTo(0.7, 15)
    expect(interval?.lo).toBeCloseTo(0.65 - reach, 12)
    expect(interval?.hi).toBeCloseTo(Math.min(1, 0.65 + reach), 12)
    expect(interval).toMatchObject({ unit: 'cluster', clusters: 6 })
  })

  it('of clusters that are equal in size is the one of their means', () => {
    const means = [0.25, 1, 0.5, 0.75, 0.125, 1, 0.5]
    const clustered = estimate(
      means.flatMap((value, i): Row[] => [
        [value, `c${i}`],
        [value, `c${i}`],
        [value, `c${i}`],
      ]),
    )
    const single = estimate(plain(means))
    expect(clustered.interval?.lo).toBeCloseTo(single.interval?.lo ?? -1, 14)
    expect(clustered.interval?.hi).toBeCloseTo(single.interval?.hi ?? -1, 14)
  })

  it('of differences has its pseudo-values at -1 and 1', () => {
    // m = 5/32, se² = 431/7168, t(7) = 2.364624…
    const differences = createClusterMean(-1)
    for (const value of [0, 0.5, -0.5, 0.25, 0, 1]) differences.add(value)
    const { interval } = estimateOf(differences, 0.95, -1)
    expect(interval?.lo).toBeCloseTo(5 / 32 - 2.364624251592785 * Math.sqrt(431 / 7168), 12)
    expect(interval?.hi).toBeCloseTo(5 / 32 + 2.364624251592785 * Math.sqrt(431 / 7168), 12)
  })

  it('is cut to what is possible', () => {
    expect(estimate(plain([1, 1, 1, 1, 1])).interval).toMatchObject({ hi: 1 })
    expect(estimate(plain([0, 0, 0, 0, 0])).interval).toMatchObject({ lo: 0 })
  })

  it('is widened to hold a plain mean of 1', () => {
    const { mean, interval } = estimate(plain(Array.from({ length: 4000 }, () => 1)))
    expect(mean).toBe(1)
    expect(interval?.hi).toBe(1)
    expect(interval?.lo).toBeLessThan(1)
  })

  it('does not exist under five clusters, whatever the number of rows, and says why', () => {
    expect(estimate([])).toEqual({ count: 0, sum: 0, mean: null, interval: null, noInterval: 'nothing was scored', enlarged: null })
    expect(estimate(plain([1]))).toMatchObject({ mean: 1, interval: null, noInterval: '1 row: an interval needs at least 5' })
    const rows = Array.from({ length: 100 }, (_, i): Row => [0.5, `c${i % 4}`])
    expect(estimate(rows)).toMatchObject({ interval: null, noInterval: '4 clusters: an interval needs at least 5' })
  })

  it('is marked as resting on few clusters under twenty', () => {
    expect(estimate(plain(Array.from({ length: 19 }, () => 0.5))).interval?.few).toBe(true)
    expect(estimate(plain(Array.from({ length: 20 }, () => 0.5))).interval?.few).toBe(false)
  })

  it('grows with the level', () => {
    const values = plain([1, 0.5, 0.5, 0, 1, 0.5, 0.25])
    const [narrow, wide] = [estimate(values, { level: 0.8 }).interval, estimate(values, { level: 0.99 }).interval]
    expect(wide?.lo).toBeLessThan(narrow?.lo ?? 0)
    expect(narrow?.level).toBe(0.8)
  })

  it('counts a row without a cluster as a cluster of its own beside named ones', () => {
    const { interval } = estimate([[1, 'a'], [0, 'a'], [1], [0.5], [0.25], [0, 'b']])
    expect(interval).toMatchObject({ unit: 'cluster', clusters: 5 })
  })

  it('refuses values that no mean of recalls may hold', () => {
    for (const value of [-0.1, 1.1, Number.NaN]) expect(() => createMeanEstimator().add(value)).toThrow(RangeError)
    for (const level of [0, 1, Number.NaN]) expect(() => createMeanEstimator({ level })).toThrow(RangeError)
  })
})

describe('laws of the interval', () => {
  const value = fc.oneof(fc.constantFrom(0, 1, 0.5, 1 / 3), fc.double({ min: 0, max: 1, noNaN: true }))
  const rows = fc.array(fc.tuple(value, fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__'), { nil: undefined })), {
    minLength: 1,
    maxLength: 60,
  })

  it('the mean lies inside, the ends inside [0, 1]', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { mean, interval, noInterval } = estimate(given)
        expect(mean).toBeGreaterThanOrEqual(0)
        expect(mean).toBeLessThanOrEqual(1)
        expect(interval === null).toBe(noInterval !== null)
        if (interval === null || mean === null) return
        expect(interval.lo).toBeGreaterThanOrEqual(0)
        expect(interval.hi).toBeLessThanOrEqual(1)
        expect(interval.lo).toBeLessThanOrEqual(mean)
        expect(interval.hi).toBeGreaterThanOrEqual(mean)
      }),
    )
  })

  it('neither the order of rows nor the names of clusters change it', () => {
    fc.assert(
      fc.property(
        rows.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length })),
        ),
        ([given, shuffled]) => {
          const relabelled = shuffled.map(([held, cluster]): Row => (cluster === undefined ? [held] : [held, `of ${cluster}`]))
          const [one, other] = [estimate(given), estimate(relabelled)]
          expect(other.mean).toBeCloseTo(one.mean ?? -1, 15)
          expect(other.interval?.clusters).toBe(one.interval?.clusters)
          expect(other.interval?.lo ?? -1).toBeCloseTo(one.interval?.lo ?? -1, 12)
          expect(other.interval?.hi ?? -1).toBeCloseTo(one.interval?.hi ?? -1, 12)
        },
      ),
    )
  })
})

describe('coverage, simulated with a fixed seed', () => {
  it.each([5, 12, 30])('of %i rows with mean 0.94 is at least 95 of 100', (size) => {
    const random = seededRandom(size)
    expect(covered(2000, 0.94, () => estimate(Array.from({ length: size }, (): Row => [recall(random)])))).toBeGreaterThanOrEqual(0.95)
  })

  it('of 12 clusters of 1 to 6 alike rows is at least 95 of 100', () => {
    const random = seededRandom(7)
    const cluster = (name: string): Row[] => {
      const held = recall(random)
      return Array.from({ length: 1 + Math.floor(random() * 6) }, (): Row => [held, name])
    }
    const draw = (): MeanEstimate => estimate(Array.from({ length: 12 }, (_, i) => cluster(`c${i}`)).flat())
    expect(covered(2000, 0.94, draw)).toBeGreaterThanOrEqual(0.95)
  })
})

/** Recall as it looks in practice: most rows perfect, the rest a share of a few claims. Mean 0.8 + 0.2 × 0.7 = 0.94. */
function recall(random: () => number): number {
  if (random() < 0.8) return 1
  return [0.25, 0.75, 0.8, 0.8, 0.9][Math.floor(random() * 5)] ?? 1
}

function covered(draws: number, truth: number, draw: () => MeanEstimate): number {
  let hits = 0
  for (let i = 0; i < draws; i += 1) {
    const { interval } = draw()
    if (interval !== null && interval.lo <= truth && truth <= interval.hi) hits += 1
  }
  return hits / draws
}

it.each([
  [0.7, 3],
  [0.95, 3],
  [0.85, 13],
  [0.1, 10],
])('the mean of equal values is that value: %d, %i times', (value, times) => {
  const means = createMeanEstimator()
  for (let i = 0; i < times; i += 1) means.add(value)
  expect(means.result().mean).toBe(value)
})
