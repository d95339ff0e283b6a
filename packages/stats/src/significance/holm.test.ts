import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import fixture from '../__fixtures__/holm.json' with { type: 'json' }
import { holm } from './holm.ts'

test.each(fixture.cases)('$id has the adjusted values worked out by hand', ({ pValues, expected }) => {
  expect(holm(pValues)).toEqual(expected.adjusted.map((p) => expect.closeTo(p, 12)))
})

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 })

test('no value falls, none passes Bonferroni, and their order is kept', () => {
  fc.assert(
    fc.property(pValues, (given) => {
      const adjusted = holm(given)
      for (const [at, p] of given.entries()) {
        expect(adjusted[at]).toBeGreaterThanOrEqual(p)
        expect(adjusted[at]).toBeLessThanOrEqual(Math.min(1, p * given.length))
        for (const [other, q] of given.entries()) if (p <= q) expect(adjusted[at]).toBeLessThanOrEqual(adjusted[other] ?? 0)
      }
      expect(holm(given.toReversed())).toEqual(adjusted.toReversed())
    }),
  )
})

test('what is no p-value is refused', () => {
  for (const p of [-0.1, 1.1, Number.NaN]) expect(() => holm([0.5, p])).toThrow(RangeError)
})
