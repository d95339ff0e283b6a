import { expect, it } from 'vitest'
import { averageOfMeans } from './average-of-means.ts'
import { createClusterMean } from './cluster-mean.ts'
import { createMeanEstimator, estimateOf, type MeanEstimate } from './mean-estimator.ts'

function estimate(values: readonly number[]): MeanEstimate {
  const estimator = createMeanEstimator()
  for (const value of values) estimator.add(value)
  return estimator.result()
}

const spread = (length: number, shift: number): MeanEstimate => estimate(Array.from({ length }, (_, at) => (at % 4) / 4 + shift))

it('the average weighs every part alike, however many rows it has', () => {
  const { mean, interval } = averageOfMeans([spread(400, 0), spread(20, 0.25)])
  expect(mean).toBe((0.375 + 0.625) / 2)
  expect(interval).toMatchObject({ method: 'welch-t-pseudo-clusters', unit: 'row', clusters: 20, few: false })
})

it('an average of one part has that part’s own interval', () => {
  const part = spread(30, 0.1)
  const { interval } = averageOfMeans([part])
  expect(interval?.lo).toBeCloseTo(part.interval?.lo ?? 9, 12)
  expect(interval?.hi).toBeCloseTo(part.interval?.hi ?? 9, 12)
})

it('more parts make it shorter, a covariance longer, fewer degrees of freedom longer', () => {
  const length = (...given: Parameters<typeof averageOfMeans>): number => {
    const { interval } = averageOfMeans(...given)
    return (interval?.hi ?? 9) - (interval?.lo ?? 0)
  }
  const part = spread(40, 0)
  expect(length([part, part, part, part])).toBeLessThan(length([part, part]))
  expect(length([part, part], { covariance: 0.001 })).toBeGreaterThan(length([part, part]))
  expect(length([part, part], { maxDf: 3 })).toBeGreaterThan(length([part, part]))
  expect(length([part, part], { level: 0.5 })).toBeLessThan(length([part, part]))
})

it('differences may be negative', () => {
  const losses = createClusterMean(-1)
  for (const loss of [-1, -0.9, -1, -1, -1, -1]) losses.add(loss)
  const { interval } = averageOfMeans([estimateOf(losses, 0.95, -1)], { of: 'differences' })
  expect(interval?.lo).toBe(-1)
})

it('a part without an interval leaves the average without one, and says why', () => {
  expect(averageOfMeans([estimate([0, 0, 0, 0, 0]), estimate([1, 0.5])])).toEqual({
    mean: 0.375,
    interval: null,
    noInterval: '2 rows: an interval needs at least 5',
    enlarged: null,
  })
  expect(averageOfMeans([estimate([])])).toEqual({ mean: null, interval: null, noInterval: 'nothing was scored', enlarged: null })
  expect(() => averageOfMeans([])).toThrow('no mean to average')
})

it('an average of averages has the interval of the whole', () => {
  const [a, b, c, d] = [spread(40, 0), spread(60, 0.1), spread(30, 0.2), spread(50, 0.1)]
  const nested = averageOfMeans([averageOfMeans([a, b]), averageOfMeans([c, d])])
  const flat = averageOfMeans([a, b, c, d])
  expect(nested.mean).toBeCloseTo(flat.mean ?? Number.NaN, 12)
  expect(nested.enlarged?.centre).toBeCloseTo(flat.enlarged?.centre ?? Number.NaN, 12)
  expect(nested.enlarged?.variance).toBeCloseTo(flat.enlarged?.variance ?? Number.NaN, 12)
  expect(nested.enlarged?.df).toBeCloseTo(flat.enlarged?.df ?? Number.NaN, 6)
})
