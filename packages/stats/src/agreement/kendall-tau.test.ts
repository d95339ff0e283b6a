import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import fixture from '../__fixtures__/kendall-tau.json' with { type: 'json' }
import { kendallTauB } from './kendall-tau.ts'

test.each(fixture.cases)('$id has the tau worked out by hand', ({ x, y, expected, reasons }) => {
  const { value, reason } = kendallTauB(x, y)
  if (expected.tau === null) expect([value, reason]).toEqual([null, reasons?.tau])
  else expect(value).toBeCloseTo(expected.tau, 12)
})

const value = fc.integer({ min: -4, max: 4 })
const pairs = fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 40 })

test('it is what counting every pair gives, and the same from either side', () => {
  fc.assert(
    fc.property(pairs, (given) => {
      const [x, y] = [given.map(([a]) => a), given.map(([, b]) => b)]
      let [won, untiedX, untiedY] = [0, 0, 0]
      for (const [at, [xi, yi]] of given.entries()) {
        for (const [xj, yj] of given.slice(at + 1)) {
          won += Math.sign(xi - xj) * Math.sign(yi - yj)
          untiedX += Number(xi !== xj)
          untiedY += Number(yi !== yj)
        }
      }
      const tau = kendallTauB(x, y).value
      if (untiedX === 0 || untiedY === 0) expect(tau).toBeNull()
      else expect(tau).toBeCloseTo(won / Math.sqrt(untiedX * untiedY), 14)
      expect(kendallTauB(y, x).value).toBe(tau)
    }),
  )
})

test('an order agrees with itself by exactly 1, with its reverse by exactly -1', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.double({ noNaN: true }), { minLength: 2, maxLength: 50, comparator: (a, b) => a === b }), (x) => {
      expect(kendallTauB(x, x).value).toBe(1)
      expect(
        kendallTauB(
          x,
          x.map((held) => -held),
        ).value,
      ).toBe(-1)
    }),
  )
})

test('lists of different length, and NaN, are refused', () => {
  expect(() => kendallTauB([1], [])).toThrow('1 values of x for 0 of y')
  expect(() => kendallTauB([1, 2], [1, Number.NaN])).toThrow('NaN')
})
