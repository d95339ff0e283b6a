import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { bcaBootstrap } from './bca-bootstrap.ts'
import { percentileBootstrap } from './percentile-bootstrap.ts'
import type { BootstrapOptions } from './resample.ts'

const mean = (drawn: readonly number[]): number => drawn.reduce((sum, value) => sum + value, 0) / drawn.length
const both = [
  ['percentile', percentileBootstrap],
  ['BCa', bcaBootstrap],
] as const

const values = (size: number, seed: number): number[] => {
  const random = seededRandom(seed)
  return Array.from({ length: size }, () => random())
}

describe.each(both)('the %s bootstrap', (_, bootstrap) => {
  it('of a mean comes near the normal interval where there are many values', () => {
    const clusters = values(400, 3)
    const centre = mean(clusters)
    const reach = 1.96 * Math.sqrt(clusters.reduce((sum, value) => sum + (value - centre) ** 2, 0) / 399 / 400)
    const { interval } = bootstrap({ clusters, statistic: mean, resamples: 4000 })
    expect(Math.abs((interval?.lo ?? 9) - (centre - reach))).toBeLessThan(0.1 * reach)
    expect(Math.abs((interval?.hi ?? 9) - (centre + reach))).toBeLessThan(0.1 * reach)
  })

  it('draws whole clusters: rows that always come together make it as long as one row each', () => {
    const rows = values(40, 5)
    const pooled = (drawn: readonly (readonly number[])[]): number => mean(drawn.flat())
    expect(bootstrap({ clusters: rows.map((value) => [value, value, value]), statistic: pooled }).interval?.lo).toBeCloseTo(
      bootstrap({ clusters: rows, statistic: mean }).interval?.lo ?? 9,
      12,
    )
  })

  it('is the same for the same seed, and takes seed, level and resamples', () => {
    const options: BootstrapOptions<number> = { clusters: values(30, 7), statistic: mean }
    const length = (more: Partial<BootstrapOptions<number>>): number => {
      const { interval } = bootstrap({ ...options, ...more })
      return (interval?.hi ?? 9) - (interval?.lo ?? 0)
    }
    expect(length({})).toBe(length({ seed: 1, level: 0.95, resamples: 2000 }))
    expect(length({ seed: 2 })).not.toBe(length({}))
    expect(length({ resamples: 500 })).not.toBe(length({}))
    expect(length({ level: 0.5 })).toBeLessThan(length({}))
  })

  it('stays within the values, and on equal ones is that value', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<number>(0, 0.5, 1), { minLength: 2, maxLength: 12 }), (clusters) => {
        const { interval } = bootstrap({ clusters, statistic: mean, resamples: 200 })
        expect(interval?.lo).toBeGreaterThanOrEqual(Math.min(...clusters))
        expect(interval?.hi).toBeLessThanOrEqual(Math.max(...clusters))
      }),
      { numRuns: 50 },
    )
    expect(bootstrap({ clusters: [0.5, 0.5, 0.5], statistic: mean }).interval).toEqual({ lo: 0.5, hi: 0.5 })
  })

  it('says why there is none', () => {
    expect(bootstrap({ clusters: [1], statistic: mean }).noInterval).toBe('1 cluster: a bootstrap needs at least 2')
    expect(bootstrap({ clusters: [1, 2, 3], statistic: () => null }).noInterval).toBe('the statistic is undefined on the sample')
    const rare = (drawn: readonly number[]): number | null => (drawn.includes(1) ? mean(drawn) : null)
    expect(bootstrap({ clusters: [1, 0, 0, 0], statistic: rare }).noInterval).toMatch(
      /^the statistic is undefined on \d+ of 2000 resamples$/,
    )
  })

  it('refuses NaN and too few resamples', () => {
    expect(() => bootstrap({ clusters: [1, 2], statistic: () => Number.NaN })).toThrow('give null where it is undefined')
    expect(() => bootstrap({ clusters: [1, 2], statistic: mean, resamples: 99 })).toThrow('resamples = 99')
    expect(() => bootstrap({ clusters: [1, 2], statistic: mean, level: 0 })).toThrow('the level 0')
  })
})

describe('only BCa', () => {
  it('moves with the skewness: where few values are high, both ends lie higher', () => {
    const clusters = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0.1, 0.1, 0.2, 0.2, 0.3, 1]
    const [plain, moved] = [
      percentileBootstrap({ clusters, statistic: mean }).interval,
      bcaBootstrap({ clusters, statistic: mean }).interval,
    ]
    expect(moved?.lo).toBeGreaterThan(plain?.lo ?? 1)
    expect(moved?.hi).toBeGreaterThan(plain?.hi ?? 1)
  })

  it('leaves out groups beyond 400 clusters, which changes next to nothing', () => {
    const clusters = Array.from({ length: 1001 }, (_, at) => (at % 10 === 0 ? 1 : 0))
    const [plain, moved] = [
      percentileBootstrap({ clusters, statistic: mean }).interval,
      bcaBootstrap({ clusters, statistic: mean }).interval,
    ]
    expect(Math.abs((moved?.lo ?? 9) - (plain?.lo ?? 0))).toBeLessThan(0.002)
  })

  it('says so where the statistic is undefined without one of the clusters', () => {
    const needsFirst = (drawn: readonly number[]): number | null => (drawn.length === 40 || drawn.includes(7) ? mean(drawn) : null)
    const clusters = Array.from({ length: 40 }, (_, at) => (at === 0 ? 7 : 0))
    expect(bcaBootstrap({ clusters, statistic: needsFirst }).noInterval).toBe('the statistic is undefined without some of the clusters')
  })

  it('says so where all resamples lie on one side', () => {
    const spiked = (drawn: readonly number[]): number => (drawn.join() === '1,2,3,4,5,6,7,8' ? 9 : 0)
    expect(bcaBootstrap({ clusters: [1, 2, 3, 4, 5, 6, 7, 8], statistic: spiked, seed: 3 }).noInterval).toBe(
      'the resamples all lie on one side of the estimate',
    )
  })
})
