import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDistribution, type Distribution } from './distribution.ts'

function distribution(values: Iterable<number>): Distribution {
  const counter = createDistribution()
  for (const value of values) counter.add(value)
  return counter.result()
}

describe('a distribution', () => {
  it('of nothing has no numbers', () => {
    expect(distribution([])).toEqual({
      count: 0,
      min: null,
      max: null,
      median: null,
      quantiles: null,
      quantileError: 0,
      histogram: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      stddev: null,
    })
  })

  it('of one value is that value, without a deviation', () => {
    expect(distribution([1 / 3])).toMatchObject({ min: 1 / 3, max: 1 / 3, median: 1 / 3, stddev: null })
  })

  it('interpolates quantiles between neighbours', () => {
    const { median, quantiles, stddev } = distribution([1, 0, 0.5, 0.25])
    expect(median).toBe(0.375)
    expect(quantiles).toEqual({ p05: expect.closeTo(0.0375, 15), p25: 0.1875, p50: 0.375, p75: 0.625, p95: expect.closeTo(0.925, 15) })
    expect(stddev).toBeCloseTo(Math.sqrt(0.546875 / 3), 15)
  })

  it('has a deviation of exactly 0 where all values are equal', () => {
    expect(distribution(Array.from({ length: 999 }, () => 0.1)).stddev).toBe(0)
  })

  it('puts every tenth into the bin it opens, and 1 into the last', () => {
    for (let tenth = 0; tenth < 10; tenth += 1) expect(distribution([tenth / 10]).histogram[tenth]).toBe(1)
    expect(distribution([1]).histogram[9]).toBe(1)
    expect(distribution([0.7 - 2 ** -53, 0.3 - 2 ** -54]).histogram).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
  })

  it('knows its quantiles to 2⁻¹⁴ beyond 4,096 distinct values, and exactly where many are equal', () => {
    const values = Array.from({ length: 200_000 }, (_, i) => (i % 2 === 0 ? 1 : ((i * 7919) % 100_003) / 100_003))
    const found = distribution(values)
    values.sort((a, b) => a - b)
    expect(found.quantileError).toBe(2 ** -14)
    expect(found.quantiles?.p75).toBe(1)
    expect(
      Math.abs((found.quantiles?.p25 ?? 9) - ((values[49_999] ?? 0) + 0.75 * ((values[50_000] ?? 0) - (values[49_999] ?? 0)))),
    ).toBeLessThan(2 ** -14)
    expect(found.histogram.reduce((sum, n) => sum + n, 0)).toBe(200_000)
  })

  it('refuses values outside [0, 1]', () => {
    for (const value of [-0.1, 1.1, Number.NaN]) expect(() => createDistribution().add(value)).toThrow(RangeError)
  })

  it('is within its stated error of the sorted list, in any order', () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 50 }), (values) => {
        const one = distribution(values)
        const sorted = values.toSorted((a, b) => a - b)
        const middle = (sorted.length - 1) / 2
        const [low, high] = [sorted[Math.floor(middle)] ?? 0, sorted[Math.ceil(middle)] ?? 0]
        expect(one.median).toBe(Number.isInteger(middle) ? low : low + 0.5 * (high - low))
        expect(one.min).toBe(sorted[0])
        expect(distribution(values.toReversed()).quantiles).toEqual(one.quantiles)
      }),
    )
  })
})
