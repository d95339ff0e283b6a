import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLatencies } from './latencies.ts'

it('quantiles of latencies are those of the sorted list, to within 1 %', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 }), (all) => {
      const latencies = createLatencies()
      for (const ms of all) latencies.add(ms)
      const ascending = all.toSorted((a, b) => a - b)
      const found = latencies.result()
      for (const [share, told] of [
        [0.5, found?.p50],
        [0.95, found?.p95],
      ] as const) {
        const exact = ascending[Math.ceil(share * all.length) - 1] ?? 0
        expect(Math.abs((told ?? 0) / exact - 1)).toBeLessThan(0.0105)
      }
      expect(found?.calls).toBe(all.length)
    }),
  )
})

it('of no reply there are none', () => {
  expect(createLatencies().result()).toBeUndefined()
})
